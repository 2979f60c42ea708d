import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ampFaultsOf } from '../support/amp-body.js';
import { createImages } from '../support/images.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

const CDN = 'https://cdn.ampproject.org/';
/**
 * https://amp.dev/documentation/guides-and-tutorials/learn/spec/amphtml,
 * "Required markup", and `amp-boilerplate`.
 */
const BOILERPLATE =
  /^body\{(?:(?:-webkit-|-moz-|-ms-)?animation:-amp-start 8s steps\(1,end\) 0s 1 normal both;?){4}\}(?:@(?:-webkit-|-moz-|-ms-|-o-)?keyframes -amp-start\{from\{visibility:hidden\}to\{visibility:visible\}\}){5}$/;
const NO_SCRIPT_BOILERPLATE = /^body\{(?:(?:-webkit-|-moz-|-ms-)?animation:none;?){4}\}$/;
const MAX_STYLES = 75_000;
const COMPONENTS = ['amp-iframe', 'amp-video', 'amp-audio'];

/** Faults of the head, the frame and the body of an AMP page. */
function faultsOfPage(page: string, canonical: string): string[] {
  const faults: string[] = [];
  const must = (holds: boolean, fault: string) => {
    if (!holds) faults.push(fault);
  };
  const [, head = '', body = ''] =
    /^<!doctype html>\s*<html amp[^<>]*>\s*<head>([\s\S]*)<\/head>\s*<body>([\s\S]*)<\/body>\s*<\/html>\s*$/.exec(
      page,
    ) ?? [];
  must(head !== '' && body !== '', 'frame');
  must(/^\s*<meta charset="utf-8">/.test(head), 'charset first');
  must(head.match(/<link rel="canonical"/g)?.length === 1, 'one canonical');
  must(head.includes(`<link rel="canonical" href="${canonical}">`), 'canonical is the page of the post');
  must(/<meta name="viewport" content="width=device-width[^"]*">/.test(head), 'viewport');
  must(!/<meta[^>]*http-equiv/i.test(head) && !/<base\b/i.test(head), 'no base, no http-equiv');
  const [first, second, ...more] = Array.from(
    head.matchAll(/<style amp-boilerplate>([^<]*)<\/style>/g),
    ([, css]) => css ?? '',
  );
  must(more.length === 0 && BOILERPLATE.test(first ?? ''), 'boilerplate');
  must(
    NO_SCRIPT_BOILERPLATE.test(second ?? '') &&
      head.includes(`<noscript><style amp-boilerplate>${second ?? ''}`),
    'noscript',
  );
  const custom = Array.from(head.matchAll(/<style amp-custom>([^<]*)<\/style>/g), ([, css]) => css ?? '');
  must(custom.length === 1 && Buffer.byteLength(custom[0] ?? '') <= MAX_STYLES, 'styles');
  must(!/!important|@import|i-amphtml-|behavior:|-moz-binding/.test(custom.join('')), 'rules in styles');
  must(
    (head.match(/<style\b/g) ?? []).length === 3 && !head.includes('<link rel="stylesheet"'),
    'no other styles',
  );
  const scripts = Array.from(page.matchAll(/<script\b([^>]*)>/g), ([, list]) => list ?? '');
  const isOwn = (list: string) =>
    list === ' type="application/ld+json"' || list === ` async src="${CDN}v0.js"`;
  must(scripts.filter((list) => list.includes('v0.js"')).length === 1, 'one runtime');
  const loaded = scripts
    .filter((list) => !isOwn(list))
    .map((list) => {
      const [, name, file] = /^ async custom-element="([a-z-]+)" src="([^"]+)"$/.exec(list) ?? [];
      must(file?.startsWith(`${CDN}v0/${name}-`) === true, `script ${list}`);
      return name;
    });
  const used = COMPONENTS.filter((name) => body.includes(`<${name}`));
  must(
    loaded.toSorted().join() === used.toSorted().join(),
    `components: ${loaded.join()} for ${used.join()}`,
  );
  // The rules of bodies are stricter than AMP, which lets the keyboard reach anything.
  faults.push(...ampFaultsOf(body.replaceAll(' tabindex="0"', '').replaceAll(' tabindex="-1"', '')));
  return faults;
}

const items = [
  { headline: 'One', body: '<p>First.</p>', image_id: 1, caption: 'A', credit: 'B' },
  { headline: 'Two', body: '<p>Second.</p>', media: '[youtube https://youtu.be/dQw4w9WgXcQ]' },
  { headline_html: '<h2>Three</h2><div>[youtube https://youtu.be/dQw4w9WgXcQ]</div><p>[cms-image 1]</p>' },
];
const rich =
  '<h2>Head</h2><p style="color:red">Words <a href="/x" target="_blank">link</a>.</p><pre>code</pre>' +
  '<table><tbody><tr><td>1</td></tr></tbody></table><p>[youtube https://youtu.be/dQw4w9WgXcQ]</p>' +
  '<p>[cms-image 1]</p><blockquote>Said</blockquote><ul><li>a</li></ul><hr><p>More words.</p>' +
  '<video src="https://media.example/a.mp4" controls></video><audio src="https://media.example/a.mp3" controls></audio>' +
  '<p><img src="https://pictures.example/a.jpg" width="40" height="30" alt="a"></p>';
const POSTS: Readonly<Record<string, object>> = {
  'nothing but a headline': {},
  'an image': { image_id: 1, photo_caption: 'At <dawn>', photo_credit: 'Ann & Bob' },
  'an image of elsewhere': { image_external: 'https://pictures.example/a.jpg' },
  'lead media': { media: '[youtube https://youtu.be/dQw4w9WgXcQ]' },
  'a video': { video: 'https://www.youtube.com/embed/dQw4w9WgXcQ' },
  'all that a body may have': { body: rich, tags: ['One', 'Two & three'] },
  'a button': { body: rich, roar_specific_data: { keep_reading_button_text: 'Go <on>' } },
  'a listicle': { listicle: { items, settings: { layout_type: 1, numeration: 'descending' } } },
  'a slideshow': { listicle: { items, settings: { layout_type: 2 } } },
  'a full screen': { listicle: { items, settings: { layout_type: 3, body_text_above: true } } },
  details: { product: { name: 'Boat', price: '1 <b>' }, roar_specific_data: { recipe: { time: '1 h' } } },
};

let service: Service;
beforeAll(async () => {
  service = await startService({
    settings: { content: { embedHosts: ['www.youtube-nocookie.com', 'www.youtube.com'] } },
  });
  await createImages(service, 1);
});
afterAll(() => service.stop());

describe('The AMP page of a post', () => {
  test.each(Object.entries(POSTS))('with %s keeps the rules', async (_what, fields) => {
    const { body: post } = await service
      .post('/api/1.3/posts', { headline: 'A <page> & more', ...fields })
      .expect(200);
    const path = (post.amp_url as string).slice(BASE_URL.length);
    const { text } = await service.as(null).get(path).expect(200);
    expect(faultsOfPage(text, post.post_url as string)).toEqual([]);
  });

  test('which this judge knows', async () => {
    const { body: post } = await service
      .post('/api/1.3/posts', { headline: 'Judged', body: rich })
      .expect(200);
    const { text } = await service
      .as(null)
      .get((post.amp_url as string).slice(BASE_URL.length))
      .expect(200);
    const broken: readonly (readonly [string | RegExp, string])[] = [
      ['<html amp', '<html'],
      ['<meta charset="utf-8">', ''],
      [/<link rel="canonical"[^>]*>/, ''],
      ['animation:none', 'animation:some'],
      ['8s steps', '9s steps'],
      ['<style amp-custom>', '<style amp-custom>a{b:c!important}'],
      [/<script async custom-element="amp-iframe"[^>]*><\/script>/, ''],
      ['</head>', '<script>1</script></head>'],
      ['</head>', '<link rel="stylesheet" href="/a.css"></head>'],
      ['<body>', '<body><img src="/a.jpg">'],
      ['<body>', '<body onload="a()">'],
      ['<main', '<main onclick="a()"'],
    ];
    for (const [from, to] of broken) {
      const page = text.replace(from, to);
      expect(page).not.toBe(text);
      expect({ from, faults: faultsOfPage(page, post.post_url as string).length > 0 }).toEqual({
        from,
        faults: true,
      });
    }
  });
});
