import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Agent, agentOf, type Era, ERAS } from '../support/mcp.js';
import { runCommand } from '../support/command-line.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import type { TestDatabase } from '../support/database.js';
import {
  callProcess,
  killLeftovers,
  PROCESS_KEY,
  run,
  type ServiceProcess,
  startProcess,
} from '../support/process.js';

const INITIALIZE = {
  ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

let database: TestDatabase;
let service: ServiceProcess;
beforeAll(async () => {
  database = await createMigratedDatabase();
  service = await startProcess(database);
});
afterAll(async () => {
  await service.end('SIGINT');
  killLeftovers();
  await database.drop();
});

/** Nothing of the database: the process speaks to the service alone. */
const variables = (more: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  DATABASE_URL: 'mysql://nobody@127.0.0.1:9/none',
  MCP_API_KEY: PROCESS_KEY,
  ...more,
});

async function connect(era: Era, more: Record<string, string> = {}): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: ERAS[era] } });
  const args = ['dist/cli.js', 'mcp', '--url', service.url];
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args, env: variables(more), stderr: 'ignore' }),
  );
  return agentOf(client);
}

function start(): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, ['dist/cli.js', 'mcp', '--url', service.url], { env: variables() });
}

/** The next line that a process writes. */
async function lineOf(child: ChildProcessWithoutNullStreams): Promise<string> {
  let text = '';
  while (!text.includes('\n')) text += String((await once(child.stdout, 'data'))[0]);
  return text;
}

describe('cli mcp', () => {
  test.each(Object.keys(ERAS) as Era[])('serves an agent of %s with a running service', async (era) => {
    const agent = await connect(era);
    expect(agent.client.getServerVersion()).toMatchObject({
      name: 'content-publishing-service',
      title: 'Example',
    });
    expect(agent.client.getInstructions()).toContain('seconds since 1970');
    expect(await agent.tools()).toContain('publish_article');
    const body = `<p>${'tide '.repeat(100_000)}</p>`;
    const { id } = await agent.ok('create_draft', { headline: `Piped ${era}`, body });
    await agent.ok('publish_article', { id });
    const read = await callProcess(service, 'GET', `/api/1.3/posts/${id}`);
    expect(read.body).toMatchObject({ headline: `Piped ${era}`, status: 0, body });
    expect((await agent.ok('get_article', { id })).body).toBe(body);
    expect((await agent.call('update_article', { id, version: 99, headline: 'x' })).data).toMatchObject({
      status: 412,
    });
    await expect(agent.call('drop_tables')).rejects.toThrow('There is no tool drop_tables.');
    await agent.close();
  });

  test('has nothing on its output but messages, and ends with its input', async () => {
    const child = start();
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    const lines = (await lineOf(child)).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line).id)).toEqual([1]);
    child.stdin.write('this is no message\n');
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'ping' })}\n`);
    expect(JSON.parse(await lineOf(child))).toMatchObject({ id: 2 });
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('answers what it was asked before its input ended', async () => {
    const child = start();
    const call = { jsonrpc: '2.0', id: 2, method: 'tools/call' };
    const params = { name: 'create_draft', arguments: { headline: 'Last words' } };
    child.stdin.end(`${JSON.stringify(INITIALIZE)}\n${JSON.stringify({ ...call, params })}\n`);
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    expect(await once(child, 'close')).toEqual([0, null]);
    const answers = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: number });
    expect(answers.map(({ id }) => id)).toEqual([1, 2]);
    expect(text).toContain('Last words');
  });

  test.each(['SIGTERM', 'SIGINT'] as const)('ends with %s', async (signal) => {
    const child = start();
    child.stdin.write(`${JSON.stringify(INITIALIZE)}\n`);
    await lineOf(child);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  test('says in one sentence why it cannot begin, and never the key', async () => {
    const unknown = 'k'.repeat(64);
    const url = ['--url', service.url];
    const cases: [NodeJS.ProcessEnv, string[], RegExp][] = [
      [{ MCP_API_KEY: '' }, url, /^MCP_API_KEY is not set/],
      [{ MCP_API_KEY: 'two words' }, url, /^MCP_API_KEY is no API key\.$/m],
      [{ MCP_API_KEY: unknown }, url, /^The API key is unknown, revoked or expired\.$/m],
      [{}, ['--url', 'http://127.0.0.1:9'], /^The service at http:\/\/127\.0\.0\.1:9\/ does not answer/],
      [{ PORT: '9' }, [], /^The service at http:\/\/127\.0\.0\.1:9\/ does not answer/],
      [{}, ['--url', `${service.url}/api/`], /^There is no POST \/api\/mcp\.$/m],
      [{}, ['--url', 'ftp://127.0.0.1'], /must be an http or https URL/],
      [{}, ['--url', 'http://a:b@127.0.0.1'], /must be an http or https URL/],
    ];
    for (const [more, options, sentence] of cases) {
      const refused = await runCommand(['mcp', ...options], database, { MCP_API_KEY: PROCESS_KEY, ...more });
      expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(sentence) });
      expect(refused.stderr).not.toMatch(/node_modules|k{64}/);
    }
    const inProcess = await run('cli.js', ['mcp', ...url], database, { MCP_API_KEY: unknown });
    expect(inProcess).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The API key is unknown/m),
    });
    expect(inProcess.stderr).not.toMatch(/node_modules|k{64}/);
  });

  test('offers what the key allows, and stays when the service goes and comes back', async () => {
    const created = await callProcess(service, 'POST', '/api/1.1/keys', { scope: 'read', name: 'agent' });
    const agent = await connect('2025-11-25', { MCP_API_KEY: String(created.body.key) });
    expect(await agent.tools()).not.toContain('create_draft');
    const port = new URL(service.url).port;
    await service.end('SIGINT');
    const lost = await agent.call('list_posts');
    expect(lost).toMatchObject({ isError: true });
    expect(lost.text).toMatch(/does not answer/);
    service = await startProcess(database, { PORT: port });
    expect(await agent.ok('get_me')).toMatchObject({ role: 'Administrator' });
    await agent.close();
  });
});
