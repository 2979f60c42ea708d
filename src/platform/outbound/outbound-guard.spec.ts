import { AsyncLocalStorage } from 'node:async_hooks';
import { createServer } from 'node:http';
import {
  type AddressInfo,
  createServer as createTcpServer,
  isIP,
  type LookupFunction,
  Socket,
} from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { OutboundClient } from './outbound-client.js';
import type { OutboundError } from './outbound-error.js';

/**
 * Loopback plays the world: whatever address a socket is told to connect to, it comes out at one of two
 * listeners. The public address leads to a web server, every other one to the private listener, which nothing
 * may reach. The client is as it is elsewhere, and so are the connections that it opens.
 */
const PUBLIC = ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c', '64:ff9b::5db8:d70e'];
const PUBLIC_LOOPBACK = process.platform === 'darwin' ? '::1' : '127.0.0.2';
const PRIVATE_LOOPBACK = '127.0.0.1';

const names = new Map<string, readonly string[] | (() => readonly string[])>();
/** URL that the web server redirects to. */
let location = '';
/** Address that the network routes the public address to. */
let publicRoute = PUBLIC_LOOPBACK;
const seen = { visits: 0, intrusions: 0, bytes: 0, lookups: 0 };

const web = createServer((_request, response) => {
  seen.visits++;
  response
    .writeHead(location ? 302 : 200, { connection: 'close', ...(location && { location }) })
    .end('hello');
});

const intranet = createTcpServer((socket) => {
  seen.intrusions++;
  socket.on('error', () => undefined);
  socket.on('data', ({ length }) => {
    seen.bytes += length;
    socket.end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nsecret');
  });
});

const client = new OutboundClient({
  allow: ['opened.test:80', '10.9.8.7:8080', '[fd00::7]:8080'],
  userAgent: 'test',
  lookup: (hostname) => Promise.resolve(hostname).then(addressesOf),
});

function addressesOf(hostname: string) {
  seen.lookups++;
  const known = names.get(hostname) ?? [];
  const addresses = typeof known === 'function' ? known() : known;
  return addresses.map((address) => ({ address, family: isIP(address) }));
}

/** The context of what this suite fetches: other suites of the process may have left clients that connect. */
const world = new AsyncLocalStorage<true>();
const connect = Socket.prototype.connect;
const route = (address: string) => (PUBLIC.includes(address) ? publicRoute : PRIVATE_LOOPBACK);

/** A lookup whose addresses are those of the listener where they lead to. */
function routed(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      const addresses = (error ? [] : (found as { address: string }[])).map(({ address }) => route(address));
      callback(
        error,
        addresses.map((address) => ({ address, family: isIP(address) })),
      );
    });
  };
}

beforeAll(async () => {
  await new Promise<void>((done) => intranet.listen(0, PRIVATE_LOOPBACK, done));
  const { port } = intranet.address() as AddressInfo;
  await new Promise<void>((done) => web.listen(port, PUBLIC_LOOPBACK, done));
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    if (!world.getStore()) return Reflect.apply(connect, this, args);
    const options = [args[0]].flat()[0] as { host: string; port: number; lookup: LookupFunction };
    options.port = port;
    if (isIP(options.host) !== 0) options.host = route(options.host);
    else options.lookup = routed(options.lookup);
    Object.defineProperty(this, 'remoteAddress', {
      get: () => {
        const peer: unknown = Reflect.get(Socket.prototype, 'remoteAddress', this);
        return peer === PUBLIC_LOOPBACK ? PUBLIC[0] : peer;
      },
    });
    return Reflect.apply(connect, this, args);
  };
});

beforeEach(() => {
  names.clear();
  names.set('public.test', PUBLIC);
  location = '';
  publicRoute = PUBLIC_LOOPBACK;
  Object.assign(seen, { visits: 0, intrusions: 0, bytes: 0, lookups: 0 });
});

afterAll(async () => {
  Socket.prototype.connect = connect;
  client.onApplicationShutdown();
  await Promise.all([web, intranet].map((server) => new Promise((done) => server.close(done))));
});

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

const get = (url: string) => world.run(true, () => client.get(url, { maxBytes: 1000, onLimit: 'fail' }));

/** The text that was fetched, or the code of the failure. */
async function fetched(url: string): Promise<string> {
  try {
    const { body } = await get(url);
    return (await body.toArray()).join('');
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

describe('the world of this test', () => {
  test.each([
    'http://public.test/',
    ...PUBLIC.map((address) => `http://${isIP(address) === 6 ? `[${address}]` : address}/`),
  ])('lets %s reach the web server', async (url) => {
    expect(await fetched(url)).toBe('hello');
    expect(seen).toMatchObject({ visits: 1, intrusions: 0 });
  });

  test.each([
    'http://opened.test/',
    'http://10.9.8.7:8080/',
    'http://168364039:8080/',
    'http://[fd00:0::0:7]:8080/',
  ])('lets %s reach the private listener, as it is allowed', async (url) => {
    names.set('opened.test', ['10.0.0.1']);
    expect(await fetched(url)).toBe('secret');
    expect(seen).toMatchObject({ visits: 0, intrusions: 1 });
  });
});

/** Private addresses, as a name may resolve to them. */
const ADDRESSES = words(`
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
  168.63.129.16 169.254.0.1 169.254.169.254 172.16.0.1 172.31.255.255 192.0.0.1 192.0.0.192 192.0.2.1 192.88.99.1
  192.168.0.1 192.168.255.255 198.18.0.1 198.19.255.255 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250
  240.0.0.1 255.255.255.255
  :: ::1 ::2 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:a9fe:a9fe ::ffff:93.184.215.14
  ::ffff:0:127.0.0.1 64:ff9b::127.0.0.1 64:ff9b::10.0.0.1 64:ff9b::169.254.169.254 64:ff9b::168.63.129.16
  64:ff9b:1::127.0.0.1 64:ff9b:1::93.184.215.14 100::1 100:0:0:1::1 1::1 2001::1
  2001:0:5db8:d70e:8000:63bf:3fff:fdd2 2001:2::1 2001:3::1 2001:4:112::1 2001:10::1 2001:20::1 2001:30::1
  2001:1ff::1 2001:db8::1 2002:7f00:1::1 2002:a9fe:a9fe::1 2002:5db8:d70e::1 2620:4f:8000::1 3fff::1 4000::1
  5f00::1 e000::1 fc00::1 fd00::1 fd00:ec2::254 fdff::1 fe80::1 fe80::5efe:10.0.0.1 febf::1 fec0::1 ff02::1
  ff0e::1 ffff::1`);

/** Other spellings of the same, which become addresses in the URL, or nothing at all. */
const SPELLINGS = words(`
  127.1 127.0.1 0 00 0x0 2130706433 0x7f000001 0x7f.0.0.1 0x7f.1 0X7F.0X0.0X0.0X1 017700000001 0177.0.0.1 0177.1
  00000177.0.0.1 127.0.0.1. 127.000.000.001 127.0.0.0x1 127.0x0.0.01 012.0.0.1 167772161 0xa.1 3232235521 0xc0a80001
  192.168.257 2852039166 0xa9fea9fe 0251.0376.0251.0376 169.254.43518 0xa9.0376.43518 4294967295 0xffffffff
  4294967296 127.0.0.256 127.0.0.1.1 1.2.3.4.5 127.0.0.08 0x7f.0.0.0xg
  １２７.０.０.１ １２７．０．０．１ 127。0。0。1 127｡0｡0｡1 ①②⑦.⓪.⓪.① ①⑥⑨.②⑤④.①⑥⑨.②⑤④ ０ｘ７ｆ.１ ２１３０７０６４３３ 𝟏𝟐𝟕.𝟎.𝟎.𝟏
  127%2e0%2e0%2e1 %31%32%37.0.0.1 %30 127.0.0.1%00 127.0.0.1%2f 127.0.0.1%20 127.0.0.1%EF%BC%8E
  127.0.0.%C2%AD1 127.0.0.1%E2%80%8B 127.0.0.1%40public.test
  [0:0:0:0:0:0:0:1] [0000::0001] [::0.0.0.1] [::1%25lo] [fe80::1%25eth0] [::①] [::1 ::1] [127.0.0.1] [::ffff:0x7f.1]
  [::FFFF:7F00:1] [0:0:0:0:0:ffff:127.0.0.1] [::ffff:127.1] [0064:ff9b::7f00:0001]
  localhost localhost. LOCALHOST ｌｏｃａｌｈｏｓｔ a.localhost metadata.google.internal unknown.test kubernetes.default.svc`);

const PORTS = [
  0, 21, 22, 25, 53, 81, 444, 2375, 3306, 5432, 6379, 8000, 8080, 9200, 11211, 27017, 65535, 65536,
];

const URLS = [
  ...PORTS.map((port) => `http://public.test:${port}/`),
  ...words(String.raw`
    http://public.test@127.0.0.1/ http://public.test:80@127.0.0.1:80/ http://127.0.0.1@public.test/
    http://:password@public.test/ http://user:@127.0.0.1/ http://127.0.0.1#@public.test/ http://127.0.0.1?@public.test/
    http://127.0.0.1/@public.test http://127.0.0.1\@public.test/ http://127.0.0.1:80\@public.test:80/
    http://127.0.0.1:80%40public.test/ http://127.0.0.1:80/ http://127.0.0.1:443/ http://127.0.0.1:00080/
    https://127.0.0.1/ https://[::1]/ https://[::ffff:127.0.0.1]:443/ HTTP://127.0.0.1/ http:/\127.0.0.1/
    http:\\127.0.0.1\ http:///127.0.0.1/ http://///127.0.0.1/ http://private.test:80/ https://private.test/
    http://public.test:80:80/ http://[public.test]/ http://[::1 http:// http://? http://#
    file:///etc/passwd file://public.test/x ftp://public.test/ gopher://127.0.0.1:6379/_INFO
    dict://127.0.0.1:11211/stats ldap://127.0.0.1/ tftp://127.0.0.1/ sftp://127.0.0.1/ ssh://127.0.0.1/
    ws://public.test/ wss://public.test/ data:text/html,x javascript:1 blob:http://public.test/x about:blank
    view-source:http://127.0.0.1/ jar:http://127.0.0.1!/ unix:/var/run/docker.sock http+unix://%2fvar%2frun/
    mailto:a@public.test urn:x:y feed:http://127.0.0.1/`),
  // Next to what is allowed.
  ...words(`http://10.9.8.7/ http://10.9.8.7:8081/ http://10.9.8.8:8080/ http://alias.test:8080/ http://alias.test/
    https://opened.test/ http://opened.test:8080/ http://opened.test./ http://a.opened.test/ http://opened.tes/
    http://[fd00::7]/ http://[fd00::8]:8080/ http://[::ffff:10.9.8.7]:8080/ http://user@10.9.8.7:8080/`),
  // With blanks, and far too long.
  ...[
    'http://1.1.1.1 &@127.0.0.1# @public.test/',
    '  http://127.0.0.1/  ',
    'http://127.0.0.1 public.test/',
    '',
  ],
  ...['ht\ntp://127.0.0.1/', 'http://127.\t0.0\r.1/', 'http://127.0.0.1\r\nHost: public.test/'],
  ...[`http://${'a'.repeat(300)}.test/`, `http://public.test/${'a'.repeat(10_000)}`],
];

const VECTORS = [
  ...URLS,
  ...[...ADDRESSES, ...SPELLINGS].map((host) => `http://${isIP(host) === 6 ? `[${host}]` : host}/`),
];
const REFUSED = /^outbound-(url|address-not-public)$/;

describe('a URL that leads to what is not public', () => {
  beforeEach(() => {
    for (const name of ['private.test', 'alias.test', 'opened.test', 'localhost'])
      names.set(name, ['10.9.8.7']);
  });

  test.each(VECTORS)('is refused: %j', async (url) => {
    expect(await fetched(url)).toMatch(REFUSED);
    expect(seen).toMatchObject({ visits: 0, intrusions: 0 });
  });

  test.each(VECTORS.filter((url) => !/[\t\r\n]|^$/.test(url)))(
    'is refused after a redirect: %j',
    async (url) => {
      location = Buffer.from(url).toString('latin1');
      expect(await fetched('http://public.test/')).toMatch(REFUSED);
      expect(seen).toMatchObject({ visits: 1, intrusions: 0 });
    },
  );
});

describe('a name', () => {
  test.each([...ADDRESSES, 'fe80::1%lo', '127.1', 'public.test', ''])('of %s is refused', async (address) => {
    names.set('private.test', [address]);
    expect(await fetched('http://private.test/')).toBe('outbound-address-not-public');
    expect(await fetched('https://private.test/')).toBe('outbound-address-not-public');
    expect(seen).toMatchObject({ visits: 0, intrusions: 0, lookups: 2 });
  });

  test.each([
    [PUBLIC[0], '10.0.0.1'],
    ['10.0.0.1', PUBLIC[0]],
    [PUBLIC[1], '::1'],
    ['fd00::1', PUBLIC[0]],
    [...PUBLIC, ...PUBLIC, '169.254.169.254'],
  ])('of several addresses, one of them private, is refused: %s %s', async (...addresses) => {
    names.set('mixed.test', addresses.map(String));
    expect(await fetched('http://mixed.test/')).toBe('outbound-address-not-public');
    expect(seen).toMatchObject({ visits: 0, intrusions: 0 });
  });

  test('is looked up once for a connection, and that is where the connection goes', async () => {
    for (let turn = 0; turn < 20; turn++) {
      names.set('rebinding.test', turn % 2 === 0 ? PUBLIC : ['127.0.0.1']);
      expect(await fetched('http://rebinding.test/')).toBe(
        turn % 2 === 0 ? 'hello' : 'outbound-address-not-public',
      );
    }
    expect(seen).toMatchObject({ visits: 10, intrusions: 0, lookups: 20 });
  });

  test('that changes its address with every lookup leads nowhere private, however many ask', async () => {
    let turn = 0;
    names.set('rebinding.test', () => (turn++ % 2 === 0 ? PUBLIC : ['127.0.0.1']));
    const results = await Promise.all(Array.from({ length: 40 }, () => fetched('http://rebinding.test/')));
    expect(results.filter((result) => result === 'hello')).toHaveLength(20);
    expect(seen).toMatchObject({ visits: 20, intrusions: 0, lookups: 40 });
  });

  test('that is unknown is answered like one that is private, and so is one that fails', async () => {
    names.set('private.test', ['10.0.0.1']);
    names.set('failing.test', () => {
      throw new Error('SERVFAIL');
    });
    const messages = await Promise.all(
      ['private.test', 'missing.test', 'failing.test'].map((host) =>
        get(`http://${host}/`).catch((error: unknown) => ({
          code: (error as OutboundError).code,
          message: (error as OutboundError).message.replace(host, 'it'),
        })),
      ),
    );
    expect(new Set(messages.map((message) => JSON.stringify(message))).size).toBe(1);
  });
});

describe('a connection', () => {
  test('whose peer turns out to be private is closed before anything is sent', async () => {
    publicRoute = PRIVATE_LOOPBACK;
    expect(await fetched('http://public.test/')).toBe('outbound-address-not-public');
    expect(await fetched('https://public.test/')).toBe('outbound-address-not-public');
    expect(await fetched(`http://${PUBLIC[0]}/`)).toBe('outbound-address-not-public');
    expect(seen).toMatchObject({ visits: 0, bytes: 0 });
  });
});
