import { COMMAND_CALL } from '../platform/config/command-call.js';
import { databaseName } from '../platform/config/database-name.js';
import type { Environment } from '../platform/config/environment.js';
import { variablesOfShell } from './dot-env.js';

const isColoured = process.stdout.isTTY && !process.env.NO_COLOR;
const paint = (code: number) => (text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
/** Addresses that `localhost` leads to. */
const LOCAL = new Set(['0.0.0.0', '127.0.0.1', '::']);
const bold = paint(1);
const dim = paint(2);
const cyan = paint(36);

/**
 * The lines that a person sees at start.
 *
 * @param key the first key, when this start has made it
 */
export function banner(environment: Environment, key: string | null): string {
  const { HOST, PORT, PUBLIC_BASE_URL, ADMIN_API_KEY, WEB_CONCURRENCY } = environment;
  const host = LOCAL.has(HOST) ? 'localhost' : HOST;
  const local = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
  const lines = [
    '',
    `  ${bold('The content publishing service is ready.')}`,
    '',
    `  ${dim('Pages')}     ${cyan(`${local}/`)}${PUBLIC_BASE_URL === local ? '' : `   ${dim(`public: ${PUBLIC_BASE_URL}`)}`}`,
    `  ${dim('API docs')}  ${cyan(`${local}/docs`)}`,
    `  ${dim('GraphQL')}   ${cyan(`${local}/core/graphiql`)}`,
    `  ${dim('Health')}    ${cyan(`${local}/health/ready`)}`,
    `  ${dim('Database')}  ${databaseName(environment.DATABASE_URL)}`,
    ...(WEB_CONCURRENCY === 1 ? [] : [`  ${dim('Processes')} ${WEB_CONCURRENCY}`]),
    '',
    ...(key === null ? anotherKey() : firstPost(local, key, ADMIN_API_KEY !== undefined)),
    ...variablesOfCommands(),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function firstPost(local: string, key: string, isGiven: boolean): string[] {
  const shown = isGiven ? '$ADMIN_API_KEY' : key;
  return [
    isGiven
      ? `  The key of the first Administrator is the value of ADMIN_API_KEY.`
      : `  Your API key, shown only now: ${bold(shown)}`,
    '',
    '  Publish your first post:',
    '',
    `curl -X POST ${local}/api/1.3/posts \\`,
    `  -H "x-rmauth: ${shown}" -H "content-type: application/json" \\`,
    `  -d '{"headline": "Hello, world", "body": "<p>Our first post.</p>", "tags": ["news"]}'`,
    '',
    `  Then look at it: ${cyan(`${local}/hello-world`)}`,
    `  ${dim(`The README goes on from there; ${COMMAND_CALL} demo fills the site with something to look at.`)}`,
  ];
}

function anotherKey(): string[] {
  return [`  ${dim('Another API key:')}  ${COMMAND_CALL} keys create --author 1`];
}

/** Environment variables to set in another terminal. */
function variablesOfCommands(): string[] {
  const names = variablesOfShell();
  if (names.length === 0) return [];
  return [
    `  ${dim(`Commands in another terminal need the same ${names.join(' and ')}; .env gives it to all.`)}`,
  ];
}
