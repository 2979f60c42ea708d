import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

/** A suite asks for the storages of typeorm and class-validator; here others did before it began. */
const SUITE = `
  import { getMetadataStorage } from 'class-validator';
  import { getMetadataArgsStorage } from 'typeorm';
  import { rememberRealm } from './test/runner/realm.mjs';

  const storages = () => [getMetadataArgsStorage(), getMetadataStorage()];
  const left = storages();
  const restoreRealm = rememberRealm();
  const ofSuite = storages();
  restoreRealm();
  const next = storages();
  console.log(JSON.stringify([...left, ...ofSuite, ...next].map((one, _, all) => all.indexOf(one))));
`;

test('a suite has storages of classes of its own, even where code of the one before goes on after its end', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', SUITE], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([0, 1, 2, 3, 4, 5]);
});
