import type {
  CardModel,
  ListicleItemModel,
  ListModel,
  PageModel,
  PictureModel,
  PostModel,
} from '../../pages/models/page-models.js';

/** Models with something in every place. */
export interface PageSamples {
  readonly page: PageModel;
  readonly post: PostModel;
  readonly list: ListModel;
  readonly item: ListicleItemModel;
  readonly card: CardModel;
}

/** Models of which every text is the given one, and every address, too. */
export function pageSamples(text: string, url: string): PageSamples {
  const link = { title: text, url, opensNewTab: true };
  const time = { iso: text, text };
  const author = { ...link, photo: url };
  const sides = { width: 980, height: 653 };
  const picture: PictureModel = { src: url, srcset: `${text} 1x`, sizes: text, ...sides, alt: text };
  const badge = { title: text, image: picture, isSponsored: true, description: text, url };
  const badges = [badge, { ...badge, isSponsored: false }];
  const feeds = { rss: url, atom: url, json: url };
  const card = {
    url,
    headline: text,
    subheadline: text,
    picture,
    published: time,
    section: link,
    badges,
    authors: [author, author],
  };
  const item: ListicleItemModel = {
    anchor: text,
    number: text,
    headlineHtml: 'An <em>item</em>',
    mediaHtml: null,
    imageHtml: '<figure><img src="/i.jpg" width="3" height="2" alt="i"></figure>',
    bodyHtml: '<h2>In it</h2><p>Of the item.</p>',
  };
  const page: PageModel = {
    site: { name: text, description: text, url: 'https://site.example', locale: 'en-GB', feeds },
    head: {
      title: text,
      description: text,
      canonical: url,
      kind: 'article',
      amp: url,
      isIndexed: true,
      feeds: { ...feeds, title: text },
      previous: url,
      next: url,
      social: { title: text, description: text, image: picture },
      data: [{ '@type': 'NewsArticle', headline: text }],
    },
    navigation: [link],
  };
  const post: PostModel = {
    headline: text,
    subheadline: text,
    section: link,
    badges,
    authors: [author],
    published: time,
    updated: time,
    minutesToRead: 5,
    tags: [link],
    related: [card],
    isDraft: false,
    leadHtml: '<img src="/a.jpg" alt="a" loading="lazy"><img src="/b.jpg" alt="b" loading="lazy">',
    bodyHtml: '<p>The body.</p>',
    keepReading: { button: text, words: 1234, restHtml: '<p>The rest.</p>' },
    listicle: { layout: 'slideshow', isBodyAbove: false, items: [item, item] },
    details: [{ kind: 'recipe', rows: [[text, text]] }],
  };
  const list: ListModel = {
    kind: 'section',
    title: text,
    aboutHtml: '<p>About it.</p>',
    picture,
    above: [link],
    sections: [link],
    cards: [card, { ...card, picture: { ...picture, width: null, height: null } }],
    previous: url,
    next: url,
  };
  return { page, post, list, item, card };
}
