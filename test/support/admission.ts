import { Admission } from '../../src/platform/http/admission/admission.js';
import type { Ticket } from '../../src/platform/http/admission/ticket.js';

export const TICK_MS = 100;

export interface SentRequest extends Ticket {
  finish(): void;
  abort(): void;
}

/**
 * An admission whose clock and event loop turn when they are told to, and what it has decided about requests.
 */
export class AdmissionTrial {
  readonly admission: Admission;
  readonly started: string[] = [];
  readonly refused: string[] = [];
  private readonly turns: (() => void)[] = [];
  private now = 0;

  constructor(most = 2, mostWaiting = 3) {
    this.admission = new Admission({
      concurrency: { least: 1, first: most, most },
      mostWaiting,
      startsPerTurn: 1,
      inOverload: { startsPerTurn: 1, waitingMs: 3 },
      now: () => this.now,
      nextTurn: (callback) => this.turns.push(callback),
    });
  }

  /** Sends a request named by its source and number; `write` in its name makes it one. */
  send(name: string, more: Partial<Ticket> = {}): SentRequest {
    let isOver = false;
    const leave = (): void => {
      this.admission.leave(ticket);
      this.turn();
    };
    const ticket: SentRequest = {
      source: name.replace(/\d+$/, ''),
      isWrite: name.includes('write'),
      start: () => this.started.push(name),
      refuse: () => this.refused.push(name),
      isWithClient: () => false,
      isOver: () => isOver,
      ...more,
      finish() {
        isOver = true;
        leave();
      },
      abort: leave,
    };
    const outcome = this.admission.enter(ticket);
    if (outcome === 'started') this.started.push(name);
    if (outcome === 'refused') this.refused.push(name);
    return ticket;
  }

  sendAndTurn(name: string, more?: Partial<Ticket>): SentRequest {
    const ticket = this.send(name, more);
    this.turn();
    return ticket;
  }

  /** Lets the event loop turn until nothing is started any more. */
  turn(): void {
    for (let callback = this.turns.shift(); callback; callback = this.turns.shift()) callback();
  }

  pass(ms: number): void {
    for (let left = ms; left > 0; left -= TICK_MS) {
      this.now += TICK_MS;
      this.admission.tick(0);
      this.turn();
    }
  }
}
