import { BRIDGE, BRIEFS, FERRY, LETTERS, WALKS, WORDS_OF_AUTHOR } from '../../src/cli/demo/demo-texts.js';
import { type PaintingName, paint, PAINTING_NAMES } from '../../src/cli/demo/paintings.js';
import { uploaded } from './picture-client.js';
import type { Service } from './service.js';
import { PICTURES_URL, SITE_URL } from './site.js';

export const NEWSPAPER = {
  site: {
    name: 'The Amber Courier',
    description: 'News of Port Amber and the islands, since 1887',
    timeZone: 'Europe/London',
    locale: 'en-GB',
  },
};
export const EDITOR = { username: 'ann', password: 'a boat on the river' };

/** 14 May 2026, 7.30 in London. */
const MORNING = 1_778_740_200;
const HOUR = 3600;
const VIDEO = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
const LAYOUTS = [
  ['listicle', 'Three walks for a long evening'],
  ['slideshow', 'Three walks, one after the other'],
  ['fullscreen', 'Three walks, as large as they get'],
] as const;

const html = (paragraphs: readonly string[]) => paragraphs.map((text) => `<p>${text}</p>`).join('\n');

/** Paths of pages by what they show. */
export type Newspaper = ReadonlyMap<string, string>;

/** A whole newspaper: every kind of page, with all that it can have. */
export async function printNewspaper(service: Service): Promise<Newspaper> {
  return new Press(service).print();
}

class Press {
  private readonly paths = new Map<string, string>();
  private readonly images = new Map<PaintingName, { id: number; shortcode: string }>();
  private town = 0;
  private outside = 0;
  private authors: number[] = [];
  private printed = 0;

  constructor(private readonly service: Service) {}

  async print(): Promise<Newspaper> {
    for (const name of PAINTING_NAMES)
      this.images.set(name, await uploaded(this.service, await paint(name), { alt: ALT[name] ?? '' }));
    await this.found();
    await this.leads();
    await this.listicles();
    await this.others();
    await this.briefs();
    this.paths.set('home', '/');
    this.paths.set('tag', '/tag/bridges');
    this.paths.set('author', '/u/ann/');
    this.paths.set('section', '/town');
    this.paths.set('section, second page', '/town?page=2');
    this.paths.set('section within a section', '/town/eastbank');
    this.paths.set('nothing there', '/nothing-of-this-name');
    return this.paths;
  }

  /** Creates authors, sections and badges. */
  private async found(): Promise<void> {
    const { username: name, password } = EDITOR;
    const people = [
      {
        ...{ first_name: 'Ann', last_name: 'Lindqvist', name, password, role: 'Editor' },
        ...{ image_id: this.image('ann'), about_html: WORDS_OF_AUTHOR },
      },
      { first_name: 'Tomás', last_name: 'Ferreira', name: 'tomas', image_id: this.image('tomas') },
    ];
    this.authors = [];
    for (const person of people) this.authors.push(await this.create('/api/1.1/authors', person));
    this.town = await this.section({
      ...{ title: 'Town', url: 'town', url_header_image: { id: this.image('panorama') } },
      about_html: '<p>What is built, decided and talked about between the locks and the lighthouse.</p>',
    });
    await this.section({ title: 'Eastbank', url: 'eastbank', parent_id: this.town });
    await this.section({ title: 'Harbour', url: 'harbour', parent_id: this.town });
    this.outside = await this.section({ title: 'Outside', url: 'outside' });
    for (const title of ['Culture', 'Sport', 'Opinion'])
      await this.section({ title, url: title.toLowerCase() });
    const badges = [
      { name: 'Readers’ prize', image_id: this.image('award'), tags: ['Prize'] },
      {
        ...{ name: 'Amber Savings', image_id: this.image('sponsor'), tags: ['Savings'], category: 1 },
        ...{ description: 'Paid for by the bank of the town', link: { url: 'https://bank.example/' } },
      },
    ];
    for (const badge of badges) await this.create('/api/1.3/badges', badge);
  }

  /** A post with each kind of lead media. */
  private async leads(): Promise<void> {
    await this.post('post with a lead image', {
      headline: 'After four years, the bridge over the Amber is open',
      subheadline:
        'The first bus was early, the bill is not in yet, and the children want to call it Bridgey.',
      body: `${html(BRIDGE.slice(0, 3))}<h2>A wreck below the pier</h2>${html(BRIDGE.slice(3, 6))}<blockquote><p>“They will find another place, and so will the readers.”</p></blockquote>${html(BRIDGE.slice(6))}`,
      image_id: this.image('bridge'),
      photo_caption: 'The northern arch, where the bats live, an hour before the first bus.',
      photo_credit: 'Photo: Tomás Ferreira',
      tags: ['Bridges', 'Prize', 'Savings', 'River'],
      sections: [this.town, 'Home'],
      roar_author_ids: this.authors,
      updated_ts: MORNING + 3 * HOUR,
    });
    await this.post('post with an image of elsewhere', {
      headline: 'Storm closes the outer harbour',
      image_external: `${PICTURES_URL}/storm.jpg`,
      body: html(FERRY),
    });
    await this.post('post with a shortcode at its top', {
      headline: 'The lamp on the point is 150 years old',
      media: this.images.get('tower')?.shortcode,
      body: html(FERRY),
    });
    await this.post('post with HTML at its top', {
      headline: 'What the river did in April',
      media:
        '<figure><table><caption>Metres above the mean</caption><tr><th scope="col">Week</th><th scope="col">Locks</th><th scope="col">Point</th></tr><tr><td>14</td><td>0.4</td><td>0.9</td></tr><tr><td>15</td><td>0.7</td><td>1.3</td></tr></table></figure>',
      body: html(FERRY),
    });
    await this.post('post with a video', {
      headline: 'The last crossing of the Marigold, in two minutes',
      subheadline: 'A ferry, a brass band and a piano on the upper deck.',
      video: VIDEO,
      body: html(FERRY),
      sections: [this.town],
    });
    await this.post('post without anything at its top', {
      headline: 'A correction',
      body: `${html(FERRY)}<pre>${'one line that is much wider than any telephone will ever be '.repeat(4)}</pre>`,
    });
  }

  /** Each layout, at its tag and after the body, with texts above and below. */
  private async listicles(): Promise<void> {
    const items = WALKS.map(({ headline, painting, body }) => ({
      ...{ headline, image_id: this.image(painting), credit: 'Photo: Ann Lindqvist', body: `<p>${body}</p>` },
    }));
    for (const [index, [layout, title]] of LAYOUTS.entries())
      for (const isAbove of [false, true]) {
        const settings = { layout_type: index + 1, body_text_above: isAbove };
        const listicle = { items, settings };
        const name = isAbove ? `${layout} at its tag, texts above` : `${layout} after the body`;
        const headline = isAbove ? `${title}, again` : title;
        const intro = '<p>It is light until nine, and the benches are still dry.</p>';
        const sent = { headline, subheadline: 'None takes longer than two hours.', body: intro, listicle };
        const id = await this.post(name, { ...sent, sections: [this.outside] });
        const body = `${intro}<listicle id="listicle-${id}"></listicle><p>Send us yours.</p>`;
        const same = { body, prevent_modifying_updated_ts: 1 };
        if (isAbove) await this.service.put(`/api/1.3/posts/${id}`, same).expect(200);
      }
  }

  private async others(): Promise<void> {
    const pictures = (['market', 'tower', 'harbour', 'storm'] as const).map(
      (name) => this.images.get(name)?.shortcode ?? '',
    );
    const [first = '', ...others] = pictures;
    await this.post('long post', {
      headline: 'The bridge, from the first crack to the first bus',
      subheadline: 'Four years in twenty paragraphs.',
      body: `${html([...BRIDGE, ...LETTERS])}${first}${html([...BRIDGE, ...LETTERS])}[youtube ${VIDEO} expand=1]${others.join(html(FERRY))}`,
      image_id: this.image('bridge'),
      tags: ['Bridges', 'River'],
      sections: [this.town],
    });
    await this.post('post with a button', {
      headline: 'The letters that never arrived',
      subheadline: 'In the archive of the harbour office, 212 boxes waited for a century.',
      body: `${html(LETTERS)}<hr>${html(BRIDGE.slice(0, 6))}`,
      image_id: this.image('harbour'),
      roar_specific_data: { keep_reading_button_text: 'Keep reading' },
      sections: [this.town, 'Home'],
    });
    await this.post('post of a recipe', {
      headline: 'Pumpkin soup from the lock keeper’s garden',
      image_id: this.image('soup'),
      body: html(FERRY),
      product: { name: 'A ladle', price: 12.5, sold_at: ['Ferry Street 4', 'the market'] },
      roar_specific_data: {
        recipe: { serves: 4, time: '40 minutes', ingredients: ['a pumpkin', 'two onions'] },
      },
      sections: [this.outside, 'Home'],
    });
    const { draft_url } = await this.send('/api/1.3/drafts', {
      headline: 'What the bridge has cost, bill by bill',
      body: html(BRIDGE.slice(4, 7)),
      image_id: this.image('bridge'),
      roar_author_ids: this.authors,
      created_ts: MORNING,
      updated_ts: MORNING,
    });
    this.paths.set('draft', draft_url.slice(SITE_URL.length));
    const gone = await this.post('removed post', { headline: 'A rumour', body: '<p>No.</p>' });
    await this.service.delete(`/api/1.3/posts/${gone}`).expect(200);
  }

  /** So many that they need a second page. */
  private async briefs(): Promise<void> {
    const pictures = ['lighthouse', 'market', 'moor', 'harbour'] as const;
    for (const [index, [headline, subheadline]] of BRIEFS.entries())
      await this.post(`brief ${index}`, {
        ...{ headline, subheadline, body: html(FERRY), sections: [this.town, 'Home'], tags: ['Bridges'] },
        ...(index % 2 === 0 ? { image_id: this.image(pictures[(index / 2) % 4] ?? 'moor') } : {}),
      });
    for (let week = 20; week > 5; week--)
      await this.post(`council ${week}`, {
        headline: `What the council decided in week ${week}`,
        ...{ body: html(FERRY), sections: [this.town] },
      });
  }

  /** Each is two hours older than the one before. */
  private async post(name: string, fields: object): Promise<number> {
    const created_ts = MORNING - 2 * HOUR * this.printed++;
    const sent = { created_ts, updated_ts: created_ts, roar_author_ids: this.authors.slice(0, 1), ...fields };
    const { id, slug, amp_url } = await this.send('/api/1.3/posts', sent);
    this.paths.set(name, `/${slug}`);
    this.paths.set(`AMP page of a ${name}`, amp_url.slice(SITE_URL.length));
    return id;
  }

  private section(fields: object): Promise<number> {
    return this.create('/api/1.3/sections', { status: 2, ...fields });
  }

  private async create(path: string, fields: object): Promise<number> {
    return (await this.send(path, fields)).id;
  }

  private async send(path: string, fields: object): Promise<Sent> {
    const { status, body } = await this.service.post(path, fields);
    if (status !== 200) throw new Error(`${path}: ${JSON.stringify(body)}`);
    return body as Sent;
  }

  private image(name: PaintingName): number {
    return this.images.get(name)?.id ?? 0;
  }
}

interface Sent {
  readonly id: number;
  readonly slug: string;
  readonly amp_url: string;
  readonly draft_url: string;
}

const ALT: Partial<Record<PaintingName, string>> = {
  harbour: 'Two sailing boats in the harbour at dawn',
  bridge: 'A stone bridge with four arches over a wide river',
  market: 'A row of narrow, colourful houses',
  lighthouse: 'A lighthouse with red stripes on a cliff in the evening',
  moor: 'Green hills one behind the other under a pale sun',
  soup: 'A plate of orange soup with herbs on a wooden table',
  tower: 'The lighthouse by day, seen from below',
};
