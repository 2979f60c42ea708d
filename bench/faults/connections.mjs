import { connect } from 'node:net';

/** Beyond it, requests are not sent: the files of this process are not what is measured. */
const MAX_CONNECTIONS = 8000;
const HEAD_END = '\r\n\r\n';

/**
 * Kept connections to a port of this machine, as many as are needed: a client
 * that costs little beside the service.
 */
export class Connections {
  idle = [];
  all = new Set();
  /** How many requests had each outcome. */
  outcomes = new Map();

  constructor(port) {
    this.port = port;
  }

  /** Number of requests that have no outcome yet. */
  get waiting() {
    return [...this.all].filter(({ resolve }) => resolve !== null).length;
  }

  /** Sends a request as it is. @returns its status, what its refusal lacks, or the code of its failure */
  async send(bytes) {
    const outcome = await this.outcomeOf(bytes);
    this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
    return outcome;
  }

  outcomeOf(bytes) {
    if (this.idle.length === 0 && this.all.size >= MAX_CONNECTIONS) return 'not sent';
    return new Promise((resolve) => {
      const connection = this.idle.pop() ?? this.open();
      connection.resolve = resolve;
      connection.socket.write(bytes);
    });
  }

  close() {
    for (const { socket } of this.all) socket.destroy();
  }

  open() {
    const connection = { socket: connect(this.port, '127.0.0.1'), received: '', resolve: null };
    this.all.add(connection);
    const { socket } = connection;
    const answered = (outcome) => {
      const { resolve } = connection;
      connection.resolve = null;
      resolve?.(outcome);
    };
    socket.setNoDelay(true).setEncoding('latin1');
    socket.on('data', (text) => {
      connection.received += text;
      const end = lengthOf(connection.received);
      if (end === null || connection.received.length < end) return;
      const head = connection.received.slice(0, 1000);
      const status = Number(head.slice(9, 12));
      const closes = /\r\nconnection: close\r\n/i.test(head);
      const isRefusalForGood = status === 503 && !/\r\nretry-after: [1-9]/i.test(head);
      connection.received = '';
      if (!closes) this.idle.push(connection);
      answered(isRefusalForGood ? '503 without Retry-After' : status);
    });
    socket.on('error', ({ code }) => answered(code));
    socket.on('close', () => {
      this.all.delete(connection);
      this.idle = this.idle.filter((one) => one !== connection);
      answered('closed');
    });
    return connection;
  }
}

/** Length of a whole response; null while that is not known. */
function lengthOf(text) {
  const head = text.indexOf(HEAD_END);
  if (head < 0) return null;
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head)) ?? [];
  if (length !== undefined) return head + HEAD_END.length + Number(length);
  return text.endsWith(`0${HEAD_END}`) ? text.length : null;
}
