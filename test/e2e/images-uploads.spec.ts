import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { threadCpuMs } from '../support/cpu-time.js';
import {
  expectRemains,
  filesOf,
  ok,
  refused,
  type Remains,
  tidyRemains,
  upload,
  uploaded,
} from '../support/picture-client.js';
import { SAMPLES } from '../support/picture-faults.js';
import {
  BOUNDARY,
  filePart,
  form,
  part,
  type RawRequest,
  sendAndLeave,
  sendRaw,
  textPart,
} from '../support/picture-forms.js';
import { type Service, startService } from '../support/service.js';

const MEGABYTE = 1024 * 1024;
const FORM = 'multipart/form-data';
const { jpeg } = SAMPLES;
const photo = { name: 'photo.jpg', file: jpeg };

let service: Service;
let before: Remains;
beforeAll(async () => {
  service = await startService({ settings: { media: { maxUploadBytes: MEGABYTE } } });
});
afterAll(() => service.stop());

const many = (count: number, make: (n: number) => Buffer) => Array.from({ length: count }, (_, n) => make(n));

describe('A form', () => {
  beforeEach(async () => {
    before = await tidyRemains(service);
  });
  afterEach(async () => {
    await expectRemains(service, before);
    await service.as(null).get('/health/live').expect(200);
  });

  const file = filePart('photo.jpg', jpeg);
  const bodies: readonly (readonly [
    name: string,
    body: Buffer,
    statuses: readonly number[],
    request?: RawRequest,
  ])[] = [
    ['has no boundary', form(file), [400], { type: FORM }],
    ['has an empty boundary', form(file), [400], { type: `${FORM}; boundary=` }],
    ['has another boundary', form(file), [400], { type: `${FORM}; boundary=other` }],
    ['has a boundary without end', form(file), [400], { type: `${FORM}; boundary=${'b'.repeat(5000)}` }],
    ['has nothing in it', Buffer.alloc(0), [400]],
    ['has no parts', form(), [400]],
    ['is not closed', file, [400]],
    ['is not closed after a whole file', Buffer.concat([file, Buffer.from(`--${BOUNDARY}`)]), [400]],
    ['ends in a header', Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; na`), [400]],
    ['is noise', Buffer.from('\0\r\n--'.repeat(1000)), [400]],
    ['says that it is shorter', form(file), [400], { length: 300 }],
    ['has a part without a name', form(part('Content-Disposition: form-data', 'x')), [400]],
    ['has a part without headers', form(part('', 'x')), [400]],
    ['has a file of another name', form(filePart('photo.jpg', jpeg, 'file[]')), [400]],
    ['has a file without content', form(filePart('photo.jpg', '')), [415, 422]],
    ['has no file where it might be', form(filePart('', '')), [400, 415, 422]],
    ['has a text in the place of the file', form(textPart('file', 'photo.jpg')), [400]],
    ['has 21 files', form(...many(21, (n) => filePart(`${n}.jpg`, jpeg))), [400]],
    ['has 500 files', form(...many(500, (n) => filePart(`${n}.jpg`, 'x'))), [400]],
    ['has 5000 texts', form(...many(5000, (n) => textPart(`t${n}`, 'x')), file), [400, 413]],
    ['has a text without end', form(textPart('caption', 'x'.repeat(10 * MEGABYTE)), file), [413]],
    ['has such a text after a file', form(file, textPart('caption', 'x'.repeat(10 * MEGABYTE))), [413]],
    [
      'has a text file without end',
      form(filePart('c.txt', 'x'.repeat(10 * MEGABYTE), 'caption'), file),
      [413],
    ],
    ['has a caption that is too long', form(textPart('caption', 'x'.repeat(20_000)), file), [400]],
    ['has a name without end', form(textPart('n'.repeat(100_000), 'x'), file), [400, 413]],
    ['has headers without end', form(part(`X-A: ${'x'.repeat(MEGABYTE)}`, 'x'), file), [400, 413]],
    ['has thousands of headers', form(part('X-A: x\r\n'.repeat(5000).trim(), 'x'), file), [400, 413]],
    ['has a file that is too large', form(filePart('a.jpg', Buffer.alloc(MEGABYTE + 1))), [413]],
    ['has one such file of several', form(file, filePart('a.jpg', Buffer.alloc(MEGABYTE + 1)), file), [413]],
    [
      'has a base64 file',
      form(
        part(
          'Content-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Transfer-Encoding: base64',
          jpeg.toString('base64'),
        ),
      ),
      [415],
    ],
    ['is packed', gzipSync(form(file)), [400, 415], { headers: 'Content-Encoding: gzip\r\n' }],
    ['is no form', form(file), [415], { type: 'multipart/mixed; boundary=x' }],
    [
      'has pieces that are none',
      Buffer.from('zz\r\nx'),
      [400],
      { length: null, headers: 'Transfer-Encoding: chunked\r\n' },
    ],
  ];
  test.each(bodies)('that %s is refused', async (_, body, statuses, request = {}) => {
    const answer = await sendRaw(service, body, request);
    expect(statuses).toContain(answer?.status);
  });

  test('that says it is longer is refused, or its connection ends', async () => {
    const body = form(filePart('photo.jpg', jpeg));
    const answer = await sendRaw(service, body, { length: body.length + 1000 });
    expect([undefined, 400, 408]).toContain(answer?.status);
  });

  test('of too many files says so, and of too large a one names the limit', async () => {
    const files = Array.from({ length: 25 }, () => photo);
    expect((await upload(service, files)).body).toMatchObject({ status: 400, code: 'too-many-files' });
    const { body } = await upload(service, [{ name: 'a.jpg', file: Buffer.alloc(MEGABYTE + 1) }]);
    expect(body).toMatchObject({ status: 413, detail: expect.stringContaining(String(MEGABYTE)) });
  });

  test.each([0, 10, 1000, 60_000, 500_000])(
    'whose sender goes away after %i bytes of a file leaves nothing',
    async (size) => {
      const content = Buffer.concat([jpeg, Buffer.alloc(600_000)]).subarray(0, size);
      const body = Buffer.concat([
        filePart('whole.jpg', jpeg),
        filePart('photo.jpg', content).subarray(0, -2),
      ]);
      await Promise.all(Array.from({ length: 5 }, () => sendAndLeave(service, body, body.length + 900_000)));
    },
  );
});

describe('A file name', () => {
  const names: readonly (readonly [name: string])[] = [
    ['../photo.jpg'],
    ['../../../../etc/cron.d/photo.jpg'],
    ['/etc/photo.jpg'],
    ['folder/photo.jpg'],
    ['..'],
    ['.'],
    ['photo.jpg/..'],
    ['photo\u0000.jpg'],
    ['photo.jpg\u0000.png'],
    ['photo\t.jpg'],
    ['photo\u007f.jpg'],
    ['photo\u0085.jpg'],
    ['photo\u2028.jpg'],
    [`${'x'.repeat(252)}.jpg`],
    [`${'x'.repeat(300)}.jpg`],
    [`${'x'.repeat(5000)}.jpg`],
  ];
  test.each(names)('%j is refused', async (name) => {
    before = await tidyRemains(service);
    const answer = await sendRaw(service, form(filePart(name, jpeg)));
    expect(answer?.status).toBe(400);
    await expectRemains(service, before);
  });

  test.each([
    ['..\\\\photo.jpg', 'filename="..\\\\photo.jpg"'],
    ['C:\\photo.jpg', 'filename="C:\\photo.jpg"'],
    ['../x.jpg, encoded', "filename*=UTF-8''..%2Fx.jpg"],
    ['a NUL, encoded', "filename*=UTF-8''x%00.jpg"],
    ['a line end, encoded', "filename*=UTF-8''x%0d%0ay.jpg"],
    ['both forms', `filename="photo.jpg"; filename*=UTF-8''..%2Fx.jpg`],
  ])('of the header %s is refused, or is no path any more', async (_, parameter) => {
    const body = form(part(`Content-Disposition: form-data; name="file"; ${parameter}`, jpeg));
    const answer = await sendRaw(service, body);
    expect([200, 400]).toContain(answer?.status);
    const [latest] = await ok<{ filename: string }[]>(service.get('/api/1.3/images?limit=1'));
    // eslint-disable-next-line no-control-regex
    expect(latest?.filename ?? '').not.toMatch(/[/\\\0-\x1f]|\.\./);
  });

  test.each([
    ['photo.jpg'],
    ['PHOTO.JPG'],
    ['photo.jpeg'],
    ['archive.tar.png.jpg'],
    ['photo'],
    ['.jpg'],
    ['Zoë’s “photo” – 写真 🐕.jpg'],
    ['naïve cafe\u0301.jpg'],
    ['صورة.jpg'],
    ["'; DROP TABLE images; --.jpg"],
    ['%2e%2e%2f.jpg'],
    ['<img src=x>.jpg'],
    ['con.jpg'],
    [`${'x'.repeat(251)}.jpg`],
    [`${'写'.repeat(251)}.jpg`],
  ])('%j is kept', async (name) => {
    const answer = await sendRaw(service, form(filePart(name.replaceAll('"', '%22'), jpeg)));
    expect(answer?.status).toBe(200);
    const [latest] = await ok<{ filename: string; media_html: string }[]>(
      service.get('/api/1.3/images?limit=1'),
    );
    expect(latest?.filename.normalize()).toBe(name.replaceAll('"', '%22').normalize());
    expect(latest?.media_html).not.toContain('<img src=x>');
    expect([...filesOf(service).keys()].filter((stored) => stored.includes('photo'))).toEqual([]);
  });

  test.each([
    ['jpeg', 'photo.png'],
    ['jpeg', 'photo.jpg.php'],
    ['jpeg', 'photo.svg'],
    ['jpeg', 'photo.html'],
    ['jpeg', 'photo.txt'],
    ['png', 'photo.jpg'],
    ['gif', 'photo.webp'],
    ['webp', 'photo.gif'],
    ['tiff', 'photo.jpg'],
    ['avif', 'photo.png'],
  ] as const)('of %s may not be %s', async (format, name) => {
    expect(await refused(upload(service, [{ name, file: SAMPLES[format] }]), 415)).toEqual(['file']);
  });
});

describe('A text', () => {
  test.each([
    ['an invalid byte', Buffer.from('caption \xff\xc0\xaf', 'latin1')],
    ['half of a character', Buffer.from('f09f98', 'hex')],
    ['a NUL', Buffer.from('one\0two')],
    ['every control character', Buffer.from(Array.from({ length: 32 }, (_, n) => n))],
    ['emoji', Buffer.from('👩‍👩‍👧‍👦'.repeat(50))],
    ['10,000 characters', Buffer.from('写'.repeat(10_000))],
  ])('with %s is kept, or refused', async (_, content) => {
    const answer = await sendRaw(
      service,
      form(part('Content-Disposition: form-data; name="caption"', content), filePart('a.jpg', jpeg)),
    );
    expect([200, 400]).toContain(answer?.status);
  });

  test.each([
    '__proto__',
    'constructor',
    'toString',
    'a[b][c]',
    'a.b',
    '',
    'caption[]',
    'manual_image_crops',
  ])('of the odd name %j does no harm', async (name) => {
    const parts = [textPart(name, 'x'), textPart(name, 'y'), filePart('a.jpg', jpeg)];
    const answer = await sendRaw(service, form(...parts));
    expect([200, 400]).toContain(answer?.status);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  test('that comes twice is no defect', async () => {
    const parts = [textPart('caption', 'one'), textPart('caption', 'two'), filePart('a.jpg', jpeg)];
    expect([200, 400]).toContain((await sendRaw(service, form(...parts)))?.status);
  });
});

describe('A nested field', () => {
  const send = (...names: readonly string[]) =>
    sendRaw(service, form(filePart('a.jpg', jpeg), ...names.map((name) => textPart(name, '1'))));

  test('that is unknown is ignored', async () => {
    const names = ['foo[bar]', 'foo[]', 'foo[bar][0][baz]', 'list[7]', 'list[x]', '[x]', 'open[', 'file[x]'];
    for (const name of names) expect(await send(name, name)).toMatchObject({ status: 200 });
    expect(await send(...names)).toMatchObject({ status: 200 });
  });

  test('that is known is no text, and refused by its name', async () => {
    for (const name of ['caption[x]', 'caption[]', 'caption[0]', 'caption[a][b]'])
      expect(await send(name)).toMatchObject({ status: 400, fields: ['caption'] });
    expect(await send('alt', 'alt[x]')).toMatchObject({ status: 400, fields: ['alt'] });
  });

  test('that is deeper than anybody needs, or a list of billions, is refused at once', async () => {
    const before = threadCpuMs();
    for (const name of [`a${'[b]'.repeat(20)}`, 'a[4294967293]', 'a[b][99999999]'])
      expect(await send(name, 'a[x]')).toMatchObject({ status: 400, code: 'malformed-form' });
    expect(threadCpuMs() - before).toBeLessThan(2000);
  });
});

test('Twenty files at once are taken, and files up to the limit', async () => {
  const files = Array.from({ length: 20 }, (_, n) => ({ ...photo, name: `${n}.jpg` }));
  const images = await ok<{ filename: string }[]>(upload(service, files));
  expect(images.map(({ filename }) => filename)).toEqual(files.map(({ name }) => name));
  const padded = Buffer.concat([jpeg, Buffer.alloc(MEGABYTE - jpeg.length)]);
  await uploaded(service, { name: 'largest.jpg', file: padded });
});

test('Forty uploads at the same time are all taken, and leave no temporary file', async () => {
  const answers = await Promise.all(Array.from({ length: 40 }, () => upload(service, [photo, photo])));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await expectRemains(service, await tidyRemains(service));
});
