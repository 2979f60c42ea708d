import { type DomElement } from './markup/dom.ts';
import { textOf } from './texts.ts';

const MAX_DATES = 20;
/** Elements that are looked into. */
const MAX_TRIED = 100;
const MAX_CHARACTERS = 120;
/** A paragraph of so many characters is the text of the article. */
const MIN_PARAGRAPH = 200;

const MARKED =
  /(?:^|[\s_-])(?:date|dateline|datetime|published|pubdate|posted|timestamp|datum|fecha)(?=$|[\s_-])/i;
const NOT_OF_PAGE = /updat|modif|comment|event|copyright|footer|today|current|birth|related|expir|picker/i;
/** A day and a year, in any form. */
const DAY_AND_YEAR = /\d{4}\D{1,20}\d|\d\D{1,20}\d{4}/;
const SKIPPED = new Set(['script', 'style', 'template', 'noscript', 'img', 'input', 'html', 'head', 'body']);

/**
 * Short texts that may tell when a page is from: what is marked as a date, and
 * lines between heading and article.
 */
export class DateLines {
  private readonly marked = new Set<string>();
  private readonly lines = new Set<string>();
  private triedMarks = 0;
  private triedLines = 0;
  private isBelowHeading = false;
  private isInArticle = false;

  get found(): string[] {
    return [...new Set([...this.lines, ...this.marked])].slice(0, MAX_DATES);
  }

  /** Elements are given in the order of the page. */
  visit(element: DomElement): void {
    const tag = element.localName;
    if (SKIPPED.has(tag)) return;
    if (tag === 'h1') this.isBelowHeading = true;
    else if (isMarked(element)) this.addMarked(element);
    else if (this.isBelowHeading && !this.isInArticle) this.addLine(element);
  }

  private addMarked(element: DomElement): void {
    if (this.triedMarks >= MAX_TRIED) return;
    this.triedMarks += 1;
    add(this.marked, textOf(element, MIN_PARAGRAPH));
  }

  private addLine(element: DomElement): void {
    if (this.triedLines >= MAX_TRIED) return;
    this.triedLines += 1;
    const text = textOf(element, MIN_PARAGRAPH);
    if (element.localName === 'p' && text.length >= MIN_PARAGRAPH) this.isInArticle = true;
    else add(this.lines, text);
  }
}

function isMarked(element: DomElement): boolean {
  const names = `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;
  return MARKED.test(names) && !NOT_OF_PAGE.test(names);
}

function add(texts: Set<string>, text: string): void {
  if (text.length <= MAX_CHARACTERS && DAY_AND_YEAR.test(text)) texts.add(text);
}
