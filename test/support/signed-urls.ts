import type { Test } from 'supertest';
import { BASE_URL, type Client } from './service.js';

/** URLs of files in a text, each once. */
export const fileUrls = (text: string): readonly string[] => [
  ...new Set(text.match(new RegExp(`${BASE_URL}/res/(?:images|documents)/[^\\s"'<>\\\\]+`, 'g')) ?? []),
];

export const plain = (url: string): string => url.replace(/\?.*/, '');

export const fetched = (client: Client, url: string): Test => client.get(url.slice(BASE_URL.length));

/** Statuses of URLs that are asked for one after the other. */
export async function statuses(client: Client, urls: readonly string[]): Promise<readonly number[]> {
  const found: number[] = [];
  for (const url of urls) found.push((await fetched(client, url)).status);
  return found;
}

/** The URL with one character changed: the first that the pattern matches. */
export function tampered(url: string, part: RegExp): string {
  const changed = url.replace(part, (found) => (found === '1' ? '2' : '1'));
  if (changed === url) throw new Error(`${part} is not in ${url}.`);
  return changed;
}
