import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Request, Response } from 'express';
import { closeConnectionsOnShutdown, drain, Shutdown } from '../src/platform/http/graceful-shutdown.js';

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
let answerMs: number;
let isBusy: boolean;
beforeEach(async () => {
  shutdown = new Shutdown();
  answerMs = 0;
  isBusy = false;
  const closeConnections = closeConnectionsOnShutdown(shutdown);
  server = createServer((request, response) => {
    closeConnections(request as Request, response as Response, () => {
      for (const end = performance.now() + 3; isBusy && performance.now() < end;);
      setTimeout(() => response.end('answered'), answerMs);
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
afterEach(() => {
  server.closeAllConnections();
});

const stop = (): Promise<void> => drain(server, shutdown);

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
  answerMs = 5;
  isBusy = true;
  const clients = new Worker(CLIENTS, { eval: true, workerData: port });
  const outcomes = once(clients, 'message') as Promise<[ReadonlySet<string>]>;
  await delay(500);
  await stop();
  const [found] = await outcomes;
  expect([...found].sort()).toEqual(['ECONNREFUSED', 'answered']);
});

test('others are refused', async () => {
  answerMs = 100;
  const socket = await open();
  socket.write(REQUEST);
  await once(server, 'request');
  const stopped = stop();
  await delay(50);
  await expect(open()).rejects.toThrow('ECONNREFUSED');
  expect(await text(socket)).toContain('answered');
  await stopped;
});

test('a connection that nobody uses holds the end up for a moment only', async () => {
  const socket = await openAndUsed();
  const start = performance.now();
  await Promise.all([stop(), once(socket, 'close')]);
  expect(performance.now() - start).toBeLessThan(2000);
});
