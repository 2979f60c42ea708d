import type { FetchedPage, Findings, PageParser } from '../../../page-parser.js';
import { cleanByline } from '../authors/bylines.js';
import { Metas } from './metas.js';
import { tagsOf } from '../tags.js';
import { cleanText, known, MAX_DESCRIPTION_CHARACTERS } from '../text.js';
import { cleanTime } from '../times/times.js';

const PREFIXES = ['dc.', 'dc:', 'dcterms.', 'dcterms:', 'dcterm.', 'dcterm:'];

/** Dublin Core: the properties of documents in libraries and archives. */
export class DublinCoreParser implements PageParser {
  readonly name = 'dublin-core';

  parse({ facts }: FetchedPage): Findings | null {
    if (!facts?.metas.some(({ name }) => PREFIXES.some((prefix) => name.startsWith(prefix)))) return null;
    const metas = new Metas(facts);
    const all = (...properties: string[]) =>
      metas.all(...properties.flatMap((property) => PREFIXES.map((prefix) => prefix + property)));
    const [language = ''] = all('language');
    const time = (...properties: string[]) => all(...properties).map((value) => cleanTime(value));
    const title = cleanText(all('title')[0]);
    return {
      title,
      headline: title,
      description: cleanText(
        all('description', 'description.abstract', 'abstract')[0],
        MAX_DESCRIPTION_CHARACTERS,
      ),
      extra: known({
        byline: cleanByline(all('creator', 'creator.personalname', 'contributor')),
        publisher: cleanText(all('publisher')[0]),
        published_time: time('date.issued', 'issued', 'date.created', 'created', 'date').find(Boolean),
        modified_time: time('date.modified', 'modified').find(Boolean),
        lang: /^[a-z]{2}(?:-[a-z\d]{2,8})?$/i.test(language.trim()) ? language.trim() : '',
      }),
      tags: tagsOf(all('subject')),
    };
  }
}
