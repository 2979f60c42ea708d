import type { INestApplicationContext } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { percentDecoded } from '../../../kernel/text.js';
import { slugify } from '../../../kernel/slug.js';
import { isReserved } from '../../../modules/permalinks/domain/path.js';
import { MAX_URL, SectionStatus } from '../../../modules/sections/domain/section.entity.js';
import { SectionsService } from '../../../modules/sections/sections.service.js';
import { ConflictError } from '../../../kernel/errors.js';
import { retryWhileBusy } from '../retry-while-busy.js';
import type { CmsExport, SourceSection } from './source-entry.js';

const MAX_KNOWN = 10_000;
const MAX_TITLE = 255;
/** Limits of the depth of sections, and of the length of their paths. */
const MAX_DEPTH = 10;
const MAX_PATH = 400;

interface Place {
  readonly id: number;
  readonly path: string;
  readonly depth: number;
}

const TOP: Place = { id: 0, path: '', depth: 0 };

/** The sections of this site for categories of another system: those with the same path, else new ones. */
export class SourceSections {
  private readonly sections: SectionsService;
  private readonly known = new LRUCache<string, Place>({ max: MAX_KNOWN });
  /** Number of sections that were created, or would be in a dry run. */
  made = 0;

  constructor(
    app: INestApplicationContext,
    private readonly source: CmsExport,
    private readonly isDryRun: boolean,
  ) {
    this.sections = app.get(SectionsService);
  }

  /** @returns the id; in a dry run 0 for a section that would be made */
  async idOf(section: SourceSection): Promise<number> {
    return (await this.place(this.source.section(section.key) ?? section, new Set())).id;
  }

  private async place(section: SourceSection, below: Set<string>): Promise<Place> {
    const known = this.known.get(section.key);
    if (known) return known;
    below.add(section.key);
    const parent = section.parent ? this.source.section(section.parent) : null;
    // In a damaged file a category may be below itself.
    const isSound = parent && !below.has(parent.key) && below.size < MAX_DEPTH;
    const place = await this.placeBelow(isSound ? await this.place(parent, below) : TOP, section);
    this.known.set(section.key, place);
    return place;
  }

  private async placeBelow(above: Place, { key, title, about }: SourceSection): Promise<Place> {
    const slug = slugify(percentDecoded(key), MAX_URL) || slugify(title, MAX_URL) || 'section';
    const isTooFar = above.depth >= MAX_DEPTH || above.path.length + slug.length + 1 > MAX_PATH;
    const parent = isTooFar ? TOP : above;
    const url = parent.depth === 0 && isReserved(`/${slug}`) ? `${slug}-section` : slug;
    const path = `${parent.path}/${url}`;
    const place = { path, depth: parent.depth + 1 };
    const id = await this.at(path);
    if (id !== null) return { ...place, id };
    this.made += 1;
    if (this.isDryRun) return { ...place, id: 0 };
    const made = await this.make({
      title: Array.from((title || slug).toWellFormed())
        .slice(0, MAX_TITLE)
        .join(''),
      url,
      parentId: parent.id,
      status: SectionStatus.Public,
      aboutHtml: about === undefined || about === '' ? null : about,
    });
    return { ...place, id: made ?? (await this.at(path)) ?? 0 };
  }

  /** @returns null when another process has made it meanwhile */
  private async make(input: Parameters<SectionsService['create']>[0]): Promise<number | null> {
    try {
      return (await retryWhileBusy(() => this.sections.create(input))).id;
    } catch (error) {
      if (error instanceof ConflictError) return null;
      throw error;
    }
  }

  private async at(path: string): Promise<number | null> {
    const [section] = await this.sections.find({ paths: [path] });
    return section?.id ?? null;
  }
}
