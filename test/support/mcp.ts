import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Test } from 'supertest';
import type { Client as HttpClient, Service } from './service.js';

/** Revisions of the protocol, with and without a handshake. */
export const ERAS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const;
export type Era = keyof typeof ERAS;

/** The outcome of a call, as an agent sees it. */
export interface Outcome {
  readonly isError: boolean;
  readonly text: string;
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as bodies of answers
  readonly data: any;
}

/** An agent that is connected. */
export interface Agent {
  readonly client: Client;
  tools(): Promise<string[]>;
  call(name: string, given?: Record<string, unknown>): Promise<Outcome>;
  /** The structure that a call answers, which has to succeed. */
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- as bodies of answers
  ok(name: string, given?: Record<string, unknown>): Promise<any>;
  close(): Promise<void>;
}

export function agentOf(client: Client): Agent {
  const call = async (name: string, given: Record<string, unknown> = {}): Promise<Outcome> => {
    const result = await client.callTool({ name, arguments: given });
    const [content] = result.content;
    return {
      isError: result.isError ?? false,
      text: content?.type === 'text' ? content.text : '',
      data: result.structuredContent,
    };
  };
  return {
    client,
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call,
    async ok(name, given) {
      const { isError, text, data } = await call(name, given);
      if (isError) throw new Error(text);
      return data as unknown;
    },
    close: () => client.close(),
  };
}

/** Connects an agent to the service over HTTP. */
export async function connectAgent(
  service: Service,
  headers: Record<string, string> = { 'x-rmauth': service.adminKey },
  era: Era = '2026-07-28',
): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
  const url = new URL('/mcp', await service.app.getUrl());
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return agentOf(client);
}

/** Types of answers that the protocol wants a client to take. */
export const ACCEPT = 'application/json, text/event-stream';

/** A message of the protocol, and one that calls a tool. */
export const message = (method: string, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params });
export const callOf = (name: string, given: object = {}) => message('tools/call', { name, arguments: given });

/** Sends a message without a client of the protocol. */
export const sendMessage = (client: HttpClient, body: object): Test =>
  client.post('/mcp', body).set('accept', ACCEPT);

/** The message in an answer, as JSON or as the one event of a stream. */
export function messageIn({ text }: { readonly text: string }) {
  const [, data = text] = /^data: (.*)$/m.exec(text) ?? [];
  return JSON.parse(data) as {
    readonly id: unknown;
    readonly result?: { readonly isError?: boolean; readonly structuredContent?: Record<string, unknown> };
    readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  };
}
