import { describe, test } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { executablePath } from './chromium.js';

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
 * Faults of a page: errors on its console, exceptions, and requests to other hosts.
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
