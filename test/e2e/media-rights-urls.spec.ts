import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { newDocument, newImage, newPicture } from '../support/media.js';
import { type ImageAnswer, IMAGES, ok, uploaded } from '../support/picture-client.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';

const POSTS = '/api/1.3/posts';
const DRAFTS = '/api/1.3/drafts';

let service: Service;
let editor: Client, writer: Client, reader: Client;
beforeAll(async () => {
  service = await startService();
  ({ client: editor } = await service.createAuthorWithKey('Editor'));
  ({ client: writer } = await service.createAuthorWithKey('Guest Writer'));
  ({ client: reader } = await service.createAuthorWithKey('Reader'));
});
afterAll(() => service.stop());

const created = async (path: string, fields: object): Promise<number> =>
  (await ok<{ id: number }>(service.post(path, fields))).id;

const serverPath = (url: string) => url.slice(BASE_URL.length);

describe('A URL', () => {
  const anybody = () => service.as(null);
  const statusOf = async (path: string) => (await anybody().get(path)).status;
  const counted = (id: number, version = 'x') => `/res/images/${id}/${version}/origin.png`;
  /** As it was before URLs were signed. */
  const unsigned = (image: ImageAnswer) =>
    counted(image.id, /\/([0-9a-f]{12})[0-9a-f]{20}\/origin\.png$/.exec(image.image_original_url)?.[1]);
  const post = (fields: object) => created(POSTS, { headline: 'P', ...fields });
  const update = (statement: string, id: number) =>
    service.app.get(UnitOfWork).run(() => service.app.get(Database).execute(statement, [id]));

  test('of an image of a draft is not had by counting ids', async () => {
    const image = await newImage(editor);
    await ok(editor.post(DRAFTS, { headline: 'D', image_id: image.id }));
    const versions = ['x', '0'.repeat(12), '0'.repeat(32), '%20'];
    for (const version of versions) expect(await statusOf(counted(image.id, version))).toBe(404);
    expect(await statusOf(unsigned(image))).toBe(404);
    expect(await statusOf(serverPath(image.image_original_url))).toBe(200);
    expect(await statusOf(serverPath(image.thumbnails['35x35'] ?? ''))).toBe(200);
  });

  test('of two uploads of one file differ, and neither tells the other', async () => {
    const file = await newPicture();
    const [one, other] = [
      await uploaded(editor, { name: 'a.png', file }),
      await uploaded(writer, { name: 'a.png', file }),
    ];
    const [version, foreign] = [one, other].map(({ image_original_url: url }) => url.split('/').at(-2));
    expect(version).not.toBe(foreign);
    expect(await statusOf(counted(one.id, foreign))).toBe(404);
  });

  test('leads to the image that a post shows, however old it is', async () => {
    const image = await newImage(editor);
    const id = await post({ image_id: image.id });
    for (const path of [counted(image.id), unsigned(image)]) {
      const { status, headers } = await anybody().get(path);
      expect([status, headers.location]).toEqual([302, image.image_original_url]);
    }
    await ok(service.put(`${POSTS}/${id}`, { action: 'unpublish' }));
    expect(await statusOf(counted(image.id))).toBe(404);
  });

  test('is not had by counting from private posts and sections', async () => {
    let serial = 0;
    const section = (status: number, more: object = {}) =>
      created('/api/1.3/sections', { title: `S${++serial}`, url: `p${serial}`, status, ...more });
    const [hidden, open] = [await section(1, { tags: ['inside'] }), await section(2)];
    const images = [];
    for (let n = 0; n < 5; n++) images.push(await newImage(editor));
    const [inHidden, byTag, inBoth, header, nowhere] = images.map(({ id }) => id);
    await post({ image_id: inHidden, sections: [hidden] });
    await post({ image_id: byTag, tags: ['inside'] });
    await post({ image_id: inBoth, sections: [hidden, open] });
    await post({ image_id: nowhere });
    await section(1, { url_header_image: { id: header } });
    const statuses = [];
    for (const { id } of images) statuses.push(await statusOf(counted(id)));
    expect(statuses).toEqual([404, 404, 302, 404, 302]);
    // Readers have a key.
    for (const { id } of images) await ok(reader.get(`${IMAGES}/${id}`));
  });

  test('that was handed out leads on when the image shows another file', async () => {
    const image = await newImage(editor);
    await update(
      'UPDATE images SET hash = (SELECT hash FROM stored_files WHERE hash <> images.hash LIMIT 1) WHERE id = ?',
      image.id,
    );
    const { image_original_url: now } = await ok(editor.get(`${IMAGES}/${image.id}`));
    expect(now).not.toBe(image.image_original_url);
    const { status, headers } = await anybody().get(serverPath(image.image_original_url));
    expect([status, headers.location]).toEqual([302, now]);
  });

  test('from before URLs were signed still shows the image, also of a draft', async () => {
    const image = await newImage(editor);
    await update('UPDATE images SET has_unsigned_urls = 1 WHERE id = ?', image.id);
    expect(await statusOf(unsigned(image))).toBe(200);
    expect(await statusOf(counted(image.id))).toBe(404);
  });

  test('of a document cannot be guessed either; the former one answers while a post links to it', async () => {
    const { id, shortcode, file_original_url: url } = await newDocument(editor);
    const former = `/res/documents/${id}/report.pdf`;
    expect(serverPath(url)).toMatch(new RegExp(`^/res/documents/${id}/[0-9a-f]{16}/report.pdf$`));
    const guessed = `/res/documents/${id}/0123456789abcdef/report.pdf`;
    const statuses = async () => [
      await statusOf(serverPath(url)),
      await statusOf(former),
      await statusOf(guessed),
      await statusOf(`${former}f`),
    ];
    expect(await statuses()).toEqual([200, 404, 404, 404]);
    await post({ body: shortcode });
    expect(await statuses()).toEqual([200, 200, 404, 404]);
  });
});
