import { words } from '../../../../../kernel/text.js';
import type { FetchedPage, Findings, PageParser } from '../../../page-parser.js';
import { cleanByline } from '../authors/bylines.js';
import { IMAGE_WEIGHTS, scrapedImage } from '../images.js';
import { Metas } from './metas.js';
import { tagsOf } from '../tags.js';
import { cleanText, known, MAX_DESCRIPTION_CHARACTERS, webUrl } from '../text.js';
import { cleanTime } from '../times/times.js';

const PUBLISHED = words(`
  parsely-pub-date sailthru.date datepublished pubdate publishdate publish-date publish_date date
  citation_publication_date citation_date dcsext.articlefirstpublished og:pubdate publication_date
  date.release originalpublicationdate article.published shareaholic:article_published_time`);
const MODIFIED = ['datemodified', 'lastmod', 'last-modified', 'revised', 'article.updated'];
const IMAGES = ['parsely-image-url', 'sailthru.image.full', 'sailthru.image.thumb', 'thumbnail', 'image'];

/** Meta elements outside of protocols: of analytics, newsletters, journals. */
export class MetaTagsParser implements PageParser {
  readonly name = 'meta-tags';

  parse({ facts, url }: FetchedPage): Findings | null {
    if (!facts) return null;
    const metas = new Metas(facts);
    if (metas.isEmpty) return null;
    const time = (names: readonly string[]) =>
      names.map((name) => cleanTime(metas.first(name))).find(Boolean);
    return {
      title: cleanText(
        metas.first('weibo:article:title', 'title', 'parsely-title', 'sailthru.title', 'citation_title'),
      ),
      description: cleanText(
        metas.first(
          'weibo:article:description',
          'description',
          'sailthru.description',
          'citation_abstract',
          'abstract',
        ),
        MAX_DESCRIPTION_CHARACTERS,
      ),
      url: webUrl(metas.first('parsely-link', 'citation_public_url'), url),
      extra: known({
        byline: authorsOf(metas),
        site_name: cleanText(metas.first('application-name', 'citation_journal_title')),
        published_time: time(PUBLISHED),
        modified_time: time(MODIFIED),
        section: cleanText(metas.first('parsely-section', 'section')),
      }),
      tags: tagsOf(
        ['news_keywords', 'parsely-tags', 'sailthru.tags', 'citation_keywords', 'keywords'].flatMap(
          (name) => [...metas.all(name)],
        ),
      ),
      images: IMAGES.flatMap((name) => scrapedImage({ url: metas.first(name) }, IMAGE_WEIGHTS.metaTags, url)),
    };
  }
}

/** Authors by the first meta with a name: `author` is often a URL or empty. */
function authorsOf(metas: Metas): string {
  const names = words(`
  author parsely-author sailthru.author citation_author article.author byl byline`);
  return names.map((name) => cleanByline(metas.all(name))).find(Boolean) ?? '';
}
