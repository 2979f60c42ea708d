import type { Test } from 'supertest';
import { tagSlug } from '../../src/kernel/slug.js';
import { upload } from './picture-client.js';
import type { Client } from './service.js';
import { asAddress, XSS_PAYLOADS } from './xss-payloads.js';

/** A page to be looked at, and which one it is. */
export interface Target {
  readonly url: string;
  readonly name: string;
  /** HTTP status of the response; 200 when it is left out. */
  readonly status?: number;
}

/** HTML that the service says is safe, wherever it says so. */
export interface Fragment {
  readonly html: string;
  readonly name: string;
}

interface Answer {
  readonly id: number;
  readonly [field: string]: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

const COUNT = XSS_PAYLOADS.length;
/** Posts of one tag: as many as a feed shows. */
const GROUP = 10;
/** Texts that have a column of their own are no longer. */
const SHORT = 255;
const ATTEMPTS = 5;
const SITE = 'https://x.example/';
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/**
 * A site all of whose texts are payloads. The documents of a kind have another one in each of their fields,
 * and the next document has the next one there: in the end, each field has had each.
 */
export class XssSite {
  readonly posts: Target[] = [];
  readonly ampPosts: Target[] = [];
  readonly sections: Target[] = [];
  readonly authors: Target[] = [];
  readonly tags: Target[] = [];
  /** Tags of ten payloads each: pages and feeds are below it. */
  readonly groups: Target[] = [];
  readonly fragments: Fragment[] = [];
  readonly sectionIds: number[] = [];
  /** How many payloads each field was sent, and how many of them it did not take. */
  readonly fields = new Map<string, { sent: number; refused: number }>();
  private posted = 0;

  constructor(
    private readonly client: Client,
    private readonly origin: string,
  ) {}

  async fill(): Promise<void> {
    for (let index = 0; index < COUNT; index++) {
      const image = await this.image(index);
      const [section, author, badge] = await Promise.all([
        this.section(index, image),
        this.author(index, image),
        this.badge(index, image),
      ]);
      const common = { sections: [section, 0], roar_author_ids: [author], badges: [badge] };
      for (const kind of ['image', 'media', 'video'] as const) await this.post(kind, index, common, image);
    }
    for (let group = 0; group * GROUP < COUNT; group++)
      this.groups.push({ url: `${this.origin}/tag/group-${group}`, name: `group ${group}` });
  }

  private async image(index: number): Promise<number> {
    const next = rotation(index);
    const fields = {
      ...{ caption: next(), photo_credit: next(), alt: next(), title: next() },
      ...{ link_url: asAddress(next(), SITE), link_target: next() },
    };
    const post = ({ file: name, ...words }: Fields) =>
      upload(this.client, [{ name: `${String(name).replace(/\p{Cc}/gu, ' ')}.png`, file: PNG }], words);
    const body = await this.send('image', { ...fields, file: next() }, post, { file: 'x' });
    this.fragments.push({ html: body.media_html as string, name: `image ${index}, media_html` });
    return body.id;
  }

  private async section(index: number, image: number): Promise<number> {
    const next = rotation(index + 40);
    const fields = {
      ...{ title: next().slice(0, SHORT), url: next(), about_html: next(), meta_title: next() },
      ...{
        status: 2,
        order: index,
        tags: [next()],
        url_header_image: index % 2 ? { id: image } : asAddress(next(), SITE),
      },
    };
    const body = await this.send('section', fields, this.poster('1.3/sections'), {
      ...{ url: `section-${index}`, title: `x${fields.title}` },
    });
    this.sections.push({ url: this.urlOf(body.full_url as string), name: `section ${index}` });
    this.sectionIds.push(body.id);
    return body.id;
  }

  private async author(index: number, image: number): Promise<number> {
    const next = rotation(index + 80);
    const fields = {
      ...{ first_name: next().slice(0, SHORT), last_name: next().slice(0, SHORT), name: next() },
      // The description in search results is the one or the other.
      ...{ about_html: next(), ...(index % 2 ? { bio: next() } : {}) },
      ...{ specific_data: { [next()]: next() }, image_id: image },
    };
    const body = await this.send('author', fields, this.poster('1.1/authors'));
    this.authors.push({ url: this.urlOf(body.profile_url as string), name: `author ${index}` });
    return body.id;
  }

  private async badge(index: number, image: number): Promise<number> {
    const next = rotation(index + 120);
    const fields = {
      ...{ name: next().slice(0, SHORT), description: next(), category: 1, image_id: image },
      ...{ link: { [next()]: next(), url: asAddress(next(), SITE) }, tags: [next()] },
    };
    const fallbacks = { name: `x${fields.name}`, description: 'x' };
    return (await this.send('badge', fields, this.poster('1.3/badges'), fallbacks)).id;
  }

  private async post(
    kind: 'image' | 'media' | 'video',
    index: number,
    common: object,
    image: number,
  ): Promise<void> {
    const next = rotation(index + { image: 160, media: 200, video: 240 }[kind]);
    const tag = next().slice(0, SHORT);
    const fields = {
      ...common,
      ...{ headline: next(), subheadline: next(), page_title: next(), meta_description: next() },
      ...{ og_title: next(), og_description: next(), photo_caption: next(), photo_credit: next() },
      ...{ teaser_photo_caption: next(), teaser_photo_credit: next(), layout_name: next() },
      ...{ social_teaser_photo_caption: next(), social_teaser_photo_credit: next(), ee_layout_name: next() },
      ...{ tags: [`Group ${Math.floor(index / GROUP)}`, tag], primary_tag: tag },
      page_list: [{ view: 'web', path: `/${kind}-${index}/${next()}` }],
      product: { [next()]: next(), list: [next(), 1] },
      roar_specific_data: {
        ...{ keep_reading_button_text: next(), custom: next() },
        recipe: { [next()]: next(), list: [next()], more: { [next()]: next() } },
      },
      ...this.textsOf(kind, next, image),
      ...this.leadOf(kind, next, image),
    };
    const fallbacks = { headline: `x${fields.headline}` };
    const body = await this.send(`${kind} post`, fields, this.poster('1.3/posts'), fallbacks);
    this.posted = body.id;
    const name = `${kind} post ${index}`;
    this.posts.push({ url: body.post_url as string, name });
    this.ampPosts.push({ url: body.amp_url as string, name: `AMP of ${name}` });
    const isNew = !this.tags.some(({ url }) => url.endsWith(`/${tagSlug(tag)}`));
    if (kind === 'image' && isNew)
      this.tags.push({ url: `${this.origin}/tag/${tagSlug(tag)}`, name: `tag ${index}` });
    this.fragments.push(...renderingsOf(body, name));
  }

  /** The body: behind a Keep Reading button, by itself, in a shortcode; and the listicle in each layout. */
  private textsOf(kind: 'image' | 'media' | 'video', next: () => string, image: number): Fields {
    const place = `<listicle id="listicle-${this.posted + 1}"></listicle>`;
    const body = {
      image: () => `<p>Before.</p><hr>${next()}`,
      media: () => next() + place,
      video: () => `<p>[cms-image ${image} caption="${next()}" alt="${next()}" link_url="${next()}"]</p>`,
    }[kind]();
    const items = [
      {
        ...{ headline: next(), manual_basename: next(), media: next(), body: next() },
        ...{ image_id: image, caption: next(), credit: next() },
      },
      { headline_html: next() },
    ];
    const layout_type = { image: 1, media: 2, video: 3 }[kind];
    return { body, listicle: { items, settings: { layout_type, numeration: 'ascending' } } };
  }

  private leadOf(kind: 'image' | 'media' | 'video', next: () => string, image: number): Fields {
    if (kind === 'image') return { image_id: image, social_teaser_image_id: image };
    const image_external = asAddress(next(), SITE);
    // The first of these two that shows something stands at the top.
    if (kind === 'media') return { media: next(), image_external };
    return { video: asAddress(next(), 'https://www.youtube.com/embed/') };
  }

  private readonly poster = (path: string) => (fields: object) => this.client.post(`/api/${path}`, fields);

  private urlOf(path: string): string {
    return new URL(path, `${this.origin}/`).href;
  }

  /** Leaves out what is refused, or sends what else may stand there, until the rest is taken. */
  private async send(
    kind: string,
    fields: Fields,
    post: (fields: Fields) => Test,
    fallbacks: Fields = {},
  ): Promise<Answer> {
    let sent = fields;
    let refusal: unknown;
    for (const name of Object.keys(fields)) this.countersOf(`${kind}: ${name}`).sent += 1;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const { status, body } = await post(sent);
      refusal = body;
      if (status === 200) return body as Answer;
      const refused = new Set(
        ((body.errors ?? []) as { field: string }[]).map(({ field }) => field.replace(/[.[].*/, '')),
      );
      if (status >= 500 || refused.size === 0)
        throw new Error(`${kind} is answered with ${status}: ${JSON.stringify(body)}`);
      for (const name of refused) this.countersOf(`${kind}: ${name}`).refused += 1;
      const kept = Object.entries(sent).filter(([name]) => !refused.has(name));
      const instead = Object.entries(fallbacks).filter(([name]) => refused.has(name));
      sent = Object.fromEntries([...kept, ...instead]);
    }
    throw new Error(`${kind} is refused whatever is left out: ${JSON.stringify(refusal)}`);
  }

  private countersOf(field: string): { sent: number; refused: number } {
    const counters = this.fields.get(field) ?? { sent: 0, refused: 0 };
    this.fields.set(field, counters);
    return counters;
  }
}

/** Each call gives the next payload, beginning anew after the last one. */
function rotation(start: number): () => string {
  let at = start;
  // With U+0000 a text is refused.
  return () => (XSS_PAYLOADS[at++ % COUNT] ?? '').replaceAll('\0', '');
}

function renderingsOf(body: Answer, name: string): Fragment[] {
  const { description, media_html: media, listicle_html: items } = body;
  const texts = (items as Readonly<Record<string, unknown>>[]).flatMap((item) => Object.values(item));
  return [description, media, ...texts]
    .filter((html) => typeof html === 'string')
    .map((html) => ({ html, name: `${name}, an HTML field of the API` }));
}
