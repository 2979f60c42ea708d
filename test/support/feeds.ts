import type { Response } from 'supertest';
import type { Client } from './service.js';
import { type Element, parseXml } from './xml.js';

const RSS = 'application/rss+xml; charset=utf-8';
const JSON_FEED = 'application/feed+json; charset=utf-8';

export interface JsonItem {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly content_html?: string;
  readonly content_text?: string;
  readonly summary?: string;
  readonly image?: string;
  readonly authors: readonly { name: string; url: string; avatar: string }[];
  readonly tags: readonly string[];
}
export interface JsonFeed {
  readonly title: string;
  readonly home_page_url: string;
  readonly feed_url: string;
  readonly description?: string;
  readonly items: readonly JsonItem[];
}

/** @param path of the page whose feed it is; the site's is at '' */
export async function rssOf(client: Client, path: string): Promise<Element> {
  return parseXml((await client.get(`${path}/feed.xml`).expect(200).expect('content-type', RSS)).text);
}

export async function jsonOf(client: Client, path: string): Promise<JsonFeed> {
  const { text } = await client
    .get(`${path}/feed.json`)
    .expect(200)
    .expect('content-type', JSON_FEED)
    .buffer(true)
    .parse((response, done) => {
      let sent = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (sent += part));
      response.on('end', () => {
        done(null, sent);
      });
    })
    .then((answer: Response) => ({ text: answer.body as string }));
  return JSON.parse(text) as JsonFeed;
}

export const itemsOf = (feed: Element): Element[] => Array.from(feed.getElementsByTagName('item'));
