import { spawnSync } from 'node:child_process';
import { expect, test } from '@jest/globals';

/** Loads the service, as the first suite of a worker does; then a suite declares an entity and goes on. */
const SUITE = `
  import { Entity, getMetadataArgsStorage } from 'typeorm';
  import { TypeOrmModule } from '@nestjs/typeorm';
  import { EntitiesMetadataStorage } from './node_modules/@nestjs/typeorm/dist/entities-metadata.storage.js';
  import { rememberRealm } from './test/runner/realm.mjs';

  const declared = () => [
    getMetadataArgsStorage().tables.length,
    EntitiesMetadataStorage.getEntitiesByDataSource('default').length,
  ];
  const before = declared();
  const restoreRealm = rememberRealm();
  class Note {}
  Entity('notes')(Note);
  TypeOrmModule.forFeature([Note]);
  globalThis.left = true;
  const within = declared();
  restoreRealm();
  console.log(JSON.stringify({ before, within, after: declared(), left: globalThis.left ?? null }));
`;

test('a suite finds the declarations of the service, and those of no suite before it', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', SUITE], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const { before, within, after, left } = JSON.parse(stdout) as Record<string, number[]>;
  expect(Math.min(...(before ?? []))).toBeGreaterThan(30);
  expect(within).toEqual(before?.map((count) => count + 1));
  expect(after).toEqual(before);
  expect(left).toBeNull();
});
