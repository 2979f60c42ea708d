import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { LRUCache } from 'lru-cache';
import { Credentials } from '../request/credentials.js';
import type { RequestHead } from '../request/request-path.js';

const MAX_ACCEPTED = 10_000;
/** Tokens are longer than keys. */
const MAX_PLAIN_LENGTH = 200;

/**
 * The sender of a request: whom a credential has stood for lately, else the address. Credentials that nobody
 * knows count as their address, so that nobody becomes many by making them up.
 */
@Injectable()
export class RequestSources {
  private readonly accepted = new LRUCache<string, string>({ max: MAX_ACCEPTED });

  constructor(private readonly credentials: Credentials) {}

  of(request: Request): string {
    return this.acceptedOf(request) ?? `address ${request.ip ?? ''}`;
  }

  /** The source of a request of the API whose key or token has been accepted lately, by its head alone. */
  earlyOf(request: RequestHead): string | undefined {
    if (!request.url?.startsWith('/api/')) return undefined;
    const credential = this.credentials.keyOf(request) ?? this.credentials.bearerOf(request);
    return credential === null ? undefined : this.accepted.get(short(credential));
  }

  /** Whether its credentials have been accepted lately. */
  isAccepted(request: IncomingMessage): boolean {
    return this.acceptedOf(request) !== undefined;
  }

  /** Whether the request carries credentials, valid or not. */
  hasCredentials(request: IncomingMessage): boolean {
    return this.credentials.of(request).length > 0;
  }

  /** Remembers that a credential is valid. @param source as which its requests are counted */
  accept(credential: string, source: string): void {
    this.accepted.set(short(credential), source);
  }

  /** The credentials of a request were refused. */
  refuse(request: IncomingMessage): void {
    for (const credential of this.credentials.of(request)) this.accepted.delete(short(credential));
  }

  private acceptedOf(request: IncomingMessage): string | undefined {
    for (const credential of this.credentials.of(request)) {
      const source = this.accepted.get(short(credential));
      if (source !== undefined) return source;
    }
    return undefined;
  }
}

const short = (credential: string): string =>
  credential.length <= MAX_PLAIN_LENGTH ? credential : hash('sha256', credential);
