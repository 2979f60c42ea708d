import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createImages } from '../support/images.js';
import { freePort } from '../support/process.js';
import { type Service, startService } from '../support/service.js';

/** Part of a JSON schema, as the API documentation has it. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

/** A field of a body: its JSON path, its type, and a body in which it has a value. */
interface Place {
  readonly path: string;
  readonly type: string | undefined;
  readonly bodyWith: (value: unknown) => object;
}

type Fields = Readonly<Record<string, unknown>>;
type Outcome = Readonly<{ status?: number; post?: Fields }>;

const VALUES: readonly unknown[] = [true, 1, 'x', [], {}, [[]], [{}], null];
const CROP = { left: 0, top: 0, width: 3, height: 1 };
/** Fields that are compulsory beside the one that is tested. */
const BESIDE: Readonly<Record<string, Fields>> = {
  page_list: { view: 'web', path: '/of-its-own' },
  focal_point: { x: 0, y: 0 },
};

/** A port that nobody listens on. */
const NOBODY = `127.0.0.1:${await freePort()}`;
const HOOK = `http://${NOBODY}/`;

let service: Service;
let schemas: Readonly<Record<string, Schema>>;
let image: Fields;
beforeAll(async () => {
  service = await startService({
    settings: { media: { unpublished: 'signed' } },
    environment: { OUTBOUND_ALLOW: NOBODY },
  });
  await createImages(service, 1);
  const { body } = await service.get('/docs/openapi.json').expect(200);
  schemas = (body as { components: { schemas: Record<string, Schema> } }).components.schemas;
  await service.post('/api/1.3/posts', { headline: 'Post' }).expect(200);
  await service.post('/api/1.3/drafts', { headline: 'Draft' }).expect(200);
  await service.post('/api/1.3/sections', { title: 'Section', url: 'section' }).expect(200);
  await service.post('/api/1.3/badges', { name: 'Badge', image_id: 1 }).expect(200);
  await service.post('/api/1.1/authors', {}).expect(200);
  await service.post('/api/1.3/webhooks', { url: HOOK }).expect(200);
  image = (await service.get('/api/1.3/images/1').expect(200)).body as Fields;
});
afterAll(() => service.stop());

/** All fields below a schema, those of lists and objects included. */
function placesIn(schema: Schema, around: (fields: Fields) => object, above = ''): Place[] {
  const named = schema.$ref === undefined ? schema : (schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  return Object.entries(named.properties ?? {}).flatMap(([name, field]) => {
    const path = above + name;
    const bodyWith = (value: unknown) => around({ [name]: value });
    const below = (fields: Fields) => ({ ...BESIDE[name], ...fields });
    const places: Place[] = [{ path, type: typeOf(field), bodyWith }];
    if (name.endsWith('crops')) places.push(...cropsAt(path, bodyWith));
    if (field.items) {
      places.push({ path: `${path}[0]`, type: typeOf(field.items), bodyWith: (value) => bodyWith([value]) });
      places.push(...placesIn(field.items, (fields) => bodyWith([below(fields)]), `${path}[0].`));
    }
    return [...places, ...placesIn(field, (fields) => bodyWith(below(fields)), `${path}.`)];
  });
}

/** The type besides null. */
function typeOf({ type }: Schema): string | undefined {
  return typeof type === 'string' ? type : type?.find((one) => one !== 'null');
}

function cropsAt(path: string, bodyWith: Place['bodyWith']): Place[] {
  const ratio: Place = { path: `${path}.3x1`, type: 'crop', bodyWith: (crop) => bodyWith({ '3x1': crop }) };
  const numbers = ['left', 'top', 'width', 'height', 'imgWidth', 'imgHeight'].map((name) => ({
    path: `${path}.3x1.${name}`,
    type: 'crop',
    bodyWith: (value: unknown) => ratio.bodyWith({ ...CROP, [name]: value }),
  }));
  return [ratio, ...numbers];
}

/** Whether an answer shows what was sent: a number may stand for a text, 1 for true, [] for {}. */
function isShown(sent: unknown, shown: unknown, type: string | undefined): boolean {
  if (shown === undefined || type === 'crop') return true;
  if (type === 'string') return shown === String(sent);
  if (type === 'boolean') return shown === true;
  if (type === 'object') return typeof shown === 'object' && !Array.isArray(shown);
  if (type === 'array') return JSON.stringify(shown) === '[]' || JSON.stringify(shown) === '[1]';
  return shown === sent;
}

/** A scalar where a list or an object is due, and the other way round. */
function isOfOtherKind(value: unknown, type: string | undefined): boolean {
  if (type === 'array') return typeof value !== 'object' || !Array.isArray(value);
  if (type === 'string') return typeof value !== 'string' && typeof value !== 'number';
  if (type === 'integer' || type === 'boolean') return typeof value === 'object';
  if (type === 'object') return typeof value !== 'object' || (Array.isArray(value) && value.length > 0);
  return false;
}

const BULK = 'POST /api/1.3/posts/bulk';

/** Requests with a body of one of the schemas; the exceptions take values of more than one type. */
const BODIES: [request: string, schema: string, base: () => Fields, exceptions: string[]][] = [
  ['POST /api/1.3/drafts', 'CreateArticleDto', () => ({ headline: 'H' }), []],
  ['PUT /api/1.3/posts/1', 'EditArticleDto', () => ({}), []],
  [BULK, 'EditArticleDto', () => ({ headline: 'H' }), []],
  ['POST /api/1.3/sections', 'CreateSectionDto', () => ({ title: 'T', url: unique() }), ['url_header_image']],
  ['PUT /api/1.3/sections/1', 'EditSectionDto', () => ({}), ['url_header_image']],
  ['POST /api/1.1/authors', 'CreateAuthorDto', () => ({}), []],
  ['PUT /api/1.1/authors/2', 'EditAuthorDto', () => ({ first_name: 'A', last_name: 'B' }), []],
  ['POST /api/1.3/badges', 'CreateBadgeDto', () => ({ name: 'B', image_id: 1 }), ['link']],
  ['PUT /api/1.3/badges/1', 'EditBadgeDto', () => ({}), ['link']],
  [
    'PUT /api/1.3/images/1',
    'EditImageDto',
    () => ({ image_url: image.image_original_url }),
    ['link_target', 'manual_image_crops'],
  ],
  ['POST /api/1.3/posts/1/likes', 'CreateLikeDto', () => ({}), []],
  ['POST /api/1.3/posts/1/page_views', 'CountPageViewsDto', () => ({}), []],
  ['PUT /api/1.3/scheduled_posts/2', 'SchedulePostDto', () => ({}), []],
  ['PUT /api/1.3/sections/1/order', 'EditorialOrderDto', () => ({}), []],
  ['POST /api/1.1/keys', 'CreateKeyDto', () => ({}), []],
  ['POST /api/1.3/drafts/2/preview_links', 'CreatePreviewLinkDto', () => ({}), []],
  ['POST /api/1.3/redirects', 'CreateRedirectDto', () => ({ from: `/${unique()}`, to: '/' }), []],
  ['POST /api/1.3/webhooks', 'CreateWebhookDto', () => ({ url: HOOK }), ['basic_auth']],
  ['PUT /api/1.3/webhooks/1', 'EditWebhookDto', () => ({}), ['basic_auth']],
  ['POST /api/1.3/authors/email', 'EmailsDto', () => ({}), ['emails']],
  ['POST /api/1.3/authors/search', 'SearchAuthorsDto', () => ({}), []],
  ['POST /api/1.3/images/1/signed_urls', 'SignUrlsDto', () => ({}), []],
  ['POST /api/1.3/images', 'UploadImageDto', () => ({}), ['link_target', 'file']],
];

/** Its one field is files, of a form. */
const WITHOUT_FIELDS = ['UploadDocumentDto'];

let serial = 0;
const unique = () => `unique-${++serial}`;

describe.each(BODIES)('%s', (request, schema, base, exceptions) => {
  const [method, path = ''] = request.split(' ');
  const sendRecord = async (record: object) => {
    const { body } = await service.post(path, [record]).expect(200);
    const [{ status = 0, post: shown, ...problem } = {}] = body as Outcome[];
    return { status, body: shown ?? problem };
  };
  const sendBody = async (body: object): Promise<{ status: number; body: Fields }> =>
    method === 'POST' ? service.post(path, body) : service.put(path, body);
  const send = request === BULK ? sendRecord : sendBody;

  test('names each field in which a value of another type is sent, and shows what it takes', async () => {
    const places = placesIn({ $ref: schema }, (fields) => ({ ...base(), ...fields }));
    if (request === BULK)
      places.push({
        path: 'provider_id',
        type: 'integer',
        bodyWith: (value) => ({ ...base(), provider_post_id: unique(), provider_id: value }),
      });
    expect(places.length).toBeGreaterThan(0);
    const faults: string[] = [];
    for (const { path: field, type, bodyWith } of places) {
      for (const value of VALUES) {
        const { status, body } = await send(bodyWith(value));
        const { errors = [] } = body as { errors?: { field: string }[] };
        const isNamed = errors.some((error) => error.field.startsWith(field));
        const [top = ''] = field.split(/[.[]/);
        const isExempt = value === null || exceptions.includes(top);
        const mustRefuse = !isExempt && isOfOtherKind(value, type);
        const shown = top === field ? (body as Fields)[field] : undefined;
        // A value of the right type may be wrong beside another field, or be taken already.
        const isRefused = status === 400 && (isNamed || (!mustRefuse && errors.length > 0));
        const isTaken = status === 409 && !mustRefuse;
        const isShownAgain = status === 200 && !mustRefuse && (isExempt || isShown(value, shown, type));
        if (!isRefused && !isTaken && !isShownAgain)
          faults.push(
            [field, type, value, status, errors, shown].map((part) => JSON.stringify(part)).join(' '),
          );
      }
    }
    expect(faults).toEqual([]);
  });
});

test('every body that the contract names is among them', () => {
  const contract = JSON.parse(readFileSync('contract/openapi.json', 'utf8')) as {
    paths: Record<string, Record<string, { requestBody?: object }>>;
  };
  const operations = Object.values(contract.paths).flatMap((methods) => Object.values(methods));
  const bodies = operations.map(({ requestBody }) => JSON.stringify(requestBody ?? {}));
  const named = bodies.flatMap((body) => [...body.matchAll(/schemas\/(\w+)/g)].map(([, name]) => name));
  const tried = new Set([...BODIES.map(([, schema]) => schema), ...WITHOUT_FIELDS]);
  expect([...new Set(named)].toSorted()).toEqual([...tried].toSorted());
});
