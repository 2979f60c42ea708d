import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { browserTest, faultsOf, startBrowser } from '../support/browser.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let origin: string;
let browser: Browser | undefined;
beforeAll(async () => {
  service = await startService();
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  const { body: section } = await service
    .post('/api/1.3/sections', { title: 'Hidden', url: 'hidden', status: 1 })
    .expect(200);
  await service.post('/api/1.3/posts', { headline: 'The bridge is open' }).expect(200);
  await service.post('/api/1.3/posts', { headline: 'For members', sections: [section.id] }).expect(200);
});
afterAll(async () => {
  await browser?.close();
  await service.stop();
});

async function open(): Promise<{ page: Page; faults: readonly string[] }> {
  browser ??= await startBrowser();
  const page = await browser.newPage();
  const faults = faultsOf(page, origin);
  await page.goto(`${origin}/core/graphiql`);
  return { page, faults };
}

async function run(page: Page): Promise<string> {
  const answered = page.waitForResponse(
    (response) =>
      response.url() === `${origin}/core/graphql` && !response.request().postData()?.includes('__schema'),
  );
  await page.getByRole('button', { name: /^Execute query/ }).click();
  return (await answered).text();
}

describe('GraphiQL', () => {
  browserTest('opens with an example that works, from this service alone', async () => {
    const { page, faults } = await open();
    await page.getByRole('button', { name: /^Execute query/ }).waitFor();
    const answer = await run(page);
    expect(answer).toContain('The bridge is open');
    expect(answer).not.toContain('For members');
    expect(answer).not.toContain('errors');
    await page.locator('.result-window').getByText('The bridge is open').waitFor();
    expect(faults).toEqual([]);
  });

  browserTest('asks with the key that is typed in, and shows what is wrong with it', async () => {
    const { page } = await open();
    await page.getByLabel('API key (x-rmauth)').fill(service.adminKey);
    expect(await run(page)).toContain('For members');
    await page.getByLabel('API key (x-rmauth)').fill('wrong');
    expect(await run(page)).toContain('key-invalid');
    await page.locator('.result-window').getByText('key-invalid').waitFor();
  });

  browserTest('shows what can be asked', async () => {
    const { page, faults } = await open();
    await page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await page.getByText('All Schema Types').waitFor();
    await page.getByRole('link', { name: 'PostsFilters' }).click();
    await page.getByText('includedTags').first().waitFor();
    expect(faults).toEqual([]);
  });
});
