import { describe, expect, test } from '@jest/globals';
import type { WorkOrigin } from '../../platform/concurrency/work-origin.js';
import { recordsOf, writeOf } from './recorded-write.js';

const request = (method: string, name: string, parameters: object = {}): WorkOrigin => ({
  kind: 'request',
  name,
  request: {
    ...{ id: 'r-1', method, status: 200, keyPrefix: 'abcdefgh', address: null },
    parameters: parameters as Record<string, unknown>,
  },
});

describe('A write that does not say what it writes', () => {
  test.each([
    ['POST', '/api/acme/notes', {}, 'notes', null, 'create'],
    ['PUT', '/api/acme/notes/:id', { id: '7' }, 'notes', 7, 'edit'],
    ['DELETE', '/api/acme/notes/:id/pages/:page', { id: '7', page: '12' }, 'pages', 12, 'delete'],
    ['POST', '/api/acme/notes/:id/pages', { id: '7' }, 'notes', 7, 'create'],
    ['PATCH', '/api/acme/notes/:slug', { slug: 'a-note' }, 'notes', null, 'edit'],
    ['PUT', '/api/acme/Press_Notes/:id', { id: '-1' }, 'press-notes', null, 'edit'],
    ['PUT', '/api/acme/notes/:id', { id: '9007199254740993' }, 'notes', null, 'edit'],
    ['PUT', '/api/acme/notes/{*path}', { path: ['a', 'b'] }, 'notes', null, 'edit'],
    ['PUT', '/:id', { id: '7' }, 'site', 7, 'edit'],
    ['POST', `/api/${'n'.repeat(80)}`, {}, 'n'.repeat(50), null, 'create'],
    ['POST', '/api/_', {}, 'site', null, 'create'],
  ])('is told by its route: %s %s %j', (method, name, parameters, resource, id, verb) => {
    expect(writeOf(request(method, name, parameters))).toEqual({ resource, id, verb });
  });

  test('of a command is one of the site', () => {
    const write = { resource: 'site', id: null, verb: 'run' };
    expect(writeOf({ kind: 'command', name: 'acme:send' })).toEqual(write);
  });
});

test('records name resources as clients do, and the door by which they were written', () => {
  const write = { resource: 'article', id: 3, verb: 'publish' };
  const by = { at: 5, authorId: null };
  const origins = [
    { kind: 'job', name: 'publish-due' },
    { kind: 'command', name: 'keys revoke' },
    null,
  ] as const;
  const told = origins.flatMap((origin) => recordsOf([write], origin, by));
  expect(told.map(({ route, resource }) => [route, resource])).toEqual([
    ['job publish-due', 'post'],
    ['cli keys revoke', 'post'],
    ['service', 'post'],
  ]);
  expect(recordsOf([write], request('PUT', `/${'x'.repeat(300)}`), by)[0]?.route).toHaveLength(255);
});
