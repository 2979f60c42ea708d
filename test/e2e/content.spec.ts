import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Injectable, Module, type OnModuleInit } from '@nestjs/common';
import { ContentModule } from '../../src/modules/content/content.module.js';
import type { Shortcode } from '../../src/modules/content/domain/shortcode.js';
import { html } from '../../src/kernel/html.js';
import {
  HtmlSanitizer,
  type LibraryHtmlSanitizer,
} from '../../src/modules/content/sanitising/html-sanitizer.js';
import {
  ShortcodeRenderer,
  type ShortcodeResult,
  Shortcodes,
} from '../../src/modules/content/shortcodes/shortcodes.js';
import { processCpuMs } from '../support/cpu-time.js';
import { type Service, startService } from '../support/service.js';

interface Post {
  readonly id: number;
  readonly body: string;
  readonly description: string;
  readonly words_count: number;
}

/** `[shout words]`, and `[vimeo …]` instead of ours. */
@Injectable()
class Shouting extends ShortcodeRenderer implements OnModuleInit {
  readonly names = ['shout', 'vimeo'];

  constructor(private readonly shortcodes: Shortcodes) {
    super();
  }

  onModuleInit(): void {
    this.shortcodes.register(this);
  }

  render(shortcodes: readonly Shortcode[]): Promise<ShortcodeResult[]> {
    return Promise.resolve(
      shortcodes.map(({ name, arguments: words }) =>
        name === 'shout'
          ? { html: html`<strong>${words.join(' ').toUpperCase()}</strong>` }
          : { warning: 'We show no videos.' },
      ),
    );
  }
}

@Module({ imports: [ContentModule], providers: [Shouting] })
class ShoutingModule {}

const YOUTUBE = 'https://youtu.be/dQw4w9WgXcQ?t=90&amp;si=abc';
const FRAME = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';

const create = async (service: Service, body: string, door = 'posts') =>
  (await service.post(`/api/1.3/${door}`, { headline: 'A headline', body }).expect(200)).body as Post;

describe('out of the box', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test('a text that is an embeddable URL is shown as the embed: media, body, listicle', async () => {
    const url = `${FRAME}?a=1&b=2`;
    const { body: post } = await service
      .post('/api/1.3/posts', {
        headline: 'Embeds',
        media: url,
        body: url,
        listicle: { items: [{ headline: 'One', media: url, body: `<p>${url}</p>` }] },
      })
      .expect(200);
    expect(post).toMatchObject({ media: url, body: url, words_count: 0, warnings: [] });
    expect(post.description).toMatch(
      /^<figure class="embed embed-youtube"><iframe [^<>]*><\/iframe><\/figure>$/,
    );
    expect(post.listicle.items[0]).toMatchObject({ media: url });
    const page = await service
      .as(null)
      .get(new URL(post.post_url as string).pathname)
      .expect(200);
    expect(page.text.match(/<iframe/g)).toHaveLength(3);
  });

  test('a URL of no known provider stays text', async () => {
    const url = 'https://www.example.com/embed/1';
    expect(await create(service, url)).toMatchObject({ body: url, description: url });
  });

  test('gists are shown in a frame of the service, whose script has no origin', async () => {
    const gist = 'octocat/6cad326836d38bd3a7ae';
    const { description } = await create(service, `<p>[gist https://gist.github.com/${gist}?file=a.rb]</p>`);
    const [, path = ''] =
      / src="https:\/\/site\.example(\/res\/embeds\/gists\/[^"]+)"/.exec(description) ?? [];
    expect(path).toBe(`/res/embeds/gists/${gist}?file=a.rb`);
    const frame = await service.as(null).get(path).expect(200);
    expect(frame.text).toContain(`<script src="https://gist.github.com/${gist}.js?file=a.rb"></script>`);
    expect(frame.headers['content-type']).toMatch(/^text\/html/);
    expect(frame.headers['x-frame-options']).toBeUndefined();
    expect(frame.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src https:\/\/gist\.github\.com;.* sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox;/,
    );
    const hostile = [
      'x',
      'octocat',
      'a/b/c',
      'octocat/%22%3E%3Cscript%3E',
      '%2f%2fevil.example/1',
      'a%00/1234',
    ];
    for (const address of hostile) await service.as(null).get(`/res/embeds/gists/${address}`).expect(404);
    const sneaky = await service
      .as(null)
      .get(`/res/embeds/gists/${gist}?file=%22%3E%3Cscript%3E&file=b`)
      .expect(200);
    expect(sneaky.text.match(/<script/g)).toHaveLength(1);
  });

  test.each(['posts', 'drafts'])(
    '%s show embeds in their description, and keep the body as sent',
    async (door) => {
      const sent = `<p>One two.</p>\n<p>[youtube ${YOUTUBE} expand=1]</p><p>Three [sic].</p>`;
      const post = await create(service, sent, door);
      expect(post.body).toBe(sent);
      expect(post.description).toMatch(
        /^<p>One two\.<\/p>\n<figure class="embed embed-youtube embed-expand"><iframe [^<>]*><\/iframe><\/figure><p>Three \[sic\]\.<\/p>$/,
      );
      expect(post.description).toContain(` src="${FRAME}?start=90"`);
      expect(post.words_count).toBe(4);
      const { body: read } = await service.get(`/api/1.3/${door}/${post.id}`).expect(200);
      const { body: again } = await service.put(`/api/1.3/${door}/${post.id}`, read as object).expect(200);
      expect(again).toMatchObject({ body: sent, description: post.description });
    },
  );

  test('a text that is made safe in a worker looks like a short one', async () => {
    const piece = `<p onclick="x()">a <iframe src="${FRAME}">b</iframe><iframe src="https://evil.example/"></iframe>[youtube ${YOUTUBE}]</p>`;
    const [short, long] = [await create(service, piece), await create(service, piece.repeat(400))];
    expect(short.description).toContain(`<p>a <iframe src="${FRAME}" sandbox=`);
    expect(short.description).not.toMatch(/onclick|evil/);
    expect(long.description).toBe(short.description.repeat(400));
    expect([short.words_count, long.words_count]).toEqual([1, 400]);
  });

  test('a text that takes too long is refused, and others are answered meanwhile', async () => {
    const sanitizer = service.app.get<HtmlSanitizer, LibraryHtmlSanitizer>(HtmlSanitizer);
    const sanitize = sanitizer.sanitize.bind(sanitizer);
    // It is eight seconds of processor time otherwise.
    const limits = { cpuMs: 3_000, elapsedMs: 120_000, waitingMs: 30_000 };
    const shortened = jest
      .spyOn(sanitizer, 'sanitize')
      .mockImplementation((texts) => sanitize(texts, limits));
    const before = processCpuMs();
    let isRefused = false;
    const refused = service
      .post('/api/1.3/posts', { headline: 'x', body: '<b>'.repeat(1_600_000) })
      .expect(400)
      .then(({ body }) => {
        isRefused = true;
        return body as object;
      });
    const answers = Array.from({ length: 5 }, () => create(service, '<p>a [youtube x]</p>'));
    for (const { description } of await Promise.all(answers)) expect(description).toBe('<p>a </p>');
    expect(isRefused).toBe(false);
    expect(await refused).toMatchObject({ code: 'too-complex' });
    expect(processCpuMs() - before).toBeLessThan(15_000);
    shortened.mockRestore();
  });
});

test('an extension adds shortcodes and replaces ours', async () => {
  const service = await startService({ extension: { modules: [ShoutingModule] } });
  try {
    const { description } = await create(
      service,
      '<p>a [shout "&lt;hey&gt; you"][vimeo https://vimeo.com/76979871]</p>',
    );
    expect(description).toBe('<p>a <strong>&lt;HEY&gt; YOU</strong></p>');
    expect((await create(service, `[youtube ${YOUTUBE}]`)).description).toContain('<figure');
  } finally {
    await service.stop();
  }
});

test('the site says whose frames are shown', async () => {
  const service = await startService({ settings: { content: { embedHosts: ['maps.example/embed/'] } } });
  try {
    const addresses = ['https://maps.example/embed/1', 'https://maps.example/', FRAME];
    const frames = addresses.map((source) => `<iframe src="${source}"></iframe>`).join('');
    const { description } = await create(service, `${frames}<p>[youtube ${YOUTUBE}] a</p>`);
    expect(description).toMatch(
      /^<iframe src="https:\/\/maps\.example\/embed\/1" [^<>]*><\/iframe><p> a<\/p>$/,
    );
  } finally {
    await service.stop();
  }
});
