import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { close, Shutdown } from '../src/platform/http/server/graceful-shutdown.js';
import { stopServing } from '../src/platform/http/server/stop-serving.js';

const REQUEST = 'GET / HTTP/1.1\r\nhost: x\r\n\r\n';

/** Twelve that ask until they are not answered, in a thread: while the server is busy, they go on. */
const CLIENTS = `
  const { get } = require('node:http');
  const { parentPort, workerData: port } = require('node:worker_threads');
  const outcomes = new Set();
  const ask = (done) => {
    const failed = ({ code }) => done(outcomes.add(code));
    const options = { port, host: '127.0.0.1', agent: false };
    const read = (answer) => answer.resume().on('error', failed).on('end', () => {
      outcomes.add('answered');
      ask(done);
    });
    get(options, read).on('error', failed);
  };
  Promise.all(Array.from({ length: 12 }, () => new Promise(ask))).then(() => parentPort.postMessage(outcomes));
`;

let server: Server;
let port: number;
let shutdown: Shutdown;
let answer: (response: ServerResponse) => void;
let isBusy: boolean;
beforeEach(async () => {
  shutdown = new Shutdown();
  answer = (response) => response.end('answered');
  isBusy = false;
  server = createServer((request, response) => {
    shutdown.middleware(request, response, () => {
      for (const end = performance.now() + 3; isBusy && performance.now() < end;);
      answer(response);
    });
  });
  shutdown.watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
});

function stop(): Promise<void> {
  shutdown.begin();
  return stopServing(server, shutdown, () => Promise.resolve());
}

async function open(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  return socket;
}

/** A connection on which a request has been answered. */
async function openAndUsed(): Promise<Socket> {
  const socket = await open();
  socket.write(REQUEST);
  await once(socket, 'data');
  return socket;
}

test('a request that is sent, but not read yet, is answered on a connection in use', async () => {
  const sockets = await Promise.all(Array.from({ length: 5 }, openAndUsed));
  for (const socket of sockets) socket.write(REQUEST);
  const stopped = stop();
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  for (const answer of answers) expect(answer).toContain('answered');
  await stopped;
});

test('connections that wait to be accepted are answered', async () => {
  const sockets = Array.from({ length: 20 }, () => connect(port, '127.0.0.1'));
  for (const socket of sockets) socket.write(REQUEST);
  // They are made once this turn is over; the server looks for them in the next one.
  await new Promise(process.nextTick);
  const stopped = stop();
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  for (const answer of answers) expect(answer).toContain('answered');
  await stopped;
});

test('clients that do not stop asking are answered or refused, and never cut off', async () => {
  answer = (response) => void setTimeout(() => response.end('answered'), 5);
  isBusy = true;
  const clients = new Worker(CLIENTS, { eval: true, workerData: port });
  const outcomes = once(clients, 'message') as Promise<[ReadonlySet<string>]>;
  await delay(500);
  await stop();
  const [found] = await outcomes;
  expect([...found].sort()).toEqual(['ECONNREFUSED', 'answered']);
});

test('every answer whose headers are sent after the signal says that its connection closes', async () => {
  const { promise: signal, resolve } = Promise.withResolvers<undefined>();
  answer = (response) => void signal.then(() => response.writeHead(200, { 'x-early': '1' }).end('answered'));
  const [before, after] = [await open(), await open()];
  before.write(REQUEST);
  await once(server, 'request');
  shutdown.begin();
  after.write(REQUEST);
  resolve(undefined);
  for (const socket of [before, after]) expect(await text(socket)).toMatch(/connection: close/i);
});

test('an answer that had promised to keep its connection is sent whole, and its connection ends', async () => {
  const { promise: stopping, resolve } = Promise.withResolvers<undefined>();
  answer = (response) => {
    response.write('first, ');
    void stopping.then(() => response.end('last'));
  };
  const socket = await open();
  socket.write(REQUEST);
  await once(socket, 'readable');
  const stopped = stop();
  resolve(undefined);
  const received = await text(socket);
  expect(received).toContain('first, ');
  expect(received).toContain('last');
  await stopped;
});

test('new connections are refused once the port is closed, and a request in flight is answered', async () => {
  const { promise: refused, resolve } = Promise.withResolvers<undefined>();
  answer = (response) => void refused.then(() => response.end('answered'));
  const socket = await open();
  socket.write(REQUEST);
  await once(server, 'request');
  const stopped = stop();
  while (server.listening) await delay(10);
  await expect(open()).rejects.toThrow('ECONNREFUSED');
  resolve(undefined);
  expect(await text(socket)).toContain('answered');
  await stopped;
});

test('a connection that nobody uses ends, and is not reset', async () => {
  const socket = await openAndUsed();
  const ended = text(socket);
  await stop();
  expect(await ended).toBe('');
});

test('a client that does not close its side of the connection does not hold up the end', async () => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  await once(socket, 'connect');
  socket.on('error', () => undefined).resume();
  await stop();
  socket.destroy();
});

test('a part of the application that hangs or fails to close does not keep the process alive', async () => {
  Logger.overrideLogger(false);
  await close({ close: () => new Promise(() => undefined) }, 10);
  await close({ close: () => Promise.reject(new Error('in vain')) }, 10_000);
});
