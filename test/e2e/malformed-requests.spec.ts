import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
