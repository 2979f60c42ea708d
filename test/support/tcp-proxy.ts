import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Stands between a service and a server, and makes the faults of a network. */
export interface TcpProxy {
  readonly port: number;
  /** Connections that were opened so far. */
  readonly opened: number;
  /** Forwards nothing: to its clients, the server has stopped to answer. */
  freeze(): void;
  /** Forwards again, what has been held back included. */
  thaw(): void;
  /** Resets all connections. */
  cut(): void;
  /** Takes no connections any more, and resets those there are. */
  refuse(): void;
  accept(): Promise<void>;
  close(): void;
}

export async function startTcpProxy(host: string, port: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  let opened = 0;
  const server = createServer((client) => {
    opened += 1;
    const upstream = connect(port, host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(to);
      if (isFrozen) from.pause();
    }
  });
  const listen = async (at: number): Promise<number> => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
    return (server.address() as { port: number }).port;
  };
  const cut = (): void => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const own = await listen(0);
  return {
    port: own,
    get opened() {
      return opened;
    },
    freeze() {
      isFrozen = true;
      for (const socket of sockets) socket.pause();
    },
    thaw() {
      isFrozen = false;
      for (const socket of sockets) socket.resume();
    },
    cut,
    refuse() {
      server.close();
      cut();
    },
    async accept() {
      if (!server.listening) await listen(own);
    },
    close() {
      server.close();
      cut();
    },
  };
}
