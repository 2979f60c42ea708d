import { beforeEach, describe, expect, test } from '@jest/globals';
import { AdmissionTrial } from '../../../../test/support/admission.js';

let trial: AdmissionTrial;
beforeEach(() => {
  trial = new AdmissionTrial();
});

describe('a request', () => {
  test('is started at once when there is a place', () => {
    trial.send('a1');
    expect(trial.started).toEqual(['a1']);
  });

  test('is started in a turn of its own when several arrive at one time', () => {
    trial.send('a1');
    trial.send('a2');
    expect(trial.started).toEqual(['a1']);
    trial.turn();
    expect(trial.started).toEqual(['a1', 'a2']);
  });

  test('waits when all places are taken, and is started when one is free', () => {
    const first = trial.sendAndTurn('a1');
    trial.sendAndTurn('a2');
    trial.sendAndTurn('a3');
    expect(trial.started).toEqual(['a1', 'a2']);
    first.finish();
    expect(trial.started).toEqual(['a1', 'a2', 'a3']);
  });

  test('is refused when too many wait', () => {
    trial = new AdmissionTrial(2, 3);
    for (let n = 1; n <= 7; n++) trial.sendAndTurn(`a${n}`);
    expect(trial.started).toEqual(['a1', 'a2']);
    expect(trial.refused).toEqual(['a6', 'a7']);
  });

  test('is dropped when its client goes while it waits', () => {
    trial = new AdmissionTrial(1);
    const first = trial.sendAndTurn('a1');
    const second = trial.sendAndTurn('a2');
    trial.sendAndTurn('a3');
    second.abort();
    first.finish();
    expect(trial.started).toEqual(['a1', 'a3']);
    expect(trial.admission.readers.totals.dropped).toBe(1);
  });

  test('keeps its place when its client goes while it is worked on', () => {
    trial = new AdmissionTrial(1);
    const first = trial.sendAndTurn('a1');
    trial.sendAndTurn('a2');
    first.abort();
    expect(trial.started).toEqual(['a1']);
    first.finish();
    expect(trial.started).toEqual(['a1', 'a2']);
  });

  test('gives its place to others when it takes long', () => {
    trial = new AdmissionTrial(1);
    trial.sendAndTurn('a1');
    trial.sendAndTurn('a2');
    trial.pass(900);
    expect(trial.started).toEqual(['a1']);
    trial.pass(100);
    expect(trial.started).toEqual(['a1', 'a2']);
    expect(trial.admission.readers.underWay).toBe(2);
  });

  test('gives its place to others soon while its client sends or receives', () => {
    trial = new AdmissionTrial(1);
    trial.sendAndTurn('upload1', { isWithClient: () => true });
    trial.sendAndTurn('a1');
    trial.pass(100);
    expect(trial.started).toEqual(['upload1', 'a1']);
  });

  test('is refused after two seconds when nothing is answered', () => {
    trial = new AdmissionTrial(1, 10);
    for (let n = 1; n <= 6; n++) trial.sendAndTurn(`a${n}`);
    trial.pass(2000);
    expect(trial.refused).toEqual([]);
    trial.pass(100);
    expect(trial.refused).toHaveLength(6 - trial.started.length);
  });
});

describe('sources', () => {
  test('have their turns, however many requests one of them sends', () => {
    trial = new AdmissionTrial(1, 10);
    const first = trial.sendAndTurn('many1');
    const later = ['many2', 'many3', 'many4', 'few1'].map((name) => {
      const ticket: { finish?: () => void } = {};
      Object.assign(ticket, trial.sendAndTurn(name));
      return ticket;
    });
    first.finish();
    expect(trial.started).toEqual(['many1', 'many2']);
    later[0]?.finish?.();
    expect(trial.started).toEqual(['many1', 'many2', 'few1']);
  });

  test('do not lose their places in the queue to one that sends more', () => {
    trial = new AdmissionTrial(1, 3);
    for (let n = 1; n <= 5; n++) trial.sendAndTurn(`many${n}`);
    expect(trial.refused).toEqual(['many5']);
    trial.sendAndTurn('few1');
    expect(trial.refused).toEqual(['many5', 'many2']);
  });
});

describe('writers', () => {
  test('have places of their own', () => {
    trial = new AdmissionTrial(1);
    trial.sendAndTurn('read1');
    trial.sendAndTurn('write1');
    expect(trial.started).toEqual(['read1', 'write1']);
  });

  test('wait for readers, but for one turn in four', () => {
    trial = new AdmissionTrial(10, 10);
    for (const name of ['read0', 'write1', 'write2', 'read1', 'read2', 'read3', 'read4']) trial.send(name);
    trial.turn();
    expect(trial.started).toEqual(['read0', 'read1', 'read2', 'read3', 'write1', 'read4', 'write2']);
  });
});
