import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DOCUMENTS_PATH } from '../support/document-uploads.js';
import { pdf } from '../support/documents.js';
import { IMAGES, ok, uploaded } from '../support/picture-client.js';
import { subjectAt } from '../support/picture-pixels.js';
import { type Client, type Service, startService } from '../support/service.js';

const POSTS = '/api/1.3/posts';
const DRAFTS = '/api/1.3/drafts';
const SECRET = 'Not to be known';
const photo = { name: 'photo.jpg', file: await subjectAt({ x: 0.3, y: 0.5 }, 90, 60).jpeg().toBuffer() };

interface Media {
  readonly id: number;
  readonly shortcode: string;
}

let service: Service;
let writer: { readonly id: number; readonly client: Client };
beforeAll(async () => {
  const rights = ['articles.read', 'drafts.read.own', 'drafts.write.own', 'media.write'];
  service = await startService({ settings: { authors: { roles: { Librarian: rights } } } });
  writer = await service.createAuthorWithKey('Librarian');
});
afterAll(() => service.stop());

const KINDS: readonly (readonly [kind: string, path: string, make: () => Promise<Media>])[] = [
  ['image', IMAGES, () => uploaded(service, photo)],
  [
    'document',
    DOCUMENTS_PATH,
    () => ok<Media>(service.post(DOCUMENTS_PATH).attach('file', pdf('x'), 'report.pdf')),
  ],
];

describe.each(KINDS)('A refusal to remove: %s', (kind, path, make) => {
  const using = async (client: Client, door: string, { shortcode }: Media, fields: object) =>
    (await ok<{ id: number }>(client.post(door, { body: `<p>${shortcode}</p>`, ...fields }))).id;
  const refusal = async (client: Client, { id }: Media) => {
    const { status, body } = await client.delete(`${path}/${id}`);
    expect([status, body.code]).toEqual([409, `${kind}-in-use`]);
    return body as { detail: string; errors: { field: string; message: string }[] };
  };

  test('counts drafts that the author of the key may not read, and does not name them', async () => {
    const media = await make();
    const secret = await using(service, DRAFTS, media, { headline: SECRET });
    await writer.client.get(`${DRAFTS}/${secret}`).expect(404);
    const alone = await refusal(writer.client, media);
    expect(JSON.stringify(alone)).not.toMatch(new RegExp(`${SECRET}|article ${secret}\\b`));
    expect(alone.detail).toContain(
      `The ${kind} ${media.id} is used by 1 article that you may not read. It is removed`,
    );
    expect(alone.errors).toEqual([{ field: 'id', message: 'is used by 1 article that you may not read' }]);

    const post = await using(service, POSTS, media, { headline: 'Known to all' });
    const own = await using(writer.client, DRAFTS, media, { headline: 'My own' });
    const signed = await using(service, DRAFTS, media, {
      headline: 'Signed',
      roar_author_ids: [writer.id],
    });
    await using(service, DRAFTS, media, { headline: SECRET });
    const { detail, errors } = await refusal(writer.client, media);
    expect(detail).toContain(
      `is used by article ${post} "Known to all", article ${own} "My own", article ${signed} "Signed" and 2 articles that you may not read. `,
    );
    expect(errors).toHaveLength(4);
    expect(JSON.stringify(errors)).not.toContain(SECRET);
    await writer.client.delete(`${path}/${media.id}?force=1`).expect(200);
  });

  test('names all of them to who may read all', async () => {
    const media = await make();
    const secret = await using(service, DRAFTS, media, { headline: SECRET });
    const { client: editor } = await service.createAuthorWithKey('Editor');
    for (const client of [service, editor]) {
      const { detail } = await refusal(client, media);
      expect(detail).toContain(`is used by article ${secret} "${SECRET}". It is`);
    }
  });
});
