import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { InvalidError } from '../../../kernel/errors.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Failures } from '../../../platform/errors/failures.js';
import { AddedFields } from '../../../platform/http/request/added-fields.js';
import { pathOf } from '../../../platform/http/request/request-path.js';
import { parseRequest } from '../../../platform/http/request/validation.pipe.js';
import type { ProblemResponse } from '../../../platform/http/response/problem.response.js';
import { asCreation, asEdit } from '../../../platform/http/writes/dry-run.js';
import { formerAnswer } from '../../../platform/http/writes/resumable.js';
import { CreateArticleDto, EditArticleDto } from '../../articles/http/article.dto.js';
import { ArticlePresenter } from '../../articles/http/article.presenter.js';
import { ArticleUpsertService } from '../../articles/writing/article-upsert.service.js';
import { ArticlesService, Provider } from '../../articles/articles.service.js';
import type { Actor } from '../../auth/domain/actor.js';
import type { BulkRecordResponse } from './post-bulk.dto.js';
import { ExternalIdDto } from './post-upsert.dto.js';

export const MAX_RECORDS = 100;
/** Records in a row that the service was too busy for, after which it is not asked for more. */
const MAX_OVERLOADED = 3;

/** The request that the records came with. */
interface Sender {
  readonly actor: Actor;
  readonly request: Request;
  /** Whether a new article is published at once. */
  readonly publishes: boolean;
}

/** The sender of one request, with the ids of the articles that its records have created so far. */
interface Batch extends Sender {
  readonly created: Set<number>;
}

/** Creates and edits articles record by record: each is a unit of work, or a part of that of the request. */
@Injectable()
export class BulkRecords {
  constructor(
    private readonly articles: ArticlesService,
    private readonly upserts: ArticleUpsertService,
    private readonly presenter: ArticlePresenter,
    private readonly unitOfWork: UnitOfWork,
    private readonly failures: Failures,
    private readonly added: AddedFields,
  ) {}

  /** @returns what became of each record, in their order. @throws InvalidError */
  async write(records: unknown, sender: Sender): Promise<BulkRecordResponse[]> {
    if (!Array.isArray(records) || records.length > MAX_RECORDS)
      throw new InvalidError(
        'invalid-input',
        `The request body must be an array of at most ${MAX_RECORDS} records.`,
      );
    const batch = { ...sender, created: new Set<number>() };
    const former = (formerAnswer(sender.request) ?? []) as readonly BulkRecordResponse[];
    const answers: BulkRecordResponse[] = [];
    for (const [index, record] of records.entries()) {
      const instance = `${pathOf(sender.request)}#/${index}`;
      const known = settled(former[index]) ?? givenUp(answers, instance);
      answers.push(known ?? (await this.writeOne(record, batch, instance)));
    }
    return answers;
  }

  private async writeOne(record: unknown, batch: Batch, instance: string): Promise<BulkRecordResponse> {
    try {
      return await this.unitOfWork.runPart(() => this.put(record, batch));
    } catch (error) {
      return this.failures.describe(error, batch.request, instance).problem as ProblemResponse;
    }
  }

  private async put(record: unknown, { actor, publishes, created }: Batch): Promise<BulkRecordResponse> {
    const external = this.externalIdOf(record);
    const input = parseRequest(external ? EditArticleDto : CreateArticleDto, record, this.added).toInput();
    const article = external
      ? await this.upserts.put(external, input, actor, { publishes })
      : { ...(await this.articles.create(input, actor, { publishes })), isNew: true };
    if (article.isNew) created.add(article.id);
    const mark = created.has(article.id) ? asCreation : asEdit;
    const post = mark(this.presenter.presentUpserted(article, input.action, !publishes));
    return mark({ status: 200, id: article.id, post });
  }

  /** Null for a record that creates, whatever there is. */
  private externalIdOf(record: unknown) {
    const { provider_id, provider_post_id } = Object(record) as Record<string, unknown>;
    if (provider_post_id === undefined || provider_post_id === null || provider_post_id === '') return null;
    const sent = { provider_id: provider_id ?? Provider.Api, provider_post_id };
    return parseRequest(ExternalIdDto, sent, this.added).toExternalId();
  }
}

/** Whether a record failed for a reason that passes: it is carried out when the request is sent again. */
export const isUnfinished = (answers: readonly BulkRecordResponse[]): boolean => answers.some(isPassing);

const isPassing = ({ status }: BulkRecordResponse): boolean => status === 429 || status >= 500;

/** The answer that a record keeps when the request is sent again. */
const settled = (answer?: BulkRecordResponse): BulkRecordResponse | null =>
  answer && !isPassing(answer) ? answer : null;

/** The answer of a record that is not tried any more. */
function givenUp(answers: readonly BulkRecordResponse[], instance: string): BulkRecordResponse | null {
  const latest = answers.slice(-MAX_OVERLOADED);
  const last = latest.at(-1);
  const isBusy = latest.length === MAX_OVERLOADED && latest.every(({ status }) => status >= 503);
  return isBusy && last ? Object.assign({}, last, { instance }) : null;
}
