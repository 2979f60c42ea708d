import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { runCommand } from './command-line.js';
import type { TestDatabase } from './database.js';
import { EMPTY_PAGE, pngOf } from './old-site-files.js';
import { ArticlesService, Provider } from '../../src/modules/articles/articles.service.js';
import { BASE_URL, type Service } from './service.js';

/** A site of another system on loopback, from which an import fetches images. */
export interface OldSite {
  readonly origin: string;
  /** Variables of a command that may fetch from it. */
  readonly variables: NodeJS.ProcessEnv;
  /** Paths that were asked for, in their order. */
  readonly requests: string[];
  stop(): void;
}

/** Output of an import with `--json`. */
export interface PrintedReport {
  readonly dry_run: boolean;
  readonly imported: number;
  readonly already_there: number;
  readonly failed: number;
  readonly published: number;
  readonly scheduled: number;
  readonly drafts: number;
  readonly authors: number;
  readonly sections: number;
  readonly images: Readonly<Record<string, number>>;
  readonly left_out: readonly PrintedSum[];
  readonly changed: readonly PrintedSum[];
  readonly failures: readonly { readonly id: string; readonly message: string }[];
}

interface PrintedSum {
  readonly reason: string;
  readonly count: number;
  readonly examples: readonly string[];
}

/** Serves a PNG of its own at each path that ends in `.png`, but for `missing.png`; `page.png` is a page. */
export async function startOldSite(): Promise<OldSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    requests.push(path);
    if (path.endsWith('/page.png')) response.end(EMPTY_PAGE);
    else if (path.endsWith('.png') && !path.endsWith('/missing.png')) response.end(pngOf(path));
    else response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    variables: {
      OUTBOUND_ALLOW: `127.0.0.1:${port}`,
      PUBLIC_BASE_URL: BASE_URL,
      // The one of a service that is started afterwards.
      ADMIN_API_KEY: 'a'.repeat(64),
    },
    requests,
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** A fixture whose site is this one, as a file. */
export function exportFile(name: string, folder: string, origin: string): string {
  const file = join(folder, name);
  const text = readFileSync(`test/fixtures/${name}`, 'utf8').replaceAll('__SITE__', origin);
  writeFileSync(file, text);
  return file;
}

/** Runs an import. @returns its exit code, its report and what it has said */
export async function importFile(
  parameters: readonly string[],
  database: TestDatabase,
  variables: NodeJS.ProcessEnv = { PUBLIC_BASE_URL: BASE_URL },
) {
  const done = await runCommand(['import', ...parameters, '--json'], database, variables);
  const report = (done.stdout === '' ? null : JSON.parse(done.stdout)) as PrintedReport;
  return { code: done.code, report, stderr: done.stderr };
}

/** Counts by reason. */
export const countsOf = (sums: readonly PrintedSum[]): Record<string, number> =>
  Object.fromEntries(sums.map(({ reason, count }) => [reason, count]));

/** The article that was imported under an id, in whichever state. */
export async function importedAs(id: string, service: Service): Promise<Readonly<Record<string, unknown>>> {
  const article = await service.app.get(ArticlesService).findByProviderPostId(Provider.Import, id);
  if (article === null) throw new Error(`Nothing was imported as ${id}.`);
  return (await service.get(`/api/1.3/posts/${article}`).expect(200)).body as Record<string, unknown>;
}
