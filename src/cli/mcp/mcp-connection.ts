import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { askService, ServiceFailure } from '../running-service.js';

/** The revision of the protocol that the service is spoken to in. */
const REVISION = '2026-07-28';

/** Connects to the /mcp of a running service. @throws ServiceFailure */
export async function connectTo(service: URL, key: string): Promise<Client> {
  const client = new Client(
    { name: 'content-publishing-service cli', version: '1.3' },
    { versionNegotiation: { mode: { pin: REVISION } } },
  );
  const base = service.href.replace(/\/*$/, '/');
  const transport = new StreamableHTTPClientTransport(new URL('mcp', base), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: async (url, init) => mustHaveSucceeded(await askService(url, init)),
  });
  await client.connect(transport).catch((error: unknown) => {
    throw failureOf(error);
  });
  return client;
}

/** Unwraps a failure of the service from the error of the client library: its cause, or the error itself. */
export function failureOf(error: unknown): Error {
  for (let one = error; one instanceof Error; one = one.cause) if (one instanceof ServiceFailure) return one;
  return error instanceof Error ? error : new ServiceFailure(String(error));
}

/** Failures before the protocol begins, as of a key, are problems (RFC 9457). */
async function mustHaveSucceeded(response: Response): Promise<Response> {
  const type = response.headers.get('content-type') ?? '';
  if (response.ok || /^application\/json\b/.test(type)) return response;
  const text = await response.text();
  const detail = type.startsWith('application/problem+json') ? detailOf(text) : null;
  const wait = response.headers.get('retry-after');
  const sentence =
    detail ?? `The service has answered with ${response.status}: it may not be one of this kind.`;
  throw new ServiceFailure(wait === null ? sentence : `${sentence} Try again in ${wait} s.`);
}

function detailOf(text: string): string | null {
  const { detail } = JSON.parse(text) as { readonly detail?: unknown };
  return typeof detail === 'string' ? detail : null;
}
