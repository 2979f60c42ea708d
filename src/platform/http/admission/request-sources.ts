import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';

const MOST_KEYS = 10_000;
const LONGEST_KEY = 200;
const UNAUTHENTICATED = 401;

/**
 * The sender of a request: the key that has been accepted lately, else the address. Keys that nobody knows count as their
 * address, so that nobody becomes many by making them up.
 */
@Injectable()
export class RequestSources {
  /** Whether keys in queries count, and win over those in headers. */
  readsQueryKeys = false;
  private readonly accepted = new LRUCache<string, true>({ max: MOST_KEYS });

  of(request: Request): string {
    const key = this.keyOf(request);
    return key !== undefined && this.accepted.has(key) ? key : `address ${request.ip ?? ''}`;
  }

  /** The source of a request of the API whose key has been accepted lately, by its headers alone. */
  acceptedKeyOf({ url = '', headers }: IncomingMessage): string | undefined {
    const key = headers['x-rmauth'];
    const isKnown = typeof key === 'string' && url.startsWith('/api/') && this.accepted.has(key);
    return isKnown && !(this.readsQueryKeys && url.includes('api_key=')) ? key : undefined;
  }

  /** Remembers whether the key of a request was accepted; only the API tells. */
  note(request: Request, status: number): void {
    const key = this.keyOf(request);
    if (key === undefined || !request.originalUrl.startsWith('/api/')) return;
    if (status === UNAUTHENTICATED) this.accepted.delete(key);
    else this.accepted.set(key, true);
  }

  /** The key that a request carries, known or not. */
  keyOf(request: Request): string | undefined {
    const isInQuery = this.readsQueryKeys && request.originalUrl.includes('api_key=');
    const fromQuery = isInQuery ? request.query.api_key : undefined;
    const key = typeof fromQuery === 'string' ? fromQuery : request.headers['x-rmauth'];
    return typeof key === 'string' && key.length <= LONGEST_KEY ? key : undefined;
  }
}
