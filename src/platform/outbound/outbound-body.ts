import type { IncomingMessage } from 'node:http';
import { finished, Readable } from 'node:stream';
import { decompressed, decompressorFor } from './content-decoding.js';
import { OutboundError } from './outbound-error.js';

export interface BodyLimits {
  /** Most bytes, both as they are sent and without their compression. */
  readonly maxBytes: number;
  /** Behaviour at a limit of size or time: the body fails, or it ends there (see `isTruncated`). */
  readonly onLimit: 'fail' | 'stop';
  /** Ends the body, also while nobody reads it. */
  readonly signal: AbortSignal;
}

/** The body of a response, decompressed and within limits. Destroying it frees the connection. */
export class OutboundBody extends Readable {
  /** Whether it ended at a limit; known once it has been read. */
  isTruncated = false;
  private isOver = false;
  private received = 0;

  private constructor(
    private readonly source: Readable,
    private readonly host: string,
    private readonly limits: BodyLimits,
  ) {
    super();
    source.on('data', (piece: Buffer) => {
      this.receive(piece);
    });
    // Also when it is over by now.
    finished(source, { writable: false }, (error) => {
      if (error) this.giveUp(OutboundError.from(error, host));
      else this.finish();
    });
    limits.signal.addEventListener('abort', this.onAbort);
    // It may fail while nobody listens, which must not end the process. Whoever
    // reads it later gets the error.
    this.on('error', () => undefined);
  }

  /**
   * @throws OutboundError for a body that is announced to be too large, or that
   *   is compressed in an unknown way
   */
  static of(answer: IncomingMessage, host: string, limits: BodyLimits): OutboundBody {
    const { 'content-length': length, 'content-encoding': encoding } = answer.headers;
    if (limits.onLimit === 'fail' && Number(length) > limits.maxBytes)
      throw OutboundError.tooLarge(host, limits.maxBytes);
    const decompressor = decompressorFor(encoding);
    if (decompressor === undefined) throw OutboundError.invalidAnswer(host);
    if (decompressor === null) return new OutboundBody(answer, host, limits);
    let sent = 0;
    const source = decompressed(answer, decompressor, (piece) => {
      sent += piece.length;
      if (sent > limits.maxBytes) throw OutboundError.tooLarge(host, limits.maxBytes);
    });
    return new OutboundBody(source, host, limits);
  }

  override _read(): void {
    this.source.resume();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.leave();
    callback(error);
  }

  private receive(piece: Buffer): void {
    if (this.isOver) return;
    const left = this.limits.maxBytes - this.received;
    this.received += piece.length;
    if (!this.push(piece.subarray(0, left))) this.source.pause();
    if (piece.length > left) this.giveUp(OutboundError.tooLarge(this.host, this.limits.maxBytes));
  }

  private finish(): void {
    if (this.isOver) return;
    this.leave();
    this.push(null);
  }

  private giveUp(error: Error): void {
    if (this.isOver) return;
    this.isTruncated = this.limits.onLimit === 'stop' && error instanceof OutboundError && error.isLimit;
    if (this.isTruncated) this.finish();
    else this.destroy(error);
  }

  private readonly onAbort = (): void => {
    this.giveUp(this.limits.signal.reason as Error);
  };

  /** The source may still report something; it is of no interest. */
  private leave(): void {
    this.isOver = true;
    this.limits.signal.removeEventListener('abort', this.onAbort);
    this.source.destroy();
  }
}
