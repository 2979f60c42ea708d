import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type DomainEvent, DomainEvents } from '../../src/kernel/events/domain-events.js';
import { ArticleChanged } from '../../src/modules/articles/domain/article-events.js';
import { AuthorChanged } from '../../src/modules/authors/domain/author-events.js';
import { BadgeChanged } from '../../src/modules/badges/domain/badge-events.js';
import { MediaReferences } from '../../src/modules/media/references/media-references.js';
import { SectionChanged } from '../../src/modules/sections/domain/section-events.js';
import { IMAGES, type ImageAnswer, ok, upload, uploaded } from '../support/picture-client.js';
import { subjectAt } from '../support/picture-pixels.js';
import { type Service, startService } from '../support/service.js';

const POSTS = '/api/1.3/posts';
const SECTIONS = '/api/1.3/sections';
const AUTHORS = '/api/1.1/authors';
const BADGES = '/api/1.3/badges';
const ROUNDS = 40;
/** A busy machine has fewer rounds. */
const MAX_RUN_MS = 6000;
const MAX_HEAD_START_MS = 15;
/**
 * A call that does not wait is done by then; one that waits for a lock of the database is not given up yet.
 */
const HOLD_MS = 100;

const photo = { name: 'photo.jpg', file: await subjectAt({ x: 0.5, y: 0.5 }, 60, 40).jpeg().toBuffer() };

/**
 * Resource that begins to show an image; made by POST, or an edit of what the same POST has made without one.
 */
interface Use {
  readonly name: string;
  readonly path: string;
  readonly fields: (imageId: number) => object;
}

let serial = 0;
const post = (name: string, fieldsOf: Use['fields']): Use => ({
  name,
  path: POSTS,
  // Posts that want the same path at the same time have deadlocks of their own.
  fields: (id) => ({ headline: `Headline ${++serial}`, ...fieldsOf(id) }),
});
const USES: readonly Use[] = [
  { name: 'a badge', path: BADGES, fields: (id) => ({ name: 'B', image_id: String(id) }) },
  {
    name: 'an author',
    path: AUTHORS,
    fields: (id) => ({ first_name: 'Ann', last_name: null, image_id: id }),
  },
  {
    name: 'an author with a name of its own',
    path: AUTHORS,
    fields: (id) => ({ name: `ann-${++serial}`, first_name: 'Ann', last_name: null, image_id: id }),
  },
  {
    name: 'a section',
    path: SECTIONS,
    fields: (id) => ({ title: 'T', url: `section-${++serial}`, url_header_image: { id } }),
  },
  post('the lead of a post', (id) => ({ image_id: id })),
  post('the teasers of a post', (id) => ({ teaser_image_id: id, social_teaser_image_id: id })),
  post('an item of a listicle', (id) => ({ listicle: { items: [{}, { image_id: id }] } })),
];

let service: Service;
/** Callbacks of the next removal once it has looked for uses, and of the next use once it is written. */
let meanwhile: { removing?: () => Promise<void>; using?: () => Promise<void> } = {};

beforeAll(async () => {
  service = await startService();
  service.app.get(MediaReferences).register('image', async () => {
    const { removing } = meanwhile;
    meanwhile = {};
    await removing?.();
    return [];
  });
  const written: (new (...args: never[]) => DomainEvent)[] = [
    ArticleChanged,
    AuthorChanged,
    BadgeChanged,
    SectionChanged,
  ];
  for (const event of written) {
    service.app.get(DomainEvents).on(event, async () => {
      const { using } = meanwhile;
      meanwhile = {};
      await using?.();
    });
  }
});
afterAll(() => service.stop());

/** Makes a use. @returns the status of the response, whatever it is */
const use = async ({ path, fields }: Use, imageId: number) =>
  (await service.post(path, fields(imageId))).status;
const remove = async (id: number) => (await service.delete(`${IMAGES}/${id}`)).status;

async function editing({ path, fields }: Use): Promise<(imageId: number) => Promise<number>> {
  const former = await uploaded(service, photo);
  const { id } = await ok<{ id: number }>(service.post(path, fields(former.id)));
  return async (imageId) => (await service.put(`${path}/${id}`, fields(imageId))).status;
}

/** Sends a call, which is answered meanwhile unless it has to wait. */
function begin(call: () => Promise<number>) {
  const begun = { answer: Promise.resolve(0) };
  const hold = async () => {
    begun.answer = call();
    await Promise.race([begun.answer, delay(HOLD_MS)]);
  };
  return { begun, hold };
}

describe.each(USES)('$name', (kind) => {
  test('does not begin to show an image that is being removed', async () => {
    const edit = await editing(kind);
    for (const write of [(id: number) => use(kind, id), edit]) {
      const { id } = await uploaded(service, photo);
      const { begun, hold } = begin(() => write(id));
      meanwhile = { removing: hold };
      expect([await remove(id), await begun.answer]).toEqual([200, 400]);
    }
  });

  test('keeps the image that it begins to show', async () => {
    const edit = await editing(kind);
    for (const write of [(id: number) => use(kind, id), edit]) {
      const { id } = await uploaded(service, photo);
      const { begun, hold } = begin(() => remove(id));
      meanwhile = { using: hold };
      expect([await write(id), await begun.answer]).toEqual([200, 409]);
    }
  });
});

test('However a removal and a use meet, one of them is refused', async () => {
  const outcomes: string[] = [];
  const end = performance.now() + MAX_RUN_MS;
  for (let round = 0; round < ROUNDS && performance.now() < end; round++) {
    const images = await ok<ImageAnswer[]>(
      upload(
        service,
        USES.map(() => photo),
      ),
    );
    await Promise.all(
      USES.map(async (kind, index) => {
        const id = images[index]?.id ?? 0;
        const removal = delay(Math.random() * MAX_HEAD_START_MS).then(() => remove(id));
        const [used, removed] = await Promise.all([use(kind, id), removal]);
        outcomes.push(`${kind.name}: used ${used}, removed ${removed}`);
      }),
    );
  }
  const odd = outcomes.filter((outcome) => !/used (200, removed 409|400, removed 200)$/.test(outcome));
  expect(odd).toEqual([]);
});

test('Articles with images that are removed by force meanwhile are saved or refused', async () => {
  const images = await ok<ImageAnswer[]>(upload(service, [photo, photo, photo]));
  const items = images.map(({ id }) => ({ image_id: id }));
  const listicles = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? items : items.toReversed()));
  const calls = [
    ...listicles.map((of) =>
      service.post(POSTS, { headline: `Headline ${++serial}`, listicle: { items: of } }),
    ),
    ...images.map(({ id }) => service.delete(`${IMAGES}/${id}?force=1`)),
  ];
  const statuses = (await Promise.all(calls)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200 && status !== 400)).toEqual([]);
  expect(statuses.slice(listicles.length)).toEqual(images.map(() => 200));
});
