import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** A connection to a server that can be made slow, cut and closed. */
export class SlowProxy {
  static async start(port) {
    const proxy = new SlowProxy(port);
    await proxy.accept();
    return proxy;
  }

  sockets = new Set();
  clients = new WeakSet();
  /** Sees what clients send. */
  onData = undefined;
  delayMs = 0;
  port = 0;

  constructor(target) {
    this.server = createServer((client) => {
      const upstream = connect(target, '127.0.0.1');
      this.clients.add(client);
      this.forward(client, upstream);
      this.forward(upstream, client);
    });
  }

  forward(from, to) {
    this.sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      this.sockets.delete(from);
      to.destroy();
    });
    from.on('data', (chunk) => {
      if (this.clients.has(from)) this.onData?.(chunk);
      if (this.delayMs > 0) setTimeout(() => to.writable && to.write(chunk), this.delayMs);
      else if (to.writable) to.write(chunk);
    });
  }

  disturb({ delayMs, cutEveryMs }) {
    this.delayMs = delayMs;
    this.cuts = setInterval(() => {
      const all = [...this.sockets];
      all[Math.floor(Math.random() * all.length)]?.resetAndDestroy();
    }, cutEveryMs);
  }

  calm() {
    clearInterval(this.cuts);
    this.delayMs = 0;
    // Chunks held back would come after what is sent from now on.
    this.cut();
  }

  cut() {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  refuse() {
    this.server.close();
    this.cut();
  }

  async accept() {
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
    this.port = this.server.address().port;
  }

  close() {
    clearInterval(this.cuts);
    this.refuse();
  }
}
