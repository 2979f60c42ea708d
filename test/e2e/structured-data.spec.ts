import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Service, startService } from '../support/service.js';

const LOGO = 'https://cdn.example/logo.png';
let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { site: { name: 'The Gazette', locale: 'en-GB', logo: LOGO } } });
});
afterAll(() => service.stop());

const publish = async (post: object) => (await service.post('/api/1.3/posts', post).expect(200)).body;

test('JSON-LD of a post names its section, its language, the logo and the image', async () => {
  const { body: section } = await service
    .post('/api/1.3/sections', { title: 'Arts', url: 'arts', status: 2 })
    .expect(200);
  const image_external = 'https://cdn.example/picture.jpg';
  const { slug } = await publish({ headline: 'Post', sections: [section.id], image_external });

  const { text } = await service.as(null).get(`/${slug}`).expect(200);
  const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(text) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    '@type': 'NewsArticle',
    articleSection: 'Arts',
    inLanguage: 'en-GB',
    image: [image_external],
    publisher: { '@type': 'Organization', name: 'The Gazette', logo: { '@type': 'ImageObject', url: LOGO } },
  });
});

test('items of RSS have a description: the first words of the text when nothing else is said', async () => {
  const words = 'Tom &amp; Jerry <b>meet</b> again. '.repeat(40);
  await publish({ headline: 'Told', subheadline: 'In short', body: '<p>At length</p>' });
  await publish({ headline: 'Untold', body: `<p>${words}</p>` });
  await publish({ headline: 'Without a text' });
  const { text } = await service.as(null).get('/feed.xml').expect(200);
  const descriptionOf = (title: string) =>
    new RegExp(`<title>${title}</title>.*?<description>(.*?)</description>`, 's').exec(text)?.[1];
  expect(descriptionOf('Told')).toBe('In short');
  expect(descriptionOf('Without a text')).toBe('Without a text');
  const excerpt = descriptionOf('Untold')?.replaceAll('&amp;amp;', '&') ?? '';
  expect(excerpt).toMatch(/^Tom & Jerry meet again\. Tom .*(?:Tom|&|Jerry|meet|again\.)$/);
  expect(excerpt.length).toBeGreaterThanOrEqual(250);
  expect(excerpt.length).toBeLessThanOrEqual(300);
});

test('a logo that is no URL of the web stops the start', async () => {
  const start = startService({ settings: { site: { logo: 'javascript:alert(1)' } } });
  await expect(start).rejects.toThrow(/site\.logo/);
});
