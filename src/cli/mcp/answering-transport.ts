import { once } from 'node:events';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';

/** A message may hold an article. */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** Milliseconds that the service may take for a request. */
export const TIMEOUT_MS = 120_000;

/**
 * Messages over a pair of streams. The end of the input ends nothing by itself: what was asked before is
 * done, so it has to be answered, too.
 */
export class AnsweringTransport extends StdioServerTransport {
  private readonly unanswered = new Set<string | number>();
  private whenAnswered: (() => void) | null = null;
  private readonly read: Promise<unknown>;

  constructor(input: Readable, output: Writable) {
    const messages = new PassThrough();
    super(messages, output, { maxBufferSize: MAX_MESSAGE_BYTES });
    // A message that is written behind all others has been read after them.
    this.read = once(input, 'close').then(() => new Promise((resolve) => messages.write('\n', resolve)));
    input.pipe(messages, { end: false });
  }

  /** To be called once somebody listens for messages. */
  noteRequests(): void {
    const { onmessage: handle } = this;
    this.onmessage = (message) => {
      if ('method' in message && 'id' in message) this.unanswered.add(message.id);
      // No answer follows.
      if (isCancellation(message)) this.noteAnswered(message.params.requestId);
      handle?.(message);
    };
  }

  override async send(message: JSONRPCMessage): Promise<void> {
    await super.send(message);
    if (!('method' in message)) this.noteAnswered(message.id);
  }

  /** Resolves when the input has ended and all that it asked for is answered, or has taken too long. */
  async end(): Promise<void> {
    await this.read;
    if (this.unanswered.size === 0) return;
    const answered = new Promise<void>((resolve) => {
      this.whenAnswered = resolve;
    });
    await Promise.race([answered, delay(TIMEOUT_MS, undefined, { ref: false })]);
  }

  private noteAnswered(id: string | number | undefined): void {
    if (id !== undefined) this.unanswered.delete(id);
    if (this.unanswered.size === 0) this.whenAnswered?.();
  }
}

interface Cancellation {
  readonly params: { readonly requestId?: string | number };
}

const isCancellation = (message: JSONRPCMessage): message is JSONRPCMessage & Cancellation =>
  'method' in message && message.method === 'notifications/cancelled';
