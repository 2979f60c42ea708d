import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DomainEvents } from '../../src/kernel/events/domain-events.js';
import { ArticleChanged } from '../../src/modules/articles/domain/article-events.js';
import { MediaReferences } from '../../src/modules/media/references/media-references.js';
import { Database } from '../../src/platform/database/database.js';
import { DOCUMENTS_PATH, DocumentsClient, file } from '../support/document-uploads.js';
import { pdf } from '../support/documents.js';
import { IMAGES, ok, uploaded } from '../support/picture-client.js';
import { subjectAt } from '../support/picture-pixels.js';
import { type Service, startService } from '../support/service.js';

const POSTS = '/api/1.3/posts';
const ROUNDS = 20;
const MAX_RUN_MS = 4000;
const MAX_HEAD_START_MS = 25;
const HOLD_MS = 100;

const photo = { name: 'photo.jpg', file: await subjectAt({ x: 0.5, y: 0.5 }, 60, 40).jpeg().toBuffer() };

interface Media {
  readonly id: number;
  readonly shortcode: string;
}

/** An article as it is answered, and whether it was told that it does not show something. */
interface Written {
  readonly shows: boolean;
  readonly warnings: readonly string[];
}

let service: Service, client: DocumentsClient;
/** Callbacks of the next removal once it has looked for uses, and of the next article once it is written. */
let meanwhile: { removing?: () => Promise<void>; using?: () => Promise<void> } = {};

beforeAll(async () => {
  service = await startService();
  client = await DocumentsClient.of(service);
  for (const kind of ['image', 'document'] as const) {
    service.app.get(MediaReferences).register(kind, async () => {
      const { removing } = meanwhile;
      meanwhile = {};
      await removing?.();
      return [];
    });
  }
  service.app.get(DomainEvents).on(ArticleChanged, async () => {
    const { using } = meanwhile;
    meanwhile = {};
    await using?.();
  });
});
afterAll(() => service.stop());

let serial = 0;
const KINDS = [
  {
    name: 'A document',
    path: DOCUMENTS_PATH,
    make: (): Promise<Media> => client.upload(file('a.pdf', pdf(`unique ${++serial}`))),
  },
  { name: 'An image', path: IMAGES, make: (): Promise<Media> => uploaded(service, photo) },
];
type Kind = (typeof KINDS)[number];

const TEXTS: readonly (readonly [name: string, fields: (shortcode: string) => object])[] = [
  ['the body', (shortcode) => ({ body: `<p>Read</p>${shortcode}` })],
  ['an item', (shortcode) => ({ listicle: { items: [{ headline: 'I' }, { body: shortcode }] } })],
];

const remove = async ({ path }: Kind, { id }: Media) => (await service.delete(`${path}/${id}`)).status;

type Post = Pick<Written, 'warnings'> & { readonly id: number };
type Write = (fields: object) => Promise<Post>;

/** Answers do not have what is rendered of items. */
async function writtenAs({ id, warnings }: Post): Promise<Written> {
  const select = 'SELECT description, listicle FROM articles WHERE id = ?';
  const stored = await service.app.get(Database).rows(select, [id]);
  return { warnings, shows: JSON.stringify(stored).includes('/res/') };
}

// Posts that want the same path at the same time have deadlocks of their own.
const create: Write = (fields) => ok(service.post(POSTS, { headline: `Headline ${++serial}`, ...fields }));

async function editing(): Promise<Write> {
  const { id } = await ok<Post>(service.post(POSTS, { headline: 'H', body: 'Former' }));
  return (fields) => ok(service.put(`${POSTS}/${id}`, fields));
}

const SHOWN: Written = { shows: true, warnings: [] };
const notShown = ({ id }: Media): Written => ({
  shows: false,
  warnings: [expect.stringContaining(` ${id}: `) as unknown as string],
});

/** Sends a call, which is answered meanwhile unless it has to wait. */
function begin<T>(call: () => Promise<T>) {
  let begun: Promise<T> | undefined;
  const hold = async () => {
    begun = call();
    await Promise.race([begun, delay(HOLD_MS)]);
  };
  const answer = () => begun ?? Promise.reject(new Error('It was not begun.'));
  return { answer, hold };
}

describe.each(KINDS)('$name', (kind) => {
  test.each(TEXTS)('that is being removed is not shown in %s, which says so', async (_, fields) => {
    for (const write of [create, await editing()]) {
      const media = await kind.make();
      const { answer, hold } = begin(() => write(fields(media.shortcode)));
      meanwhile = { removing: hold };
      expect(await remove(kind, media)).toBe(200);
      expect(await writtenAs(await answer())).toEqual(notShown(media));
    }
  });

  test.each(TEXTS)('that %s begins to show is kept', async (_, fields) => {
    for (const write of [create, await editing()]) {
      const media = await kind.make();
      const { answer, hold } = begin(() => remove(kind, media));
      meanwhile = { using: hold };
      expect(await writtenAs(await write(fields(media.shortcode)))).toEqual(SHOWN);
      expect(await answer()).toBe(409);
    }
  });

  test('is shown or removed, however the two meet', async () => {
    const end = performance.now() + MAX_RUN_MS;
    for (let round = 0; round < ROUNDS && performance.now() < end; round++) {
      await Promise.all(
        TEXTS.map(async ([, fields]) => {
          const media = await kind.make();
          const removal = delay(Math.random() * MAX_HEAD_START_MS).then(() => remove(kind, media));
          const [post, removed] = await Promise.all([create(fields(media.shortcode)), removal]);
          expect([200, 409]).toContain(removed);
          expect(await writtenAs(post)).toEqual(removed === 409 ? SHOWN : notShown(media));
        }),
      );
    }
  });
});
