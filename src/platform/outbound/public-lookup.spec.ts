import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import ipaddr from 'ipaddr.js';
import { ticksDuring } from '../../../test/support/ticks.js';
import { dnsLookup, forSockets, type Lookup, publicOnly } from './public-lookup.js';

const A = 1;
const AAAA = 28;
const SERVFAIL = 2;
const NXDOMAIN = 3;
const opened: Socket[] = [];

/**
 * A name server on loopback. The answer to a question are addresses, a code of failure, or silence (null).
 */
async function nameServer(answer: (name: string, type: number) => readonly string[] | number | null) {
  const socket = createSocket('udp4');
  opened.push(socket);
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, 12) + 5;
    const name = nameIn(query.subarray(12, end));
    const found = answer(name, query.readUInt16BE(end - 4));
    if (found === null) return;
    const records = typeof found === 'number' ? [] : found.map(record);
    const head = Buffer.from(query.subarray(0, 12));
    head.writeUInt16BE(0x8180 | (typeof found === 'number' ? found : 0), 2);
    head.fill(0, 6).writeUInt16BE(records.length, 6);
    socket.send(Buffer.concat([head, query.subarray(12, end), ...records]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return [`127.0.0.1:${socket.address().port}`];
}

/** The labels of a question, joined. */
function nameIn(question: Buffer): string {
  const labels: string[] = [];
  for (let at = 0, length = question[0] ?? 0; length > 0; at += length + 1, length = question[at] ?? 0)
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
  return labels.join('.');
}

/** A record of an answer, for the name that was asked for. */
function record(address: string): Buffer {
  const data = ipaddr.parse(address).toByteArray();
  return Buffer.from([0xc0, 12, 0, data.length === 4 ? A : AAAA, 0, 1, 0, 0, 0, 0, 0, data.length, ...data]);
}

afterEach(() => {
  for (const socket of opened.splice(0)) socket.close();
});

describe('a lookup in the DNS', () => {
  test('knows the addresses of both families', async () => {
    const servers = await nameServer((name, type) =>
      name !== 'a.test' ? NXDOMAIN : type === A ? ['93.184.215.14', '1.1.1.1'] : ['2606:4700::1111'],
    );
    expect(await dnsLookup(servers)('a.test')).toEqual([
      { address: '93.184.215.14', family: 4 },
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
    expect(await dnsLookup(servers)('b.test')).toEqual([]);
  });

  test.each([NXDOMAIN, SERVFAIL])('makes do with one family when the other fails (%d)', async (failure) => {
    const servers = await nameServer((_name, type) => (type === A ? failure : ['2606:4700::1111']));
    expect(await dnsLookup(servers)('a.test')).toEqual([{ address: '2606:4700::1111', family: 6 }]);
  });

  test('that a name server leaves without an answer ends within seconds', async () => {
    const servers = await nameServer(() => null);
    const waiting = Promise.all(
      Array.from({ length: 50 }, (_, index) => dnsLookup(servers)(`${index}.test`)),
    );
    expect(await ticksDuring(100, waiting)).toBeLessThan(80);
    expect((await waiting).flat()).toEqual([]);
  });

  test('answers of today’s name server only', async () => {
    let turn = 0;
    const servers = await nameServer((_name, type) =>
      type === A ? [turn++ === 0 ? '93.184.215.14' : '127.0.0.1'] : [],
    );
    const judged = publicOnly(dnsLookup(servers));
    expect(await judged('rebinding.test')).toEqual([{ address: '93.184.215.14', family: 4 }]);
    await expect(judged('rebinding.test')).rejects.toMatchObject({ code: 'outbound-address-not-public' });
  });
});

describe('a lookup for sockets', () => {
  const addresses = [
    { address: '93.184.215.14', family: 4 },
    { address: '2606:4700::1111', family: 6 },
  ];
  const asked = (lookup: Lookup, all?: boolean) =>
    new Promise((done) => {
      forSockets(lookup)('a.test', all === undefined ? {} : { all }, (...answer) => {
        done(answer);
      });
    });

  test('answers with all addresses, or the first, as it is asked', async () => {
    const lookup = () => Promise.resolve(addresses);
    expect(await asked(lookup, true)).toEqual([null, addresses]);
    expect(await asked(lookup, false)).toEqual([null, '93.184.215.14', 4]);
    expect(await asked(lookup)).toEqual([null, '93.184.215.14', 4]);
  });

  test('fails where there is none', async () => {
    expect(await asked(() => Promise.resolve([]), true)).toEqual([expect.any(Error), []]);
    expect(await asked(() => Promise.reject(new Error('broken')), true)).toEqual([new Error('broken'), []]);
  });
});
