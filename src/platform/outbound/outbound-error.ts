import { DomainError, UnprocessableError } from '../../kernel/errors.js';

export type OutboundCode =
  | 'outbound-url'
  | 'outbound-address-not-public'
  | 'outbound-unreachable'
  | 'outbound-certificate'
  | 'outbound-timeout'
  | 'outbound-too-large'
  | 'outbound-redirects'
  | 'outbound-status'
  | 'outbound-invalid-answer';

/** Error codes of the HTTP parser and the decompressors. */
const INVALID_ANSWER = /^(HPE_|Z_|ERR__ERROR_|ERR_BROTLI|ERR_ZSTD|ZSTD_)/;

/**
 * A URL that could not be fetched. The caller may see code and message: neither
 * tells what the DNS knows about a name without a public address, nor what is
 * behind one. The cause is for those who operate the service.
 */
export class OutboundError extends UnprocessableError {
  declare readonly code: OutboundCode;

  constructor(code: OutboundCode, message: string, cause?: unknown) {
    super(code, message);
    if (cause !== undefined) this.cause = cause;
  }

  /**
   * Also for a name that does not exist or cannot be looked up: the difference would map private networks.
   */
  static notPublic(host: string, cause?: unknown): OutboundError {
    return new OutboundError('outbound-address-not-public', `${host} has no known public address.`, cause);
  }

  static certificate(host: string, cause: unknown): OutboundError {
    return new OutboundError('outbound-certificate', `The certificate of ${host} is not valid.`, cause);
  }

  static tooSlow(host: string): OutboundError {
    return new OutboundError('outbound-timeout', `${host} took too long to answer.`);
  }

  static tooLarge(host: string, maxBytes: number): OutboundError {
    return new OutboundError('outbound-too-large', `${host} sends more than the ${maxBytes} bytes allowed.`);
  }

  static invalidAnswer(host: string, cause?: unknown): OutboundError {
    return new OutboundError('outbound-invalid-answer', `The answer of ${host} cannot be read.`, cause);
  }

  /** Maps a failure of a connection or of a decompressor. */
  static from(error: unknown, host: string): DomainError {
    if (error instanceof DomainError) return error;
    const { code = '' } = error as NodeJS.ErrnoException;
    if (INVALID_ANSWER.test(code)) return OutboundError.invalidAnswer(host, error);
    return new OutboundError(
      'outbound-unreachable',
      `${host} could not be reached, or broke the connection off.`,
      error,
    );
  }

  /** Whether it is a limit of ours that ended the request, so that what came until then is sound. */
  get isLimit(): boolean {
    return this.code === 'outbound-timeout' || this.code === 'outbound-too-large';
  }
}
