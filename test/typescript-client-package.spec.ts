import { execFile } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

const run = promisify(execFile);
const outputOf = async (...parameters: string[]): Promise<string> => {
  const finished = await run(process.execPath, parameters).catch((error: unknown) => error);
  const { stdout, stderr } = finished as { stdout: string; stderr: string };
  return stdout + stderr;
};

/** Code around that of the README. */
const SURROUNDINGS = `
  declare const process: { readonly env: Readonly<Record<string, string | undefined>> };
  declare const since: number, rawBody: Uint8Array, request: Request;
  declare const store: (post: object) => void, apply: (change: Change) => Promise<void>;
  declare const lastToken: () => Promise<string>, keepToken: (token: string) => Promise<void>;
  import type { Change } from 'content-publishing-client';
  // @ts-expect-error: there is no such route
  await client.GET('/api/1.3/nothing');
  // @ts-expect-error: a draft has a headline
  await client.POST('/api/1.3/drafts', { body: {} });
`;

/** An empty project with the package as npm packs it, and the packages that it depends on. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'client-project-'));
  const packages = join(folder, 'node_modules');
  const client = join(packages, 'content-publishing-client');
  mkdirSync(client, { recursive: true });
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: 'clients/typescript' });
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
  await run('tar', ['-xzf', join(folder, tarball), '-C', client, '--strip-components=1']);
  for (const name of ['openapi-fetch', 'openapi-typescript-helpers', 'standardwebhooks'])
    symlinkSync(resolve('node_modules', name), join(packages, name));
  const readme = readFileSync(join(client, 'README.md'), 'utf8');
  const code = [...readme.matchAll(/^```ts\n([^]*?)^```$/gm)].map(([, block]) => block).join('\n');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'app.ts'), code + SURROUNDINGS);
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each([
  ['esnext', 'bundler'],
  ['nodenext', 'nodenext'],
])('the code of the README compiles with the package, strictly, by %s and %s', async (module, resolution) => {
  const compilerOptions = {
    ...{ target: 'es2023', module, moduleResolution: resolution, lib: ['es2023', 'dom', 'dom.iterable'] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    // The declarations of the package are checked, those of TypeScript are not.
    ...{ skipLibCheck: false, skipDefaultLibCheck: true, noEmit: true, types: [] },
  };
  const file = join(folder, `tsconfig.${module}.json`);
  writeFileSync(file, JSON.stringify({ compilerOptions, files: ['app.ts'] }));
  expect(await outputOf(resolve('node_modules/typescript/bin/tsc'), '--project', file)).toBe('');
});

test('the package runs on its own', async () => {
  const code = `import { createContentClient, verifyWebhook, WebhookVerificationError } from 'content-publishing-client';
    const client = createContentClient({ baseUrl: 'http://127.0.0.1:9', retries: 0 });
    try { verifyWebhook('whsec_c2VjcmV0', '{}', {}); } catch (error) {
      console.log(typeof client.pages, error instanceof WebhookVerificationError); }`;
  writeFileSync(join(folder, 'app.mjs'), code);
  expect(await outputOf(join(folder, 'app.mjs'))).toBe('function true\n');
});
