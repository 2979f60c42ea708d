import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { parse } from 'node:querystring';
import { Injectable } from '@nestjs/common';
import type { RequestHead } from './request-path.js';

/** Finds in a request something else that may say who sends it; null when it is not there. */
export type CredentialReader = (request: IncomingMessage) => string | null;

/** Parameter of a key in a query. */
export const QUERY_KEY = 'api_key';

/** Reads the credentials of a request, valid or not: the one place that knows where they are. */
@Injectable()
export class Credentials {
  /** Whether keys in queries count, and win over those in headers. */
  readsQueryKeys = false;
  private others: readonly CredentialReader[] = [];

  /** Has these looked at, too, after keys. */
  add(readers: readonly CredentialReader[]): void {
    this.others = [...this.others, ...readers];
  }

  /** The API key of x-rmauth, or of the query where the site allows it. */
  keyOf(request: RequestHead): string | null {
    const key = this.queryKeyOf(request) ?? request.headers['x-rmauth'];
    return (typeof key === 'string' && key.trim()) || null;
  }

  /** The token of `Authorization: Bearer`: an API key, or what an authenticator of an extension knows. */
  bearerOf({ headers: { authorization } }: RequestHead): string | null {
    if (authorization === undefined) return null;
    return /^Bearer +(\S+) *$/i.exec(authorization)?.[1] ?? null;
  }

  /** All that count; a key goes before everything else. */
  of(request: IncomingMessage): readonly string[] {
    const key = this.keyOf(request);
    if (key !== null) return [key];
    const bearer = this.bearerOf(request);
    const others = this.others.flatMap((read) => tried(read, request) ?? []);
    return bearer === null ? others : [bearer, ...others];
  }

  private queryKeyOf({ url = '' }: RequestHead): string | undefined {
    const start = this.readsQueryKeys ? url.indexOf('?') : -1;
    const key = start < 0 ? undefined : parse(url.slice(start + 1))[QUERY_KEY];
    return typeof key === 'string' ? key : undefined;
  }
}

/** Compares secrets in a time that does not tell where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
}

/** A reader that fails is asked again by those who answer for it; here nothing would catch it. */
function tried(read: CredentialReader, request: IncomingMessage): string | null {
  try {
    return read(request);
  } catch {
    return null;
  }
}
