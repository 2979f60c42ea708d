import type { IncomingMessage } from 'node:http';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Environment } from '../../../platform/config/environment.js';
import type { RateLimit } from '../../../platform/http/admission/rate-limit.js';
import type { RequestSources } from '../../../platform/http/admission/request-sources.js';
import { Credentials } from '../../../platform/http/request/credentials.js';
import type { Authenticator } from '../authenticator.js';
import type { Actor } from '../domain/actor.js';
import { RequestAuthenticator } from '../request-authenticator.js';
import { RequestActors } from './request-actors.js';

class IdentityProvider extends RequestAuthenticator {
  readonly name = 'acmeToken';
  readonly scheme = { type: 'http', scheme: 'bearer' };
  readonly headers = ['authorization'];
  override readonly isAmbient = false;
  readonly authenticate = jest.fn<() => Promise<Actor | null>>();

  credentialOf({ headers }: IncomingMessage): string | null {
    return headers.authorization ?? null;
  }
}

const request = { method: 'GET', headers: { authorization: 'Token x' } } as IncomingMessage;

let provider: IdentityProvider;
let actors: RequestActors;
beforeEach(() => {
  jest.useFakeTimers();
  provider = new IdentityProvider();
  const sources = { accept: jest.fn() } as unknown as RequestSources;
  const limit = { count: jest.fn() } as unknown as RateLimit;
  actors = new RequestActors({} as Authenticator, new Credentials(), sources, limit, Environment.from({}));
  actors.add([provider]);
});
afterEach(() => {
  jest.useRealTimers();
});

test('an authenticator that does not end is given up', async () => {
  provider.authenticate.mockReturnValue(new Promise(() => undefined));
  const refused = expect(actors.findActor(request)).rejects.toMatchObject({
    kind: 'overloaded',
    code: 'authentication-too-slow',
  });
  await jest.advanceTimersByTimeAsync(10_000);
  await refused;
});

test('an authenticator that ends in time is waited for, and one that fails fails as it does', async () => {
  const actor = { authorId: 7 } as Actor;
  provider.authenticate.mockImplementation(() => new Promise((end) => setTimeout(end, 9000, actor)));
  const found = actors.findActor(request);
  await jest.advanceTimersByTimeAsync(9000);
  expect(await found).toBe(actor);
  const failure = new Error('No.');
  provider.authenticate.mockRejectedValue(failure);
  await expect(actors.findActor(request)).rejects.toBe(failure);
  expect(jest.getTimerCount()).toBe(0);
});
