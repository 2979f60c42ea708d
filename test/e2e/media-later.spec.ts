import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ArticlesService } from '../../src/modules/articles/articles.service.js';
import { newDocument, newImage } from '../support/media.js';
import { ok } from '../support/picture-client.js';
import { type Client, type Service, startService } from '../support/service.js';

interface Post {
  readonly id: number;
  readonly slug: string;
  readonly description: string;
}

let service: Service;
let guest: Client;
beforeAll(async () => {
  service = await startService();
  guest = (await service.createAuthorWithKey('Guest Writer')).client;
});
afterAll(() => service.stop());

/** A draft of a guest that names the next image and document, which an editor uploads afterwards. */
async function draftBeforeMedia() {
  const next = [(await newImage(service)).id + 1, (await newDocument(service)).id + 1] as const;
  const body = `<p>x</p>[cms-image ${next[0]}][cms-document-csv ${next[1]}]`;
  const fields = { headline: 'Early', body, media: `[cms-image ${next[0]}]` };
  const { id, slug } = await ok<Post>(guest.post('/api/1.3/drafts', fields));
  await ok(guest.put(`/api/1.3/drafts/${id}`, { subheadline: 'Edited' }));
  const [image, document] = [await newImage(service), await newDocument(service)];
  expect([image.id, document.id]).toEqual(next);
  return { id, slug, body, image, document };
}
const pageOf = async ({ slug }: { readonly slug: string }) =>
  (await guest.get(`/${slug}?draft=1`).expect(200)).text;

test('a former version shows no media that its reader may not see, as the present one', async () => {
  const { id } = await draftBeforeMedia();
  const { description } = await ok<Post>(guest.get(`/api/1.3/posts/${id}/revisions/1`));
  expect(description).toBe('<p>x</p>');
  const { description: ofEditor } = await ok<Post>(service.get(`/api/1.3/posts/${id}/revisions/1`));
  expect(ofEditor).toMatch(/data-image-id.*data-document-id/s);
});

test('a reindex shows no media that were not shown, until a text is sent by one who sees them', async () => {
  const { id, body, image } = await draftBeforeMedia();
  await service.app.get(ArticlesService).reindex(id - 1, 1);
  const shown = () => ok<Post>(guest.get(`/api/1.3/drafts/${id}`));
  expect((await shown()).description).toBe('<p>x</p>');
  await ok(service.put(`/api/1.3/drafts/${id}`, { body }));
  await service.app.get(ArticlesService).reindex(id - 1, 1);
  expect((await shown()).description).toContain(`data-image-id="${image.id}"`);
});

test.each(['', '0', '+', '.0'])(
  'lead media that name an image as no shortcode of it does show it nowhere (%s)',
  async (sign) => {
    const { id, image, slug } = await draftBeforeMedia();
    if (sign !== '') {
      const name = sign === '.0' ? `${image.id}.0` : `${sign}${image.id}`;
      await ok(guest.put(`/api/1.3/drafts/${id}`, { media: `[cms-image ${name}]` }));
    }
    const file = new RegExp(`/res/images/${image.id}/`);
    expect(await pageOf({ slug })).not.toMatch(file);
    const post = await ok<Post>(service.put(`/api/1.3/drafts/${id}`, { action: 'publish' }));
    for (const path of [`/${post.slug}`, '/', '/feed.xml', '/feed.json'])
      expect((await service.as(null).get(path).expect(200)).text).not.toMatch(file);
    await ok(service.put(`/api/1.3/posts/${id}`, { media: `[cms-image ${image.id}]` }));
    expect((await service.as(null).get(`/${post.slug}`).expect(200)).text).toMatch(file);
  },
);
