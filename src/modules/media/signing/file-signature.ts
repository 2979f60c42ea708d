import { createHmac } from 'node:crypto';
import type { UtcSeconds } from '../../../kernel/clock.js';
import type { MediaKind } from '../domain/media-policy.js';
import { isEqual } from './constant-time.js';

/** The parts of the path of a file's URL. */
export interface FileAddress {
  readonly kind: MediaKind;
  readonly id: number;
  /** The version of an image, or the secret part of a document's URL. */
  readonly version: string;
  /** `600x400.jpg`, `annual-report.pdf` */
  readonly name: string;
}

/** The query parameter of signed URLs. */
export const SIGNATURE = 'signature';

const FORM = /^([1-9]\d{0,11})-[\da-f]{32}$/;
/** Half of a SHA-256, as much as RFC 2104 (chapter 5) asks for at least. */
const LENGTH = 32;

/** `<end>-<HMAC>`: opens the file until its end. Neither part needs to be escaped in a URL, HTML or JSON. */
export function signatureOf(
  secret: string,
  { kind, id, version, name }: FileAddress,
  end: UtcSeconds,
): string {
  const signed = `file ${kind} ${id} ${version} ${name} ${end}`;
  return `${end}-${createHmac('sha256', secret).update(signed).digest('hex').slice(0, LENGTH)}`;
}

/** The end that a signature names, whoever has made it; null for what has not the form of one. */
export function endOf(signature: unknown): UtcSeconds | null {
  const [, end] = FORM.exec(typeof signature === 'string' ? signature : '') ?? [];
  return end === undefined ? null : Number(end);
}

/** Whether the signature was made for this file, by this secret. */
export function isSignedBy(secret: string, file: FileAddress, signature: string): boolean {
  return isEqual(signature, signatureOf(secret, file, endOf(signature) ?? 0));
}
