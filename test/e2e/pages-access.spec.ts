import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { OverloadedError } from '../../src/kernel/errors.js';
import { AuthorLogins } from '../../src/modules/authors/author-logins.js';
import { type Service, startService } from '../support/service.js';

const basic = (name: string, password: string) =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`;

describe('A draft', () => {
  let service: Service;
  let path: string;
  beforeAll(async () => {
    service = await startService();
    const authors = [
      { name: 'editor', email: 'Editor@site.example', role: 'Editor' },
      { name: 'reader', email: 'reader@site.example', role: 'Reader' },
    ];
    for (const author of authors)
      await service.post('/api/1.1/authors', { ...author, password: 'correct horse battery' }).expect(200);
    await service.post('/api/1.1/authors', { name: 'mute' }).expect(200);
    const draft = { headline: 'Not yet', body: '<p>Unfinished words.</p>' };
    const { body } = await service.post('/api/1.3/drafts', draft).expect(200);
    path = `/${body.slug}?draft=1`;
  });
  afterAll(() => service.stop());
  const open = (authorization?: string) => {
    const request = service.as(null).get(path);
    return authorization === undefined ? request : request.set('authorization', authorization);
  };

  test('asks for a password', async () => {
    const { headers, text } = await open().expect(401);
    expect(headers['www-authenticate']).toMatch(/^Basic realm="[^"]+", charset="UTF-8"$/);
    expect(text).not.toContain('Unfinished');
  });

  test.each(['editor', 'editor@site.example', 'EDITOR@SITE.EXAMPLE'])('is shown to %s', async (name) => {
    const { text, headers } = await open(basic(name, 'correct horse battery')).expect(200);
    expect(text).toContain('Unfinished words.');
    expect(text).toMatch(/<meta name="robots" content="noindex/);
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['x-robots-tag']).toBe('noindex');
  });

  test('is shown to a key, and to nobody who may not read it', async () => {
    expect((await service.get(path).expect(200)).text).toContain('Unfinished words.');
    const reader = await service.createAuthorWithKey('Reader');
    await reader.client.get(path).expect(404);
    await open(basic('reader', 'correct horse battery')).expect(404);
  });

  test.each([
    ['editor', 'wrong'],
    ['nobody', 'correct horse battery'],
    ['mute', ''],
    ['', ''],
  ])('is not shown to %j with %j', async (name, password) => {
    await open(basic(name, password)).expect(401);
  });

  test.each(['Basic', 'Basic %%%', 'Bearer x', `Basic ${Buffer.from('editor').toString('base64')}`])(
    'is not shown for %j',
    async (authorization) => {
      await open(authorization).expect(401);
    },
  );

  test('is not to be had by trying', async () => {
    const answers = [];
    for (let n = 0; n < 40; n++) answers.push((await open(basic('victim', `guess ${n}`))).status);
    expect(answers.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(answers.slice(10)).toEqual(Array.from({ length: 30 }, () => 429));
    // Tries that were refused are no wrong passwords of all who share the address.
    await open(basic('editor', 'correct horse battery')).expect(200);
  });

  test('counts no password as wrong that it was too busy to compare', async () => {
    const comparison = jest
      .spyOn(service.app.get(AuthorLogins), 'hasPassword')
      .mockRejectedValue(new OverloadedError('logins-busy', 'Too many.'));
    for (let n = 0; n < 40; n++) await open(basic('editor', 'correct horse battery')).expect(503);
    comparison.mockRestore();
    await open(basic('editor', 'correct horse battery')).expect(200);
  });
});

describe('A site', () => {
  test('with a password of its own shows nothing without it', async () => {
    const service = await startService({ settings: { site: { basicAuth: 'team:let me in' } } });
    try {
      await service.post('/api/1.3/posts', { headline: 'Soon' }).expect(200);
      for (const path of ['/', '/soon', '/nothing']) await service.as(null).get(path).expect(401);
      const open = service.as(null).get('/soon').set('authorization', basic('team', 'let me in'));
      const { headers } = await open.expect(200);
      expect(headers['cache-control']).toBe('private, no-store');
      await service.get('/api/1.3/posts').expect(200);
    } finally {
      await service.stop();
    }
  });

  test('with pages of its own has none here', async () => {
    const service = await startService({ settings: { site: { pages: false } } });
    try {
      await service.post('/api/1.3/posts', { headline: 'Elsewhere' }).expect(200);
      for (const path of ['/', '/elsewhere', '/u/administrator/', '/elsewhere?draft=1']) {
        const { body } = await service.as(null).get(path).expect(404);
        expect(body.code).toBe('route-not-found');
      }
    } finally {
      await service.stop();
    }
  });
});
