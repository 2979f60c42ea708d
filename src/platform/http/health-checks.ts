import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';

export type HealthState = 'up' | 'down';

type Attempt = () => Promise<unknown>;

interface Limits {
  /** Probes come often, and from several sides; what they look at is to be spared. */
  readonly rememberedMs: number;
  /** Who does not answer by then is not there for requests either. */
  readonly patienceMs: number;
}

const LIMITS: Limits = { rememberedMs: 5_000, patienceMs: 3_000 };

/** What the service stands on besides its database: modules say how to find out whether it is there. */
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

/** One of them; asked by many at once, it looks once. */
class HealthCheck {
  private readonly logger = new Logger(HealthChecks.name);
  private latest: Promise<HealthState> | undefined;
  private last: HealthState = 'up';

  constructor(
    private readonly name: string,
    private readonly attempt: Attempt,
    private readonly limits: Limits,
  ) {}

  state(): Promise<HealthState> {
    this.latest ??= this.examine();
    return this.latest;
  }

  private async examine(): Promise<HealthState> {
    const state = await this.look();
    setTimeout(() => (this.latest = undefined), this.limits.rememberedMs).unref();
    if (state !== this.last && state === 'up') this.logger.log(`${this.name} is up again`);
    this.last = state;
    return state;
  }

  private async look(): Promise<HealthState> {
    const patience = new AbortController();
    try {
      await Promise.race([this.attempt(), overdue(this.limits.patienceMs, patience.signal)]);
      return 'up';
    } catch (error) {
      if (this.last === 'up') this.logger.error({ err: error }, `${this.name} is down`);
      return 'down';
    } finally {
      patience.abort();
    }
  }
}

async function overdue(patienceMs: number, signal: AbortSignal): Promise<never> {
  await delay(patienceMs, undefined, { signal });
  throw new Error(`No answer within ${patienceMs} ms.`);
}
