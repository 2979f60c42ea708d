import { existsSync } from 'node:fs';
import { describe, test } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';

const PLACES = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const executablePath = PLACES.find((path) => path !== undefined && path !== '' && existsSync(path));
const isLeftOut = executablePath === undefined && process.env.BROWSER_TESTS !== '1';

/** A test in Chromium. Left out where there is none, unless BROWSER_TESTS says that there has to be one. */
export const browserTest = isLeftOut ? test.skip : test;

/** Browser tests with what is made ready for them, which is left out with them. */
export const browserSuite = isLeftOut ? describe.skip : describe;

/** @throws Error when there is no Chromium */
export function startBrowser(...more: readonly string[]): Promise<Browser> {
  if (executablePath === undefined) throw new Error('There is no Chromium: name one in CHROMIUM.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      ...more,
    ],
  });
}

/**
 * What went wrong in a page: errors on its console, exceptions, and requests to other hosts.
 *
 * @param isAllowed which URLs of other hosts may be asked for
 */
export function faultsOf(
  page: Page,
  origin: string,
  isAllowed: (url: string) => boolean = () => false,
): readonly string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    const isOwn = url.startsWith(`${origin}/`) || url.startsWith('data:');
    if (!isOwn && !isAllowed(url)) faults.push(`request to ${url}`);
  });
  return faults;
}
