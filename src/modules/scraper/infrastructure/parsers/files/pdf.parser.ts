import type { FetchedPage, Findings, PageParser } from '../../../page-parser.js';
import { cleanByline } from '../authors/bylines.js';
import { fileName } from './file-names.js';
import { pdfString } from './pdf-text.js';
import { cleanText, known, MAX_DESCRIPTION_CHARACTERS } from '../text.js';
import { cleanTime } from '../times/times.js';

const MAX_TITLES = 500;
const DICTIONARY_CHARACTERS = 4000;
/** Only what is about the document names its maker or its dates; entries of its outline have titles, too. */
const OF_DOCUMENT = ['/Producer', '/Creator', '/CreationDate', '/ModDate'];

/** A document of PDF: its title, if that stands among its first bytes, else its name. */
export class PdfParser implements PageParser {
  readonly name = 'pdf';

  parse({ url, contentType, head }: FetchedPage): Findings | null {
    const isPdf = contentType === 'application/pdf' || contentType === 'application/x-pdf';
    if (!isPdf && head.subarray(0, 5).toString('latin1') !== '%PDF-') return null;
    const source = head.toString('latin1');
    const dictionary = informationOf(source);
    const entry = (key: string) => {
      const at = dictionary.indexOf(key);
      return at < 0 ? '' : cleanText(pdfString(dictionary, at + key.length), MAX_DESCRIPTION_CHARACTERS);
    };
    return {
      title: cleanText(entry('/Title') || titleOfXmp(head)) || fileName(url),
      description: entry('/Subject'),
      type: 'document',
      extra: known({
        byline: cleanByline([entry('/Author')]),
        published_time: timeOf(entry('/CreationDate')),
        modified_time: timeOf(entry('/ModDate')),
      }),
      tags: [],
    };
  }
}

/** The object that tells about the document; empty when it is compressed, or not among these bytes. */
function informationOf(source: string): string {
  let at = -1;
  for (let count = 0; count < MAX_TITLES; count++) {
    at = source.indexOf('/Title', at + 1);
    if (at < 0) return '';
    const before = source.slice(Math.max(0, at - DICTIONARY_CHARACTERS), at);
    const after = source.slice(at, at + DICTIONARY_CHARACTERS);
    const end = after.indexOf('endobj');
    const object = before.slice(before.lastIndexOf(' obj') + 1) + (end < 0 ? after : after.slice(0, end));
    if (OF_DOCUMENT.some((key) => object.includes(key)) && !object.includes('/Parent')) return object;
  }
  return '';
}

/** Reads XMP metadata, which most documents have uncompressed. */
function titleOfXmp(head: Buffer): string {
  const start = head.indexOf('<dc:title>');
  if (start < 0) return '';
  const part = head.subarray(start, start + DICTIONARY_CHARACTERS).toString('utf8');
  const end = part.indexOf('</dc:title>');
  const item = part.slice(0, Math.max(0, end));
  const open = item.indexOf('>', item.indexOf('<rdf:li')) + 1;
  const close = item.indexOf('</rdf:li>');
  return open > 0 && close > open ? item.slice(open, close) : '';
}

/** Parses `D:20170310120000+01'00'`. */
function timeOf(value: string): string {
  const [, year, month = '01', day = '01', hour, minute, second = '00', zone = ''] =
    /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(Z|[+-]\d\d'?\d\d)?/.exec(value) ?? [];
  if (year === undefined) return '';
  const time = hour === undefined || minute === undefined ? '' : `T${hour}:${minute}:${second}`;
  const offset = zone.replace("'", '');
  return cleanTime(
    `${year}-${month}-${day}${time}${time === '' || offset.length < 5 ? offset && time && 'Z' : `${offset.slice(0, 3)}:${offset.slice(3)}`}`,
  );
}
