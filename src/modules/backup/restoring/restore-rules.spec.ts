import { describe, expect, test } from '@jest/globals';
import type { Manifest } from '../contents/manifest.js';
import { mustBeRestorable, type RestoringService } from './restore-rules.js';

const SERVICE: RestoringService = { version: '1.10.0', migrations: ['One1', 'Two2'], kind: 'mariadb' };
const restoring = (change: Partial<Manifest>) => () => {
  const manifest = { service: '1.9.0', migrations: ['One1'], database: { kind: 'mariadb', version: '11' } };
  mustBeRestorable({ ...manifest, ...change } as Manifest, SERVICE);
};

describe('A backup may be restored', () => {
  test.each(['0.1.0', '1.9.9', '1.10.0'])('that version %s has made', (service) => {
    expect(restoring({ service })).not.toThrow();
  });
});

describe('A backup is refused', () => {
  test.each(['1.10.1', '1.11.0', '2.0.0'])('that version %s has made', (service) => {
    expect(restoring({ service })).toThrow(`made by version ${service}, and this is 1.10.0`);
  });

  test('with migrations that are not known, each of which is named', () => {
    expect(restoring({ migrations: ['One1', 'Three3', 'Four4'] })).toThrow('(Three3, Four4)');
  });

  test('of another database', () => {
    expect(restoring({ database: { kind: 'sqlite', version: '3' } })).toThrow(
      'The backup is of SQLite, and DATABASE_URL names MariaDB',
    );
  });
});
