import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  DOCUMENTS_PATH,
  DocumentsClient,
  expectNothingStored,
  expectProblem,
  fieldsOf,
  file,
  multipart,
  type Part,
} from '../support/document-uploads.js';
import { pdf } from '../support/documents.js';
import { type Service, startService } from '../support/service.js';

const LIMIT = 2_000_000;

let service: Service, client: DocumentsClient;
beforeAll(async () => {
  service = await startService({ settings: { media: { maxUploadBytes: LIMIT } } });
  client = await DocumentsClient.of(service);
});
afterAll(() => service.stop());

const expectRefused = (status: number | readonly number[], ...parts: Part[]) =>
  expectNothingStored(service, client, async () => {
    const answer = await client.post(...parts);
    expectProblem(answer, status);
    return answer;
  });

const PROGRAM = Buffer.concat([Buffer.from('MZ\x90\0\x03\0\0\0'), Buffer.alloc(2000)]);
describe('An upload', () => {
  const good = () => file('good.pdf', pdf(`good ${Math.random()}`));

  test('is taken as a whole or not at all', async () => {
    const answer = await expectRefused(415, good(), file('bad.exe', PROGRAM), good());
    expect(fieldsOf(answer).filter((field) => field !== 'file[1]')).toEqual([]);
    await expectRefused(422, file('bad.pdf', ''), good());
    await expectRefused(413, good(), file('big.csv', 'x'.repeat(LIMIT + 1)));
  });

  test('of the largest size is taken, and of one byte more refused with the limit', async () => {
    await client.upload(file('a.csv', 'x'.repeat(LIMIT)));
    const answer = await expectRefused(413, file('a.csv', 'y'.repeat(LIMIT + 1)));
    expect(answer.body.detail.replaceAll(/[,. _]/g, '')).toMatch(/2000000|19\dM/);
    await expectRefused(413, file('a.csv', 'y'.repeat(LIMIT * 10)));
  });

  test('of twenty files is taken, and of one more refused', async () => {
    expect(await client.upload(...Array.from({ length: 20 }, good))).toHaveLength(20);
    const answer = await expectRefused(400, ...Array.from({ length: 21 }, good));
    expect(answer.body.code).toBe('too-many-files');
  });

  test('without a file is refused', async () => {
    expect(fieldsOf(await expectRefused(400))).toEqual(['file']);
    expect(fieldsOf(await expectRefused(400, { name: 'caption', content: 'x' }))).toEqual(['file']);
    await expectRefused(400, { ...good(), name: 'document' });
  });

  test.each([
    ['application/json', '{"file":"x"}'],
    ['application/pdf', 'x'],
    ['multipart/form-data', 'x'],
    ['multipart/form-data; boundary=', 'x'],
    ['multipart/mixed; boundary=x', '--x--'],
  ])('as %s is refused', async (type, body) => {
    await expectNothingStored(service, client, async () => {
      for (const content of [Buffer.from(body), null]) {
        const answer = await client.send('POST', DOCUMENTS_PATH, content, { 'content-type': type });
        expectProblem(answer, [400, 415]);
      }
    });
  });

  test('with an endless text part, or with too many of them, is refused', async () => {
    const text = (length: number) => ({ name: 'caption', content: 'x'.repeat(length) });
    await expectRefused([400, 413], good(), text(20_000_000));
    await expectRefused([400, 413], ...Array.from({ length: 20_000 }, () => text(1)), good());
  });

  test('that ends before its end is refused', async () => {
    const { body, headers } = multipart([good(), file('a.csv', 'x'.repeat(100_000))]);
    await expectNothingStored(service, client, async () => {
      for (const length of [body.length - 50_000, body.length - 10, 300, 60, 10]) {
        expectProblem(await client.send('POST', DOCUMENTS_PATH, body.subarray(0, length), headers), 400);
      }
    });
  });

  test('that the client gives up leaves nothing', async () => {
    const { body, headers } = multipart([good(), file('a.csv', 'x'.repeat(1_900_000))]);
    const head = [
      `POST ${DOCUMENTS_PATH} HTTP/1.1`,
      `host: x`,
      `x-rmauth: ${service.adminKey}`,
      `content-length: ${body.length}`,
      `content-type: ${headers['content-type']}`,
    ].join('\r\n');
    const { hostname, port } = new URL(client.url);
    await expectNothingStored(service, client, async () => {
      for (const share of [0.01, 0.5, 0.99]) {
        const socket = connect(Number(port), hostname.replaceAll(/[[\]]/g, ''));
        socket.on('error', () => undefined);
        socket.write(`${head}\r\n\r\n`);
        socket.write(body.subarray(0, Math.floor(body.length * share)));
        await delay(150);
        socket.destroy();
      }
    });
  });
});
