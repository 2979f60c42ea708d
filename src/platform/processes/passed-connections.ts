import type { Worker } from 'node:cluster';

interface Handle {
  close(): void;
}

/** A message of Node's cluster: a connection for a worker, or the answer that it has been taken. */
interface ClusterMessage {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
}

type Send = (message: ClusterMessage, handle?: Handle, ...more: unknown[]) => boolean;

/**
 * Connections on their way to a worker. Node forgets them when the worker dies before it has taken them, and
 * never closes them: their clients would wait for ever.
 */
export function closeWhatIsNotTaken({ process: child }: Worker): void {
  const passed = new Map<number, Handle>();
  const send = child.send.bind(child) as unknown as Send;
  const noting: Send = (message, handle, ...more) => {
    if (message.act === 'newconn' && message.seq !== undefined && handle) passed.set(message.seq, handle);
    return send(message, handle, ...more);
  };
  Object.assign(child, { send: noting });
  child.on('internalMessage', ({ ack }: ClusterMessage) => {
    if (ack !== undefined) passed.delete(ack);
  });
  child.once('exit', () => {
    for (const handle of passed.values()) handle.close();
    passed.clear();
  });
}
