import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { Parser } from 'htmlparser2';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { contentNodesOf } from '../support/content-trees.js';
import { createImages } from '../support/images.js';
import { ok, uploaded } from '../support/picture-client.js';
import { makePictures } from '../support/pictures.js';
import { type Service, startService } from '../support/service.js';

const EVERY = 5;

let service: Service;
beforeAll(async () => {
  service = await startService();
  await createImages(service, 2);
});
afterAll(() => service.stop());

const publish = (sent: object) => ok<Post>(service.post('/api/1.3/posts', { headline: 'Post', ...sent }));

describe('Nothing that can run is shown of hostile', () => {
  const FILE = new URL('../../src/modules/content/hostile-html.txt', import.meta.url);
  const lines = readFileSync(FILE, 'utf8').trimEnd().replaceAll('␀', '').split('\n');
  const payloads = lines.filter((_, index) => index % EVERY === 0).map((line) => line.replaceAll('⏎', '\n'));
  const ADDRESS = /^(?:href|src|srcset|poster|cite|action|formaction|data|xlink:href|background)$/;
  const isCode = ([name, value]: readonly [string, string]) =>
    /^(?:srcdoc|on.*)$/.test(name) ||
    (ADDRESS.test(name) && /^javascript:/i.test(value.replace(/[\0- ]/g, '')));
  function canRun(html: string): boolean {
    let isFound = false;
    const onopentag = (name: string, attributes: Record<string, string>) => {
      isFound ||= name === 'script' || Object.entries(attributes).some(isCode);
    };
    new Parser({ onopentag }).end(html);
    return isFound;
  }

  test.each([
    ['bodies and media', '@', '@'],
    ['shortcodes', '[a @]', '[cms-image 1 caption="@"]'],
  ])('%s', async (_, place, mediaPlace) => {
    const faults: unknown[] = [];
    for (const words of payloads) {
      const [body, media] = [place.replace('@', () => words), mediaPlace.replace('@', () => words)];
      const item = { headline_html: body, media, body, caption: words, credit: words, image_id: 1 };
      for (const sent of [
        { media: body },
        { photo_caption: words, photo_credit: words, image_id: 1, body },
      ]) {
        const nodes = await contentNodesOf(await publish({ ...sent, listicle: { items: [item] } }), service);
        const shown = nodes.flatMap(({ html = '', code = '', amp = '' }) => [html, code, amp]);
        faults.push(...shown.filter(canRun));
      }
    }
    expect([faults, payloads.length > 40]).toEqual([[], true]);
  });

  test('addresses of images, videos and links', async () => {
    const [dot = { name: '', file: Buffer.of() }] = await makePictures('dot.png');
    const { id } = await uploaded(service, dot, {});
    const address = 'https://a.example/';
    const posts = [{ image_id: id }, { image_external: address }, { video: address }].map(publish);
    const ids = (await Promise.all(posts)).map((post) => post.id);
    // As they may have been stored when addresses were not checked yet.
    const sources = await openDataSources(service.database.url, { poolSize: 1, entities: [] });
    const hostile = 'JavaScript:alert(1)';
    await sources.writer.query('UPDATE images SET link_url = ?', [hostile]);
    await sources.writer.query('UPDATE articles SET image_external = ? WHERE image_external = ?', [
      ` ${hostile}`,
      address,
    ]);
    await sources.writer.query('UPDATE articles SET video = ? WHERE video = ?', [hostile, address]);
    await closeDataSources(sources);
    const fields = 'video { href } image { crops { href } } linkOut { pages { web { href } } }';
    const query = `query ($ids: [Int]) { posts(filters: { includedIds: $ids }) { ${fields} } }`;
    const { body } = await service.post('/core/graphql', { query, variables: { ids } });
    expect(body.data.posts).toHaveLength(ids.length);
    expect(JSON.stringify(body)).not.toMatch(/javascript:/i);
  });
});
