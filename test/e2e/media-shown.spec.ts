import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Media, newDocument, newImage } from '../support/media.js';
import { ok } from '../support/picture-client.js';
import { type Client, type Service, startService } from '../support/service.js';

const KINDS = [
  { path: '/api/1.3/images', make: newImage, code: (id: number) => `[cms-image ${id}]` },
  { path: '/api/1.3/documents', make: newDocument, code: (id: number) => `[cms-document-csv ${id}]` },
];

let service: Service;
let reader: Client;
beforeAll(async () => {
  service = await startService();
  reader = (await service.createAuthorWithKey('Reader')).client;
});
afterAll(() => service.stop());

const post = (fields: object) =>
  ok<{ id: number }>(service.post('/api/1.3/posts', { headline: 'H', ...fields }));
/** Whether readers see it, and whether it may be removed as nothing shows it. */
async function stateOf(path: string, { id }: Media): Promise<object> {
  const { status: read } = await reader.get(`${path}/${id}`);
  const { status: removed } = await service.delete(`${path}/${id}`);
  return { read, removed };
}

/** Texts in which readers see nothing of the library. */
const HIDDEN: readonly (readonly [name: string, text: (code: string, id: number) => object])[] = [
  ['a comment', (code) => ({ body: `<p>x</p><!-- ${code} -->` })],
  ['code', (code) => ({ body: `<code>${code}</code>` })],
  ['a link', (code) => ({ body: `<a href="https://e.example">${code}</a>` })],
  ['an attribute', (code) => ({ body: `<p title="${code}">x</p>` })],
  ['a script', (code) => ({ body: `<script>${code}</script>` })],
  ['a shortcode that is not closed', (code) => ({ body: `<p>${code.slice(0, -1)}</p>` })],
  [
    'the mark of a rendering, as a text',
    (_code, id) => ({ body: `<p>&lt;img data-image-id="${id}" data-document-id="${id}"&gt;</p>` }),
  ],
  [
    'the mark of a rendering, on an image of elsewhere',
    (_code, id) => ({
      body: `<img src="https://e.example/a.png" data-image-id="${id}"><p data-document-id="${id}">x</p>`,
    }),
  ],
];

/** Texts in which readers see it. */
const SHOWN: readonly (readonly [name: string, text: (code: string) => object])[] = [
  ['a paragraph', (code) => ({ body: `<p>${code}</p>` })],
  ['a non-breaking space', (code) => ({ body: `<p>${code.replace(' ', '&nbsp;')}</p>` })],
  [
    'character references',
    (code) => ({ body: `<p>${code.replace('[', '&#91;').replace(']', '&rbrack;')}</p>` }),
  ],
  ['a comment within', (code) => ({ body: `<p>${code.replace(' ', '<!-- --> ')}</p>` })],
  ['the headline of an item', (code) => ({ listicle: { items: [{ headline_html: code }] } })],
  ['the lead media', (code) => ({ media: code })],
];

describe.each(KINDS)('$path', ({ path, make, code }) => {
  test.each(HIDDEN)('in %s is not shown', async (_name, text) => {
    const media = await make(service);
    await post(text(code(media.id), media.id));
    expect(await stateOf(path, media)).toEqual({ read: 404, removed: 200 });
  });

  test.each(SHOWN)('in %s is shown', async (_name, text) => {
    const media = await make(service);
    await post(text(code(media.id)));
    expect(await stateOf(path, media)).toEqual({ read: 200, removed: 409 });
  });
});

test('the marks of renderings are no text that is refused to authors who do not see the image', async () => {
  const image = await newImage(service);
  const { client } = await service.createAuthorWithKey('Guest Writer');
  const body = `<p>data-image-id="${image.id}"</p><img src="https://e.example/a.png" data-image-id="${image.id}">`;
  const { description } = await ok<{ description: string }>(
    client.post('/api/1.3/drafts', { headline: 'H', body }),
  );
  expect(description).toBe(`<p>data-image-id="${image.id}"</p><img src="https://e.example/a.png" />`);
});
