import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  IMAGES,
  type ImageAnswer,
  ok,
  readImage,
  refused,
  serve,
  upload,
  uploaded,
} from '../support/picture-client.js';
import { jpegIptc, type Iptc, withSegments } from '../support/picture-bytes.js';
import { subjectAt } from '../support/picture-pixels.js';
import { makePictures } from '../support/pictures.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

const SIZES = [
  ...['origin', '35x35', '210x', '300x', '600x', '980x', '1200x400', '600x200', '1200x600', '600x300'],
  ...['1200x800', '600x400', '600x600', '300x300', '700x1245', '1245x700'],
];
const UUID = /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;
const NO_IPTC = { 'by-line': '', 'caption/abstract': '' };

const pictures = await makePictures('dot.png', 'held-6.jpg', 'moving.gif', 'moving.webp', 'still.webp');
const jpeg = await subjectAt({ x: 0.5, y: 0.5 }, 80, 60).jpeg().toBuffer();
const photo = { name: 'photo.jpg', file: jpeg };
const pictureOf = (name: string) => pictures.find((picture) => picture.name === name) ?? photo;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** A photograph as an agency sends it. */
const pressPhoto = (iptc: Iptc) => ({ name: 'press.jpg', file: withSegments(jpeg, jpegIptc(iptc)) });
const put = (id: number, fields: object) => service.put(`${IMAGES}/${id}`, fields);
const list = (query: string) => ok<ImageAnswer[]>(service.get(`${IMAGES}?${query}`));

/** The values of a shortcode, by name. */
function valuesOf(shortcode: string): Record<string, string> {
  const pairs = [...shortcode.matchAll(/ (\w+)=(?:"((?:[^"\\]|\\.)*)"|([^\s"\]]+))/g)];
  return Object.fromEntries(pairs.map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']));
}

describe('The answer', () => {
  test('has these keys, each as it should be', async () => {
    const image = await uploaded(service, photo);
    const { thumbnails, manual_image_crops, media_html, shortcode, shortcode_params } = image;
    expect(image).toEqual({
      id: expect.any(Number),
      task_id: expect.stringMatching(UUID),
      shortcode_id: expect.stringMatching(/^\w+$/),
      is_animated_gif: false,
      height: 60,
      width: 80,
      filename: 'photo.jpg',
      iptc: NO_IPTC,
      shortcode_params: {
        is_animated_gif: false,
        crop_info: expect.stringMatching(/^[\w%.!~*'()-]+$/),
        manual_image_crops,
        thumbnails,
        original_size: '80x60',
        expand: 1,
      },
      thumbnails: Object.fromEntries(
        SIZES.map((size) => [size, expect.stringMatching(`^${BASE_URL}/res/images/${image.id}/.*\\.jpg$`)]),
      ),
      manual_image_crops: expect.objectContaining({
        '16x9': { left: 0, top: expect.any(Number), width: 80, height: 45, sizes: ['1245x700'] },
      }),
      media_html,
      shortcode,
      image_original_url: thumbnails.origin,
    });
    expect(media_html).toMatch(/<img [^>]*src="/);
    expect(media_html).toContain(thumbnails.origin);
    const crops = { image: expect.anything(), thumbnails, manual_image_crops };
    expect(JSON.parse(decodeURIComponent(shortcode_params.crop_info))).toEqual(crops);
    expect(shortcode).toMatch(new RegExp(`^\\[cms-image ${image.id} is_animated_gif=false .*\\]$`));
    const { crop_info } = shortcode_params;
    const values = { is_animated_gif: 'false', crop_info, site_id: '1', original_size: '80x60', expand: '1' };
    expect(valuesOf(shortcode)).toEqual(values);
    expect(await readImage(service, image.id)).toMatchObject({
      id: image.id,
      thumbnails,
      shortcode_id: image.shortcode_id,
    });
  });

  test('says whether a GIF moves', async () => {
    const image = await uploaded(service, pictureOf('moving.gif'));
    expect(image).toMatchObject({ is_animated_gif: true, shortcode_params: { is_animated_gif: true } });
    expect(image.shortcode).toContain(' is_animated_gif=true ');
    expect(await uploaded(service, pictureOf('still.webp'))).toMatchObject({ is_animated_gif: false });
  });

  test('is an array for several files, in the order in which they were sent', async () => {
    const files = ['dot.png', 'held-6.jpg', 'moving.webp'].map(pictureOf);
    const images = await ok<ImageAnswer[]>(upload(service, [...files, photo], { caption: 'All' }));
    expect(images.map(({ filename }) => filename)).toEqual([...files, photo].map(({ name }) => name));
    expect(new Set(images.map(({ id }) => id)).size).toBe(4);
    for (const { shortcode_params } of images) expect(shortcode_params.caption).toBe('All');
  });

  test('of the same file twice is of two images', async () => {
    const [one, two] = await ok<ImageAnswer[]>(upload(service, [photo, photo]));
    expect(one?.id).not.toBe(two?.id);
    expect(one?.task_id).not.toBe(two?.task_id);
    await ok(service.delete(`${IMAGES}/${one?.id}`));
    expect((await serve(service, two?.thumbnails.origin ?? '')).status).toBe(200);
  });
});

describe('What is said of an image', () => {
  const said = {
    caption: 'A “quoted” \\ "caption" [with] <b>marks</b> & ampersands',
    photo_credit: 'Zoë O’Neill / 通訊社',
    alt: 'two dogs, 🐕🐕',
    link_url: 'https://example.com/?a=1&b="2"',
    title: 'The title',
  };

  test.each([
    ['of a form', (fields: object) => upload(service, [photo], fields)],
    [
      'of a form whose texts have file names',
      (fields: object) => {
        const call = upload(service, [photo]);
        for (const [name, value] of Object.entries(fields))
          void call.attach(name, Buffer.from(String(value)), 'blob');
        return call;
      },
    ],
  ])('%s stands in its answer and its shortcode', async (_, send) => {
    const image = await ok(send({ ...said, link_target: 'true' }));
    expect(image.shortcode_params).toMatchObject(said);
    expect(Object.keys(valuesOf(image.shortcode))).toEqual(expect.arrayContaining(Object.keys(said)));
    expect(image.media_html).not.toContain('<b>');
    expect(image.media_html).toContain('<a ');
    expect(image.media_html).toMatch(/target="_blank"/);
    expect(image.media_html).toMatch(/rel="[^"]*noopener/);
  });

  test('is shown where the shortcode stands in a post, and harms nobody', async () => {
    const evil = '"]</figcaption><script>alert(1)</script>[cms-image 1]\' onerror=alert(2) x="';
    const image = await uploaded(service, photo, {
      caption: evil,
      alt: evil,
      photo_credit: evil,
      title: evil,
    });
    const body = `<p>Before</p><p>${image.shortcode.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p><p>After</p>`;
    const post = await ok<{ description: string }>(service.post('/api/1.3/posts', { headline: 'H', body }));
    for (const html of [post.description, image.media_html]) {
      expect(html).toContain(`/res/images/${image.id}/`);
      expect(html).not.toMatch(/<script/i);
      const [tag = ''] = /<img [^>]*>/.exec(html) ?? [];
      expect(tag.replace(/"[^"]*"/g, '')).not.toMatch(/onerror/);
    }
    expect(post.description).toContain('alert(1)');
  });

  test.each(['caption', 'photo_credit', 'alt', 'title'])(
    'is a text of a reasonable length: %s',
    async (field) => {
      const { id, image_original_url: image_url } = await uploaded(service, photo);
      for (const value of [{}, ['a'], 'x'.repeat(10_001), '\ud800']) {
        expect(await refused(put(id, { image_url, [field]: value }), 400)).toEqual([field]);
      }
      expect(await refused(upload(service, [photo], { [field]: 'x'.repeat(10_001) }), 400)).toEqual([field]);
      await ok(put(id, { image_url, [field]: '写'.repeat(10_000) }));
    },
  );

  test.each(['javascript:alert(1)', 'data:text/html,<script>', 'vbscript:x', ' java\tscript:alert(1)'])(
    'leads nowhere by %j',
    async (link_url) => {
      const { status, body } = await upload(service, [photo], { link_url });
      expect([200, 400]).toContain(status);
      expect(JSON.stringify(body.media_html ?? '')).not.toMatch(/href="?\s*(java\s*script|data|vbscript):/i);
    },
  );

  test.each<[string, Iptc, string, string]>([
    [
      'UTF-8',
      { byLine: 'Zoë Müller', caption: 'Köln – “schön” 🏙', encoding: 'utf8' },
      'Zoë Müller',
      'Köln – “schön” 🏙',
    ],
    [
      'Latin-1',
      { byLine: 'Zoë Müller', caption: 'Café à Lyon', encoding: 'latin1' },
      'Zoë Müller',
      'Café à Lyon',
    ],
    ['ASCII', { byLine: 'Jane Doe', encoding: 'latin1' }, 'Jane Doe', ''],
  ])('comes from its IPTC in %s when the client says nothing', async (_, iptc, byline, caption) => {
    const image = await uploaded(service, pressPhoto(iptc));
    expect(image.iptc).toEqual({ 'by-line': byline, 'caption/abstract': caption });
    expect(image.shortcode_params.photo_credit).toBe(byline);
    expect(image.shortcode_params.caption ?? '').toBe(caption);
    const said = { caption: 'Mine', photo_credit: 'Me' };
    const other = await uploaded(service, pressPhoto(iptc), said);
    expect(other.shortcode_params).toMatchObject(said);
    expect(other.iptc).toEqual(image.iptc);
  });

  test('by IPTC may name several people', async () => {
    const { iptc } = await uploaded(service, pressPhoto({ byLine: ['Ann', 'Bob'], encoding: 'utf8' }));
    expect(iptc['by-line']).toMatch(/Ann.*Bob/);
  });

  test.each([0, 5, 20, 30, 41])(
    'by IPTC that is cut off at byte %i is no fault of the image',
    async (length) => {
      const block = jpegIptc({ byLine: 'Jane Doe', caption: 'Caption', encoding: 'latin1' });
      const cut = Buffer.concat([
        block.subarray(0, 4 + length),
        Buffer.alloc(block.length - 4 - length, 0xff),
      ]);
      const { iptc } = await uploaded(service, { name: 'cut.jpg', file: withSegments(jpeg, cut) });
      expect(Object.values(iptc).join('')).not.toMatch(/[\0\ufffd]/);
    },
  );
});

describe('PUT', () => {
  test('with a URL of the image changes what is sent, and nothing else', async () => {
    const image = await uploaded(service, photo, { caption: 'One', photo_credit: 'Me', alt: 'An alt' });
    for (const image_url of Object.values(image.thumbnails)) {
      expect(await ok(put(image.id, { image_url }))).toEqual(await readImage(service, image.id));
    }
    const changed = await ok(put(image.id, { image_url: image.image_original_url, caption: 'Two' }));
    expect(changed.shortcode_params).toMatchObject({ caption: 'Two', photo_credit: 'Me', alt: 'An alt' });
    expect(changed.thumbnails).toEqual(image.thumbnails);
    const cleared = await ok(
      put(image.id, { image_url: image.thumbnails['600x400'], caption: null, alt: null }),
    );
    expect(Object.keys(cleared.shortcode_params)).not.toContain('caption');
    expect(cleared.shortcode_params.photo_credit).toBe('Me');
  });

  test('needs image_url, and an image', async () => {
    const { id, image_original_url: image_url } = await uploaded(service, photo);
    for (const fields of [{}, { caption: 'x' }, { image_url: '' }, { image_url: null }, { image_url: 5 }]) {
      expect(await refused(put(id, fields), 400)).toEqual(['image_url']);
    }
    await refused(put(999_999, { image_url }), 404);
    await refused(service.put(`${IMAGES}/abc`, { image_url }), 400);
  });

  test('with a URL that is nobody’s is refused', async () => {
    const { id } = await uploaded(service, photo);
    for (const url of ['ftp://example.com/a.jpg', 'file:///etc/passwd', 'not a url', '//x/y.jpg']) {
      expect([400, 422]).toContain((await put(id, { image_url: url })).status);
    }
    for (const url of [
      'http://127.0.0.1/a.jpg',
      'http://169.254.169.254/',
      'http://[::1]/',
      'http://0x7f.1/',
    ]) {
      await refused(put(id, { image_url: url }), 422);
      await refused(service.post(IMAGES, { image_url: url }), 422);
    }
  });
});

describe('The list', () => {
  test('has the newest first, ten a page', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 12; n++) ids.unshift((await uploaded(service, photo)).id);
    const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);
    expect(await idsOf('')).toEqual(ids.slice(0, 10));
    expect(await idsOf('offset=1&limit=3')).toEqual(ids.slice(1, 4));
    expect(await idsOf('limit=0')).toEqual([]);
    expect(await idsOf('offset=100000')).toEqual([]);
    expect((await idsOf('limit=1000')).slice(0, 12)).toEqual(ids);
    expect((await list('limit=1'))[0]).toEqual(await readImage(service, ids[0] ?? 0));
  });

  test.each(['offset=-1', 'limit=-1', 'limit=x', 'offset=1.5'])('with %s is refused', async (query) => {
    const { status } = await service.get(`${IMAGES}?${query}`);
    expect(status).toBe(400);
  });
});
