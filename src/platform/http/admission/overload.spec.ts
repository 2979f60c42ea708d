import { beforeEach, describe, expect, test } from '@jest/globals';
import { AdmissionTrial, type SentRequest, TICK_MS } from '../../../../test/support/admission.js';

let trial: AdmissionTrial;

describe('an overload', () => {
  /** Length of a tick. */
  const CAPACITY = 100;
  /** Ticks: longer than any burst. */
  const LONG = 20;
  let sent: Map<string, SentRequest>;
  beforeEach(() => {
    sent = new Map();
    trial = new AdmissionTrial(2, 1000);
  });

  /** How many came while each request that was started waited. */
  let overtaken: number[];
  beforeEach(() => {
    overtaken = [];
  });
  const send = (source: string): void => {
    const number = sent.size;
    const name = `${source}${number}`;
    const start = (): void => {
      trial.started.push(name);
      overtaken.push(sent.size - number);
    };
    sent.set(name, trial.sendAndTurn(name, { start }));
  };
  const arrive = (count: number): void => {
    for (let n = 0; n < count; n++) send('a');
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
      if (answered < trial.started.length) sent.get(trial.started[answered++] ?? '')?.finish();
    }
    trial.pass(TICK_MS);
    return answered - before;
  };
  const overload = (ticks: number): void => {
    for (let tick = 0; tick < ticks; tick++) work(5 * CAPACITY);
  };

  const overloadByBoth = (ticks: number): void => {
    for (let tick = 0; tick < ticks; tick++)
      for (let step = 0; step < CAPACITY; step++) {
        for (const source of ['a', 'a', 'a', 'a', 'write']) send(source);
        if (answered < trial.started.length) sent.get(trial.started[answered++] ?? '')?.finish();
        if (step === CAPACITY - 1) trial.pass(TICK_MS);
      }
  };

  test('is told from a burst, which is worked off', () => {
    arrive(300);
    for (let tick = 0; tick < 40; tick++) work();
    expect(trial.refused).toEqual([]);
    expect(trial.started).toHaveLength(300);
  });

  test('is told from clients that each wait for their answers', () => {
    arrive(100);
    for (let tick = 0; tick < 50; tick++) arrive(work());
    expect(trial.refused).toEqual([]);
  });

  test('is told from a burst that the queue has no room for', () => {
    trial = new AdmissionTrial(2, 200);
    arrive(300);
    const tooMany = trial.refused.length;
    for (let tick = 0; tick < 20; tick++) work();
    expect(tooMany).toBeLessThanOrEqual(100);
    expect(trial.refused).toHaveLength(tooMany);
  });

  test('is told within three ticks when the queue has no room, though it has some when it is looked at', () => {
    trial = new AdmissionTrial(2, 200);
    for (let tick = 0; tick < 3; tick++) {
      work(5 * CAPACITY);
      sent.get(trial.started[answered++] ?? '')?.finish();
    }
    expect(trial.admission.readers.isOverloaded).toBe(true);
  });

  test('is told as soon when what has no room is refused early', () => {
    trial = new AdmissionTrial(2, 200);
    for (let tick = 0; tick < 3; tick++) {
      for (let n = 0; n < 5 * CAPACITY; n++) if (!trial.admission.refuseEarly('a', false)) send('a');
      work();
    }
    expect(trial.refused).not.toEqual([]);
    expect(trial.admission.readers.isOverloaded).toBe(true);
  });

  test('by readers is one of writers who are too many, too', () => {
    overload(LONG);
    const write = (): void => {
      for (let n = 0; n < 2 * CAPACITY; n++) trial.sendAndTurn(`write${n}`);
    };
    for (let tick = 0; tick < 3; tick++) {
      write();
      work(5 * CAPACITY);
    }
    expect(trial.admission.writers.isOverloaded).toBe(true);
  });

  test('refuses what is more than can be done, at once, and goes on doing that', () => {
    overload(LONG);
    const before = { started: trial.started.length, refused: trial.refused.length };
    overload(10);
    // No more wait than can be started soon.
    expect(trial.admission.readers.waiting).toBeLessThanOrEqual(CAPACITY);
    expect(trial.started.length - before.started).toBeGreaterThanOrEqual(9 * CAPACITY);
    expect(trial.refused.length - before.refused).toBeGreaterThanOrEqual(39 * CAPACITY);
  });

  test('lets few wait, and starts them in the order in which they came', () => {
    overload(LONG);
    arrive(CAPACITY);
    // As many as are started in 3 ms.
    expect(trial.admission.readers.waiting).toBe(3);
    const before = trial.started.length;
    for (let n = 0; n < 3; n++) sent.get(trial.started[answered++] ?? '')?.finish();
    const numbers = trial.started.slice(before).map((name) => Number(name.slice(1)));
    expect(numbers).toHaveLength(3);
    expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  });

  test('lets nobody wait for longer while it is seen whether there is room for all', () => {
    overload(LONG);
    overtaken = [];
    overload(80);
    expect(overtaken.length).toBeGreaterThan(0);
    expect(Math.max(...overtaken)).toBeLessThan(50);
  });

  test('that cannot be told from a burst yet refuses early what the queue has no room for', () => {
    trial = new AdmissionTrial(2, 200);
    arrive(150);
    expect(trial.admission.refuseEarly('a', false)).toBe(false);
    arrive(100);
    expect(trial.admission.refuseEarly('a', false)).toBe(true);
    expect(trial.admission.refuseEarly('few', false)).toBe(false);
  });

  test('refuses early what would be refused, but for a source that has less waiting', () => {
    expect(trial.admission.refuseEarly('a', false)).toBe(false);
    overload(LONG);
    arrive(5 * CAPACITY);
    expect(trial.admission.refuseEarly('a', false)).toBe(true);
    expect(trial.admission.refuseEarly('few', false)).toBe(false);
    expect(trial.admission.refuseEarly('a', true)).toBe(false);
    const before = trial.refused.length;
    trial.sendAndTurn('few1');
    expect(trial.refused).toHaveLength(before + 1);
    expect(trial.refused).not.toContain('few1');
  });

  test('is over when there is no more than can be done', () => {
    overload(LONG);
    for (let tick = 0; tick < 10; tick++) work();
    const before = trial.refused.length;
    arrive(100);
    for (let tick = 0; tick < 20; tick++) work();
    expect(trial.refused).toHaveLength(before);
  });

  describe('by clients that send again at once when they are refused', () => {
    const onTheirWay = (): number => sent.size - trial.refused.length - answered;
    const insist = (clients: number, ticks: number, source = (): string => 'a'): void => {
      for (let step = 0; step < ticks * CAPACITY; step++) {
        for (let missing = clients - onTheirWay(); missing > 0; missing--) send(source());
        if (answered < trial.started.length) sent.get(trial.started[answered++] ?? '')?.finish();
        if (step % CAPACITY === CAPACITY - 1) trial.pass(TICK_MS);
      }
    };

    test('is over soon when there is room for all of them', () => {
      overload(LONG);
      insist(32, 40);
      expect(trial.admission.readers.isOverloaded).toBe(false);
      const before = trial.refused.length;
      insist(32, 40);
      expect(trial.refused).toHaveLength(before);
    });

    test('is over soon when some of them write', () => {
      const source = (): string => (sent.size % 5 === 4 ? 'write' : 'a');
      overloadByBoth(LONG);
      insist(32, 80, source);
      const before = trial.refused.length;
      insist(32, 40, source);
      expect(trial.refused).toHaveLength(before);
    });

    test('goes on when there is not', () => {
      overload(LONG);
      insist(2 * CAPACITY, 40);
      expect(trial.admission.readers.isOverloaded).toBe(true);
    });

    test('goes on while more come than can be started, though all had room', () => {
      overload(LONG);
      for (let tick = 0; tick < 80; tick++) work(1.2 * CAPACITY);
      expect(trial.admission.readers.isOverloaded).toBe(true);
    });
  });

  describe('by readers and writers', () => {
    test('leaves each their share of what comes', () => {
      overloadByBoth(LONG);
      const last = trial.started.slice(-5 * CAPACITY);
      const writes = last.filter((name) => name.startsWith('write')).length;
      expect(writes / last.length).toBeGreaterThan(0.15);
      expect(writes / last.length).toBeLessThan(0.25);
    });

    test('lets no writer wait until writers have a share again', () => {
      overloadByBoth(LONG);
      overtaken = [];
      overloadByBoth(80);
      expect(overtaken.length).toBeGreaterThan(0);
      expect(Math.max(...overtaken)).toBeLessThan(50);
    });

    test('refuses writers early who have had their share', () => {
      overloadByBoth(LONG);
      for (let n = 0; n < CAPACITY; n++) send('write');
      expect(trial.admission.refuseEarly('other', true)).toBe(true);
    });
  });
});
