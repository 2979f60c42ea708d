import { BRIDGE, BRIEFS, FERRY, LETTERS, SOUP, WALKS } from './demo-texts.js';
import type { PaintingName } from './paintings.js';

/** Fields of a post as clients send them. */
export type DemoArticle = Readonly<Record<string, unknown>> & { readonly headline: string };

/** Ids of what the articles show. */
export interface DemoCast {
  readonly authors: readonly number[];
  readonly section: (title: string) => number | string;
  readonly image: (name: PaintingName) => number;
  readonly shortcode: (name: PaintingName) => string;
}

const VIDEO = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';
const LAYOUTS = ['Three walks for a long evening', 'Three walks, one after the other'];
/** Sections of the briefs; the other briefs are in Town. */
const SECTION_OF: Readonly<Record<number, string>> = { 5: 'Culture', 6: 'Sport' };
const html = (paragraphs: readonly string[]): string => paragraphs.map((text) => `<p>${text}</p>`).join('\n');

/** Articles that show what a post can be, the newest first. */
export function demoArticles({ authors, section, image, shortcode }: DemoCast): DemoArticle[] {
  const [first, second] = authors;
  const town = section('Town');
  const items = WALKS.map(({ headline, painting, body }) => ({
    headline,
    image_id: image(painting),
    credit: 'Photo: Ann Lindqvist',
    body: `<p>${body}</p>`,
  }));
  return [
    {
      headline: 'After four years, the bridge over the Amber is open',
      subheadline:
        'The first bus was early, the bill is not in yet, and the children want to call it Bridgey.',
      body: `${html(BRIDGE.slice(0, 3))}<h2>A wreck below the pier</h2>${html(BRIDGE.slice(3, 6))}<blockquote><p>“They will find another place, and so will the readers.”</p></blockquote>${html(BRIDGE.slice(6))}`,
      image_id: image('bridge'),
      photo_caption: 'The northern arch, where the bats live, an hour before the first bus.',
      photo_credit: 'Photo: Tomás Ferreira',
      tags: ['Bridges', 'Prize', 'River'],
      sections: [town, 'Home'],
      roar_author_ids: authors,
    },
    {
      headline: 'The letters that never arrived',
      subheadline: 'In the archive of the harbour office, 212 boxes waited for a century.',
      body: `${html(LETTERS)}${shortcode('tower')}${html(BRIDGE.slice(0, 4))}`,
      image_id: image('harbour'),
      tags: ['River'],
      sections: [section('Culture'), 'Home'],
      roar_author_ids: [first],
    },
    {
      headline: 'Pumpkin soup from the lock keeper’s garden',
      subheadline: 'Forty minutes, for four.',
      body: html(SOUP),
      image_id: image('soup'),
      product: { name: 'A ladle', price: 12.5, sold_at: ['Ferry Street 4', 'the market'] },
      roar_specific_data: {
        recipe: { serves: 4, time: '40 minutes', ingredients: ['a pumpkin', 'two onions'] },
      },
      tags: ['Soup'],
      sections: [section('Outside'), 'Home'],
      roar_author_ids: [second],
    },
    ...LAYOUTS.map((headline, index) => ({
      headline,
      subheadline: 'None takes longer than two hours.',
      body: '<p>It is light until nine, and the benches are still dry.</p>',
      listicle: { items, settings: { layout_type: index + 1, body_text_above: true } },
      image_id: image(index === 0 ? 'lighthouse' : 'moor'),
      tags: ['Walks'],
      sections: [section('Outside'), 'Home'],
      roar_author_ids: [first],
    })),
    {
      headline: 'The last crossing of the Marigold, in two minutes',
      subheadline: 'A ferry, a brass band and a piano on the upper deck.',
      video: VIDEO,
      body: html(FERRY),
      tags: ['Ferry', 'River'],
      sections: [section('Culture'), 'Home'],
      roar_author_ids: [second],
    },
    ...BRIEFS.map(([headline, subheadline], index) => ({
      headline,
      subheadline,
      body: html(index % 2 === 0 ? FERRY : LETTERS),
      ...(index % 3 === 0 && {
        image_id: image((['storm', 'market', 'panorama'] as const)[index / 3] ?? 'storm'),
      }),
      tags: ['In brief'],
      sections: [section(SECTION_OF[index] ?? 'Town'), 'Home'],
      roar_author_ids: [authors[index % authors.length]],
    })),
  ];
}

/** A draft, and what it says of itself. */
export const DEMO_DRAFT: DemoArticle = {
  headline: 'What the bridge has cost, bill by bill',
  subheadline: 'A draft: nobody reads it without a key.',
  body: html(BRIDGE.slice(4, 7)),
};

/** A post that publishes itself. */
export const DEMO_SCHEDULED: DemoArticle = {
  headline: 'The name of the bridge is found',
  subheadline: 'It is not Bridgey.',
  body: html(BRIDGE.slice(7, 8)),
};

/** The draft by which the demonstration is known again. */
export const DEMO_ABOUT: DemoArticle = {
  headline: 'About the demonstration',
  body: '<p>The posts of The Amber Courier, with their sections, authors, pictures and badges, were made up by <code>cli demo</code>. <code>cli demo --remove</code> takes them out again, and this draft with them.</p>',
};
