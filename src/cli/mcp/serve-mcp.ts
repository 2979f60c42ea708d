import { once } from 'node:events';
import type { Client } from '@modelcontextprotocol/client';
import { type CallToolResult, Server } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Environment } from '../../platform/config/environment.js';
import { localServiceUrl, ServiceFailure } from '../running-service.js';
import { AnsweringTransport, TIMEOUT_MS } from './answering-transport.js';
import { connectTo, failureOf } from './mcp-connection.js';

/**
 * Serves an agent over standard input and output, until the input ends and what it asked for is answered:
 * passes its messages on to a running service. That way hooks, caches and rate limits
 * of the service hold, and no second process works on its database.
 *
 * @throws ServiceFailure when it cannot begin
 */
export async function serveMcp(url: URL | undefined): Promise<void> {
  const client = await connectTo(url ?? localServiceUrl(Environment.from(process.env)), keyOf(process.env));
  const transport = new AnsweringTransport(process.stdin, process.stdout);
  const handle = serveStdio(() => serverFor(client), {
    transport,
    onerror: ({ message }) => process.stderr.write(`${message}\n`),
  });
  transport.noteRequests();
  const end = new AbortController();
  await Promise.race([transport.end(), once(process, 'SIGTERM', end), once(process, 'SIGINT', end)]);
  end.abort();
  await handle.close();
  await client.close();
  process.stdin.destroy();
}

/** API key; it is no variable of the service's own environment. */
function keyOf({ MCP_API_KEY: key = '' }: NodeJS.ProcessEnv): string {
  if (key === '') throw new ServiceFailure('MCP_API_KEY is not set: it is the API key of the agent.');
  if (!/^[\x21-\x7e]{1,4000}$/.test(key)) throw new ServiceFailure('MCP_API_KEY is no API key.');
  return key;
}

function serverFor(client: Client) {
  const instructions = client.getInstructions();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- what tools there are is known to the service alone
  const server = new Server(
    client.getServerVersion() ?? { name: 'content-publishing-service', version: '1.3' },
    {
      capabilities: { tools: {} },
      ...(instructions !== undefined && { instructions }),
    },
  );
  const options = (signal: AbortSignal) => ({ signal, timeout: TIMEOUT_MS });
  server.setRequestHandler('tools/list', async (_request, { mcpReq }) => ({
    tools: (await client.listTools(undefined, options(mcpReq.signal))).tools,
  }));
  server.setRequestHandler('tools/call', ({ params: { name, arguments: given = {} } }, { mcpReq }) =>
    client.callTool({ name, arguments: given }, options(mcpReq.signal)).catch(explained),
  );
  return server;
}

/** A service that is not there for a moment is no end of the conversation. */
function explained(error: unknown): CallToolResult {
  const failure = failureOf(error);
  if (!(failure instanceof ServiceFailure)) throw failure;
  return { isError: true, content: [{ type: 'text', text: failure.message }] };
}
