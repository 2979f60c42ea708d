import type { Environment } from '../platform/config/environment.js';

/** A running service did not do what it was asked: a sentence for those who asked. */
export class ServiceFailure extends Error {
  override readonly name = 'ServiceFailure';
}

/** The service on this machine that has this environment. */
export function localServiceUrl({ HOST, PORT }: Environment): URL {
  const host = HOST === '0.0.0.0' || HOST === '::' ? '127.0.0.1' : HOST;
  return new URL(`http://${host.includes(':') ? `[${host}]` : host}:${PORT}`);
}

/**
 * Asks a running service, wherever the operator says that it is.
 *
 * @throws ServiceFailure when there is no answer
 */
export async function askService(url: string | URL, init: RequestInit = {}): Promise<Response> {
  try {
    // eslint-disable-next-line no-restricted-globals -- the service that the operator names, wherever it is
    return await fetch(url, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new ServiceFailure(`The service at ${new URL(url).origin}/ does not answer. Is it running?`);
  }
}
