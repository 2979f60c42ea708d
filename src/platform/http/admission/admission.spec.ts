import { beforeEach, describe, expect, test } from '@jest/globals';
import { Admission } from './admission.js';
import type { Ticket } from './ticket.js';

const TICK_MS = 100;

let now: number;
let turns: (() => void)[];
let started: string[];
let refused: string[];
let admission: Admission;
beforeEach(() => {
  now = 0;
  turns = [];
  started = [];
  refused = [];
});

const open = (most = 2, mostWaiting = 3): void => {
  admission = new Admission({
    concurrency: { least: 1, first: most, most },
    mostWaiting,
    startsPerTurn: 1,
    now: () => now,
    nextTurn: (callback) => turns.push(callback),
  });
};

/** Lets the event loop turn until nothing is started any more. */
const turn = (): void => {
  for (let callback = turns.shift(); callback; callback = turns.shift()) callback();
};

const pass = (ms: number): void => {
  for (let left = ms; left > 0; left -= TICK_MS) {
    now += TICK_MS;
    admission.tick(0);
    turn();
  }
};

interface Sent extends Ticket {
  finish(): void;
  abort(): void;
}

/** A request named by its source and number; `write` in its name makes it one. */
function send(name: string, more: Partial<Ticket> = {}): Sent {
  let isOver = false;
  const ticket: Sent = {
    source: name.replace(/\d+$/, ''),
    isWrite: name.includes('write'),
    start: () => started.push(name),
    refuse: () => refused.push(name),
    isWithClient: () => false,
    isOver: () => isOver,
    ...more,
    finish() {
      isOver = true;
      admission.leave(ticket);
      turn();
    },
    abort() {
      admission.leave(ticket);
      turn();
    },
  };
  const outcome = admission.enter(ticket);
  if (outcome === 'started') started.push(name);
  if (outcome === 'refused') refused.push(name);
  return ticket;
}

const sendAndTurn = (name: string, more?: Partial<Ticket>): Sent => {
  const ticket = send(name, more);
  turn();
  return ticket;
};

describe('a request', () => {
  test('is started at once when there is a place', () => {
    open();
    send('a1');
    expect(started).toEqual(['a1']);
  });

  test('is started in a turn of its own when several arrive at one time', () => {
    open();
    send('a1');
    send('a2');
    expect(started).toEqual(['a1']);
    turn();
    expect(started).toEqual(['a1', 'a2']);
  });

  test('waits when all places are taken, and is started when one is free', () => {
    open();
    const first = sendAndTurn('a1');
    sendAndTurn('a2');
    sendAndTurn('a3');
    expect(started).toEqual(['a1', 'a2']);
    first.finish();
    expect(started).toEqual(['a1', 'a2', 'a3']);
  });

  test('is refused when too many wait', () => {
    open(2, 3);
    for (let n = 1; n <= 7; n++) sendAndTurn(`a${n}`);
    expect(started).toEqual(['a1', 'a2']);
    expect(refused).toEqual(['a6', 'a7']);
  });

  test('is dropped when its client goes while it waits', () => {
    open(1);
    const first = sendAndTurn('a1');
    const second = sendAndTurn('a2');
    sendAndTurn('a3');
    second.abort();
    first.finish();
    expect(started).toEqual(['a1', 'a3']);
    expect(admission.readers.totals.dropped).toBe(1);
  });

  test('keeps its place when its client goes while it is worked on', () => {
    open(1);
    const first = sendAndTurn('a1');
    sendAndTurn('a2');
    first.abort();
    expect(started).toEqual(['a1']);
    first.finish();
    expect(started).toEqual(['a1', 'a2']);
  });

  test('gives its place to others when it takes long', () => {
    open(1);
    sendAndTurn('a1');
    sendAndTurn('a2');
    pass(900);
    expect(started).toEqual(['a1']);
    pass(100);
    expect(started).toEqual(['a1', 'a2']);
    expect(admission.readers.underWay).toBe(2);
  });

  test('gives its place to others soon while its client sends or receives', () => {
    open(1);
    sendAndTurn('upload1', { isWithClient: () => true });
    sendAndTurn('a1');
    pass(100);
    expect(started).toEqual(['upload1', 'a1']);
  });

  test('is refused after two seconds when nothing is answered', () => {
    open(1, 10);
    for (let n = 1; n <= 6; n++) sendAndTurn(`a${n}`);
    pass(2000);
    expect(refused).toEqual([]);
    pass(100);
    expect(refused).toHaveLength(6 - started.length);
  });
});

describe('sources', () => {
  test('have their turns, however many requests one of them sends', () => {
    open(1, 10);
    const first = sendAndTurn('many1');
    const later = ['many2', 'many3', 'many4', 'few1'].map((name) => {
      const ticket: { finish?: () => void } = {};
      Object.assign(ticket, sendAndTurn(name));
      return ticket;
    });
    first.finish();
    expect(started).toEqual(['many1', 'many2']);
    later[0]?.finish?.();
    expect(started).toEqual(['many1', 'many2', 'few1']);
  });

  test('do not lose their places in the queue to one that sends more', () => {
    open(1, 3);
    for (let n = 1; n <= 5; n++) sendAndTurn(`many${n}`);
    expect(refused).toEqual(['many5']);
    sendAndTurn('few1');
    expect(refused).toEqual(['many5', 'many2']);
  });
});

describe('writers', () => {
  test('have places of their own', () => {
    open(1);
    sendAndTurn('read1');
    sendAndTurn('write1');
    expect(started).toEqual(['read1', 'write1']);
  });

  test('wait for readers, but for one turn in four', () => {
    open(10, 10);
    for (const name of ['read0', 'write1', 'write2', 'read1', 'read2', 'read3', 'read4']) send(name);
    turn();
    expect(started).toEqual(['read0', 'read1', 'read2', 'read3', 'write1', 'read4', 'write2']);
  });
});

describe('an overload', () => {
  /** Length of a tick. */
  const CAPACITY = 10;
  /** Ticks: longer than any burst. */
  const LONG = 20;
  let sent: Map<string, Sent>;
  beforeEach(() => {
    sent = new Map();
    open(2, 1000);
  });

  const arrive = (count: number): void => {
    for (let n = 0; n < count; n++) {
      const name = `a${sent.size}`;
      sent.set(name, sendAndTurn(name));
    }
  };
  let answered: number;
  beforeEach(() => {
    answered = 0;
  });
  /** A tenth of a second in which the service answers what it can. @returns how many that were */
  const work = (arriving = 0): number => {
    const before = answered;
    for (let n = 0; n < CAPACITY; n++) {
      arrive(arriving / CAPACITY);
      if (answered < started.length) sent.get(started[answered++] ?? '')?.finish();
    }
    pass(TICK_MS);
    return answered - before;
  };
  const overload = (ticks: number): void => {
    for (let tick = 0; tick < ticks; tick++) work(5 * CAPACITY);
  };

  test('is told from a burst, which is worked off', () => {
    arrive(300);
    for (let tick = 0; tick < 40; tick++) work();
    expect(refused).toEqual([]);
    expect(started).toHaveLength(300);
  });

  test('is told from clients that each wait for their answers', () => {
    arrive(100);
    for (let tick = 0; tick < 50; tick++) arrive(work());
    expect(refused).toEqual([]);
  });

  test('refuses what is more than can be done, at once, and goes on doing that', () => {
    overload(LONG);
    const before = { started: started.length, refused: refused.length };
    overload(10);
    // No more wait than can be started soon.
    expect(admission.readers.waiting).toBeLessThanOrEqual(CAPACITY);
    expect(started.length - before.started).toBeGreaterThanOrEqual(9 * CAPACITY);
    expect(refused.length - before.refused).toBeGreaterThanOrEqual(39 * CAPACITY);
  });

  test('lets few wait, and starts them in the order in which they came', () => {
    overload(LONG);
    arrive(CAPACITY);
    expect(admission.readers.waiting).toBe(4);
    const before = started.length;
    for (let n = 0; n < 3; n++) sent.get(started[answered++] ?? '')?.finish();
    const numbers = started.slice(before).map((name) => Number(name.slice(1)));
    expect(numbers).toHaveLength(3);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  });

  test('refuses early what would be refused, but for a source that has less waiting', () => {
    expect(admission.refuseEarly('a', false)).toBe(false);
    overload(LONG);
    arrive(5 * CAPACITY);
    expect(admission.refuseEarly('a', false)).toBe(true);
    expect(admission.refuseEarly('few', false)).toBe(false);
    expect(admission.refuseEarly('a', true)).toBe(false);
    const before = refused.length;
    sendAndTurn('few1');
    expect(refused).toHaveLength(before + 1);
    expect(refused).not.toContain('few1');
  });

  test('is over when there is no more than can be done', () => {
    overload(LONG);
    for (let tick = 0; tick < 10; tick++) work();
    const before = refused.length;
    arrive(100);
    for (let tick = 0; tick < 20; tick++) work();
    expect(refused).toHaveLength(before);
  });
});
