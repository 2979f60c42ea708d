import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Test } from 'supertest';
import { siteDeclarations } from '../../src/modules/site/site.module.js';
import { siteSettingsSchema } from '../../src/modules/site/site-settings.schema.js';
import { describeApi } from '../../src/platform/http/server/openapi.js';
import { createImages } from '../support/images.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let document: OpenAPIObject;
beforeAll(async () => {
  service = await startService();
  await createImages(service, 3);
  document = describeApi(service.app);
});
afterAll(() => service.stop());

const checkedIn = (name: string): unknown => JSON.parse(readFileSync(`contract/${name}`, 'utf8'));

test('contract/openapi.json is what the service promises (npm run contract writes it)', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(checkedIn('openapi.json'));
});

test('contract/site.schema.json is what the settings are checked by (npm run contract writes it)', () => {
  expect(JSON.parse(JSON.stringify(siteSettingsSchema(siteDeclarations())))).toEqual(
    checkedIn('site.schema.json'),
  );
});

test('the schema of the settings is one', () => {
  const ajv = new Ajv();
  expect({ isValid: ajv.validateSchema(siteSettingsSchema(siteDeclarations())), errors: ajv.errors }).toEqual(
    {
      isValid: true,
      errors: null,
    },
  );
});

test('every route has a summary, an answer and, below /api/, its problems', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const operation of Object.values(methods) as { summary?: string; responses: object }[]) {
      expect({ path, summary: operation.summary }).toEqual({ path, summary: expect.stringMatching(/\w{3}/) });
      const problems = path.startsWith('/api/') ? ['400', '401', '403'] : [];
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['200', ...problems]));
    }
  }
});

/** Sends a request and holds its answer against the schema that the contract has for it. */
async function mustKeepContract(method: 'delete' | 'get' | 'post' | 'put', template: string, request: Test) {
  const response = await request;
  const { responses } = document.paths[template]?.[method] ?? {};
  const media = response.ok ? 'application/json' : 'application/problem+json';
  const described = responses?.[response.status] as { $ref?: string } | undefined;
  const shared = described?.$ref?.replace('#/components/responses/', '');
  const { content } = ((shared && document.components?.responses?.[shared]) ?? described ?? {}) as {
    content?: Record<string, { schema: object }>;
  };
  const schema = content?.[media]?.schema;
  if (!schema) throw new Error(`The contract has no ${response.status} for ${method} ${template}`);
  const ajv = new Ajv2020({ strict: false, formats: { int64: true } });
  const closed = JSON.parse(
    JSON.stringify(
      { ...schema, components: document.components },
      (_key, value: Record<string, unknown> | null) =>
        value?.properties && value.additionalProperties === undefined
          ? { ...value, additionalProperties: false }
          : value,
    ),
  ) as object;
  const validate = ajv.compile(closed);
  validate(response.body);
  expect({ template, faults: validate.errors ?? [] }).toEqual({ template, faults: [] });
  return response.body as { id: number };
}

test('answers have the fields and types that the contract promises, and no others', async () => {
  const rich = {
    headline: 'Rich',
    body: '<p>One</p>',
    tags: ['one'],
    primary_tag: 'one',
    sections: ['Home'],
    primary_section: 0,
    listicle: { items: [{ headline: 'Item', image_id: 3 }], settings: { layout_type: 2 } },
    page_list: [{ view: 'amp', path: '/x' }],
    product: { price: { amount: 1 } },
  };
  const author = { first_name: 'Ann', last_name: 'Lee', email: 'ann@example.com', specific_data: { a: 1 } };
  const { id: authorId } = await mustKeepContract(
    'post',
    '/api/1.1/authors',
    service.post('/api/1.1/authors', author),
  );
  await mustKeepContract('get', '/api/1.1/authors/{id}', service.get(`/api/1.1/authors/${authorId}`));
  await mustKeepContract('get', '/api/1.3/authors/search', service.get('/api/1.3/authors/search'));
  await mustKeepContract(
    'get',
    '/api/1.3/authors/email',
    service.get('/api/1.3/authors/email?emails=ann@example.com'),
  );
  await mustKeepContract('put', '/api/1.1/authors/{id}', service.put(`/api/1.1/authors/${authorId}`, {}));

  const section = { title: 'News', url: 'news', tags: ['x'] };
  const { id: sectionId } = await mustKeepContract(
    'post',
    '/api/1.3/sections',
    service.post('/api/1.3/sections', section),
  );
  await mustKeepContract(
    'put',
    '/api/1.3/sections/{id}',
    service.put(`/api/1.3/sections/${sectionId}`, { status: 2 }),
  );
  await mustKeepContract('get', '/api/1.3/sections', service.get('/api/1.3/sections'));
  await mustKeepContract('get', '/api/1.3/sections/{id}', service.get('/api/1.3/sections/0'));
  await mustKeepContract('post', '/api/1.3/sections', service.post('/api/1.3/sections', section));

  const badge = { name: 'Badge', image_id: 1, tags: ['one'] };
  const link = { url: 'https://example.com', deep: [{}] };
  const { id: badgeId } = await mustKeepContract(
    'post',
    '/api/1.3/badges',
    service.post('/api/1.3/badges', badge),
  );
  await mustKeepContract('post', '/api/1.3/badges', service.post('/api/1.3/badges', {}));
  await mustKeepContract('get', '/api/1.3/badges/{id}', service.get(`/api/1.3/badges/${badgeId}`));
  await mustKeepContract(
    'put',
    '/api/1.3/badges/{id}',
    service.put(`/api/1.3/badges/${badgeId}`, { category: 1, description: 'x', link }),
  );
  await mustKeepContract('get', '/api/1.3/badges', service.get('/api/1.3/badges'));
  const { id: goneId } = await mustKeepContract(
    'post',
    '/api/1.3/badges',
    service.post('/api/1.3/badges', badge),
  );
  await mustKeepContract('delete', '/api/1.3/badges/{id}', service.delete(`/api/1.3/badges/${goneId}`));
  await mustKeepContract('get', '/api/1.3/badges/{id}', service.get(`/api/1.3/badges/${goneId}`));

  const { id: few } = await mustKeepContract('post', '/api/1.3/posts', service.post('/api/1.3/posts', rich));
  await mustKeepContract('get', '/api/1.3/posts', service.get('/api/1.3/posts?include_fields=id,headline'));
  await mustKeepContract('delete', '/api/1.3/posts/{id}', service.delete(`/api/1.3/posts/${few}`));

  for (const door of ['posts', 'drafts']) {
    const base = `/api/1.3/${door}`;
    const { id } = await mustKeepContract('post', base, service.post(base, rich));
    await mustKeepContract('get', `${base}/{id}`, service.get(`${base}/${id}`));
    await mustKeepContract('get', '/api/1.3/posts/{id}/explain', service.get(`/api/1.3/posts/${id}/explain`));
    await mustKeepContract('put', `${base}/{id}`, service.put(`${base}/${id}`, { action: 'unpublish' }));
    await mustKeepContract('get', base, service.get(base));
    await mustKeepContract('delete', `${base}/{id}`, service.delete(`${base}/${id}`));
    await mustKeepContract('get', `${base}/{id}`, service.get(`${base}/${id}`));
    await mustKeepContract('post', base, service.post(base, {}));
    await mustKeepContract('get', base, service.as(null).get(base));
  }
});
