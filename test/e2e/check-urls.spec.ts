import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { runCommand } from '../support/command-line.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
  const { body: section } = await service.post('/api/1.3/sections', { title: 'News', url: 'news', status: 2 });
  await service
    .post('/api/1.3/posts', { headline: 'The bridge', manual_basename: 'the-bridge', sections: [section.id] })
    .expect(200);
  for (const redirect of [
    { from: '/2019/the-bridge.html', to: '/the-bridge' },
    { from: '/shop', to: 'https://shop.example/', status: 302 },
    { from: '/old-news', to: '/removed' },
  ])
    await service.post('/api/1.3/redirects', redirect).expect(200);
});
afterAll(() => service.stop());

/** Runs the command with these lines as its list, for the service at this URL. */
async function check(lines: readonly string[], url: string, ...options: string[]) {
  const database = await createMigratedDatabase();
  const file = join(database.folder, 'urls.txt');
  writeFileSync(file, lines.join('\n'));
  try {
    return await runCommand(['check-urls', file, ...(url === '' ? [] : ['--url', url]), ...options], database, {
      PUBLIC_BASE_URL: BASE_URL,
      PORT: new URL(service.url).port,
      HOST: '127.0.0.1',
    });
  } finally {
    rmSync(file);
    await database.drop();
  }
}
