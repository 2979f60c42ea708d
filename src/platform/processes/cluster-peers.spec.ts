import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { ClusterPeers, type PrimaryChannel } from './cluster-peers.js';
import { PeerRelay, type RelayedWorker } from './peer-relay.js';

/** A worker whose messages to the primary, and those to it, arrive when the test says so. */
class FakeWorker implements RelayedWorker {
  private isAlive = true;
  /** Messages that it has not read yet. */
  readonly unread: unknown[] = [];
  readonly peers: ClusterPeers;
  hasRoom = true;
  private listener: (message: unknown) => void = () => undefined;
  private readonly sent: ((error: null) => void)[] = [];

  constructor(
    readonly id: number,
    private readonly relay: PeerRelay,
  ) {
    const channel: PrimaryChannel = {
      connected: true,
      send: (message) => {
        this.relay.receive(this, message);
        return true;
      },
      on: (event, listener) => {
        if (event === 'message') this.listener = listener;
      },
    };
    this.peers = new ClusterPeers(channel);
  }

  isConnected(): boolean {
    return this.isAlive;
  }

  send(message: unknown, sent: (error: null) => void): boolean {
    this.unread.push(message);
    this.sent.push(sent);
    return this.hasRoom;
  }

  async read(): Promise<void> {
    for (let message = this.unread.shift(); message !== undefined; message = this.unread.shift()) {
      this.sent.shift()?.(null);
      this.listener(message);
      await Promise.resolve();
      await Promise.resolve();
    }
  }

  die(): void {
    this.isAlive = false;
    this.relay.remove(this);
  }
}

let workers: [FakeWorker, FakeWorker, FakeWorker];
let relay: PeerRelay;
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  relay = new PeerRelay();
  workers = [new FakeWorker(1, relay), new FakeWorker(2, relay), new FakeWorker(3, relay)];
});
afterEach(() => {
  jest.useRealTimers();
});

const settled = () => new Promise((resolve) => setImmediate(resolve));
function observe(told: Promise<readonly unknown[]>) {
  const seen: { answers?: readonly unknown[] } = {};
  void told.then((answers) => (seen.answers = answers));
  return seen;
}

test('what is told is over when all peers have handled it, and brings their answers', async () => {
  const [one, two, three] = workers;
  const heard: unknown[] = [];
  for (const { id, peers } of [two, three])
    peers.on('news', (data) => {
      heard.push([id, data]);
      return `answer ${id}`;
    });
  const told = observe(one.peers.tell('news', { number: 7 }));
  await two.read();
  await one.read();
  await settled();
  expect(told.answers).toBeUndefined();
  await three.read();
  await one.read();
  await settled();
  expect(heard).toEqual([
    [2, { number: 7 }],
    [3, { number: 7 }],
  ]);
  expect(told.answers).toEqual(['answer 2', 'answer 3']);
});

test('a handler that fails, or is not there, has handled it', async () => {
  const [one, two, three] = workers;
  two.peers.on('news', () => Promise.reject(new Error('away')));
  const told = observe(one.peers.tell('news'));
  await two.read();
  await three.read();
  await one.read();
  await settled();
  expect(told.answers).toEqual([null, null]);
});

test('a peer that has died is not waited for', async () => {
  const [one, two, three] = workers;
  const told = observe(one.peers.tell('news'));
  two.die();
  await three.read();
  await one.read();
  await settled();
  expect(told.answers).toEqual([null]);
  expect(two.unread).toHaveLength(1);
});

test('a peer that does not answer is waited for once, until it answers again', async () => {
  const [one, two, three] = workers;
  const first = observe(one.peers.tell('news'));
  await three.read();
  await one.read();
  await settled();
  expect(first.answers).toBeUndefined();
  jest.advanceTimersByTime(1000);
  await settled();
  expect(first.answers).toEqual([null]);

  const second = observe(one.peers.tell('news'));
  await three.read();
  await one.read();
  await settled();
  expect(second.answers).toEqual([null]);

  await two.read();
  await one.read();
  const third = observe(one.peers.tell('news'));
  await three.read();
  await one.read();
  await settled();
  expect(third.answers).toBeUndefined();
});

test('a peer that is asked has the time of the question, and is waited for as before', async () => {
  const [one, two, three] = workers;
  const asked = observe(one.peers.ask('sums', 6000));
  await three.read();
  await one.read();
  jest.advanceTimersByTime(5999);
  await settled();
  expect(asked.answers).toBeUndefined();
  jest.advanceTimersByTime(1);
  await settled();
  expect(asked.answers).toEqual([null]);

  const told = observe(one.peers.tell('news'));
  await three.read();
  await one.read();
  await settled();
  expect(told.answers).toBeUndefined();
  await two.read();
  await one.read();
  await settled();
  expect(told.answers).toEqual([null, null]);
});

test('a peer that does not read what it is sent is told no more until it does', async () => {
  const [one, two, three] = workers;
  two.hasRoom = false;
  void one.peers.tell('news');
  void one.peers.tell('news');
  expect(two.unread).toHaveLength(1);
  expect(three.unread).toHaveLength(2);
  await two.read();
  two.hasRoom = true;
  void one.peers.tell('news');
  expect(two.unread).toHaveLength(1);
});

test('a worker without others, or whose primary is gone, waits for nobody', async () => {
  const [one, two, three] = workers;
  two.die();
  three.die();
  const told = observe(one.peers.tell('news'));
  await one.read();
  await settled();
  expect(told.answers).toEqual([]);
  const orphan = new ClusterPeers({ connected: false, on: () => undefined });
  expect(await orphan.tell('news')).toEqual([]);
});

test('messages of libraries on the same channel are left alone', () => {
  const [one] = workers;
  relay.receive(one, { kind: 'told', id: 1, topic: 'news', data: null });
  relay.receive(one, 'text');
  relay.receive(one, null);
  expect(workers.map(({ unread }) => unread.length)).toEqual([0, 0, 0]);
});
