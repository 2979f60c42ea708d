import { Injectable } from '@nestjs/common';
import { InvalidError } from '../../../kernel/errors.js';
import type { Actor } from '../../auth/domain/actor.js';
import { normalisePath } from '../../permalinks/domain/path.js';
import { CustomDataSettings, mustFitCustomData } from '../../site/custom-data.js';
import { ArticleSettings } from '../article.settings.js';
import type { ArticleInput } from './article-input.js';
import { ArticleRenderer, type ArticleRenderings } from './article-renderer.js';

/** An input after the work that needs no transaction. */
export interface PreparedInput {
  readonly input: ArticleInput;
  readonly renderings: ArticleRenderings;
  /** Name the parts of a former version that are gone since, and left out. */
  readonly warnings: readonly string[];
}

/** The content of a former version, as an input that brings it back. */
export interface FormerContent {
  readonly input: ArticleInput;
  readonly warnings: readonly string[];
}

/** Reads the content of a version of an article. @throws NotFoundError, ForbiddenError */
export type FormerContentReader = (id: number, revision: number, actor: Actor) => Promise<FormerContent>;

/** The work on an input that needs no transaction: rendering, and checks that depend on the input alone. */
@Injectable()
export class ArticleInputPreparer {
  private readFormer: FormerContentReader | null = null;

  constructor(
    private readonly renderer: ArticleRenderer,
    private readonly settings: ArticleSettings,
    private readonly customData: CustomDataSettings,
  ) {}

  /** Sets the reader of former versions, so that an edit can restore one. */
  readFormerBy(reader: FormerContentReader): void {
    this.readFormer = reader;
  }

  async prepare(input: ArticleInput): Promise<PreparedInput> {
    const { types } = this.settings;
    const { maxCustomDataBytes } = this.customData;
    if (input.type !== undefined && input.type !== null && !types.includes(input.type)) {
      throw InvalidError.field('type', `must be one of ${types.join(', ')}`);
    }
    mustFitCustomData('product', input.content.product, maxCustomDataBytes);
    mustFitCustomData('roar_specific_data', input.content.roarSpecificData, maxCustomDataBytes);
    input.content.pageList?.forEach(({ path }, index) => normalisePath(path, `page_list[${index}].path`));
    return { input, renderings: await this.renderer.render(input), warnings: [] };
  }

  /**
   * The same for an edit, which may bring a former version back: its content, and over it what else is sent.
   *
   * @throws InvalidError for `revert` without a revision, or the reverse; NotFoundError, ForbiddenError
   */
  async prepareEdit(id: number, sent: ArticleInput, actor: Actor): Promise<PreparedInput> {
    const { action, revision, ...others } = sent;
    if (action !== 'revert') {
      if (revision === undefined) return this.prepare(sent);
      throw InvalidError.field('revision', 'goes with the action "revert" alone');
    }
    if (revision === undefined)
      throw InvalidError.field('revision', 'is missing: the one that is brought back');
    if (!this.readFormer) throw new Error('Nobody keeps former versions of articles.');
    const { input, warnings } = await this.readFormer(id, revision, actor);
    const content = { ...input.content, ...defined(others.content) };
    const fields = { ...input.fields, ...defined(others.fields ?? {}) };
    return { ...(await this.prepare({ ...input, ...defined(others), content, fields })), warnings };
  }
}

function defined<T extends object>(object: T): Partial<T> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<T>;
}
