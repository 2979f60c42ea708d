import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';

export type HealthState = 'up' | 'down';

type Attempt = () => Promise<unknown>;

interface Limits {
  /** Lifetime of a result: probes come often, and from several sides. */
  readonly rememberedMs: number;
  /** Longest time of a check before its dependency counts as down. */
  readonly timeoutMs: number;
}

const LIMITS: Limits = { rememberedMs: 5_000, timeoutMs: 3_000 };

/** Deadline of the response to a probe; unfinished checks answer with their last result. */
const ANSWER_MS = 950;

/** The dependencies of the service: modules say how to find out whether they are well. */
@Injectable()
export class HealthChecks {
  private readonly checks = new Map<string, HealthCheck>();

  add(name: string, attempt: Attempt, limits = LIMITS): void {
    this.checks.set(name, new HealthCheck(name, attempt, limits));
  }

  async examine(): Promise<Record<string, HealthState>> {
    const states = [...this.checks].map(async ([name, check]) => [name, await check.state()] as const);
    return Object.fromEntries(await Promise.all(states));
  }
}

/** One dependency; asked by many at once, it looks once. */
class HealthCheck {
  private readonly logger = new Logger(HealthChecks.name);
  private latest: Promise<HealthState> | undefined;
  private last: HealthState = 'up';

  constructor(
    private readonly name: string,
    private readonly attempt: Attempt,
    private readonly limits: Limits,
  ) {}

  /** Within {@link ANSWER_MS}: a check that takes longer is answered with the state before. */
  async state(): Promise<HealthState> {
    this.latest ??= this.examine();
    const answered = new AbortController();
    const known = delay(ANSWER_MS, undefined, { signal: answered.signal }).then(() => this.last);
    try {
      return await Promise.race([this.latest, known]);
    } finally {
      answered.abort();
      known.catch(() => undefined);
    }
  }

  private async examine(): Promise<HealthState> {
    const state = await this.look();
    setTimeout(() => (this.latest = undefined), this.limits.rememberedMs).unref();
    if (state !== this.last && state === 'up') this.logger.log(`${this.name} is up again`);
    this.last = state;
    return state;
  }

  private async look(): Promise<HealthState> {
    const waiting = new AbortController();
    try {
      await Promise.race([this.attempt(), overdue(this.limits.timeoutMs, waiting.signal)]);
      return 'up';
    } catch (error) {
      if (this.last === 'up') this.logger.error({ err: error }, `${this.name} is down`);
      return 'down';
    } finally {
      waiting.abort();
    }
  }
}

async function overdue(timeoutMs: number, signal: AbortSignal): Promise<never> {
  await delay(timeoutMs, undefined, { signal });
  throw new Error(`No answer within ${timeoutMs} ms.`);
}
