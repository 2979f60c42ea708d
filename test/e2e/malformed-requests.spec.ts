import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { limitBodies } from '../../src/platform/http/response/late-bodies.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

describe('What the parser of HTTP refuses is answered as a problem:', () => {
  /** The response to bytes, until the service ends the connection. */
  async function sent(bytes: string): Promise<{ head: string; body: string }> {
    const { port } = service.app.getHttpServer().address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    socket.write(bytes);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n', 2);
    return { head, body };
  }

  test.each([
    [
      'a URL of 20 KB',
      `GET /api/1.3/posts?phrase=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    [
      'a header of 20 KB',
      `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers-too-large',
    ],
    ['no HTTP', 'EHLO mail.example\r\n\r\n', 400, 'malformed-request'],
    [
      'two lengths',
      'POST /api/1.3/posts HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      400,
      'malformed-request',
    ],
  ])('%s', async (_what, bytes, status, code) => {
    const { head, body } = await sent(bytes);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} [A-Z]`));
    expect(head).toContain('Content-Type: application/problem+json');
    expect(JSON.parse(body)).toMatchObject({ status, code, instance: '/' });
  });

  test('but not in the midst of a response', async () => {
    const { head } = await sent('GET /api/1.3/posts HTTP/1.1\r\nHost: a\r\n\r\nEHLO mail.example\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 40[01] /);
  });
});

test('a body that is too large by its length is refused before it has come', async () => {
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const headers = ['Host: a', 'Content-Type: application/json', 'Content-Length: 60000000'];
  socket.write(`POST /api/1.3/drafts HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n{}`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 [^]*"code":"body-too-large"/);
});

test('a body that does not arrive in time is ended, an upload may take longer', async () => {
  const server = service.app.getHttpServer();
  // The limit of uploads; that of other bodies is checked with a short one.
  expect(server.requestTimeout).toBe(3_600_000);
  limitBodies(server, 50);
  const { port } = server.address() as AddressInfo;
  const begin = (type: string, length: number, bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    const headers = [
      'Host: a',
      `x-rmauth: ${service.adminKey}`,
      'Connection: close',
      `Content-Type: ${type}`,
    ];
    socket.write(
      `POST /api/1.3/images HTTP/1.1\r\n${headers.join('\r\n')}\r\nContent-Length: ${length}\r\n\r\n`,
    );
    socket.write(bytes);
    return socket;
  };
  const form = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nLate\r\n--x--\r\n';
  const upload = begin('multipart/form-data; boundary=x', form.length, form.slice(0, 20));
  const late = await text(begin('application/json', 100, '{'));
  expect(late).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request-timeout"/);
  upload.write(form.slice(20));
  // It has arrived as a whole: it is refused for having no file.
  expect(await text(upload)).toMatch(/^HTTP\/1\.1 400 (?![^]*"code":"malformed-form")/);
});
