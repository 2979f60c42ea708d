import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { UnauthenticatedError } from '../../../kernel/errors.js';
import { Actor } from '../domain/actor.js';
import { PreviewTokens } from '../preview-tokens.js';
import { RequestActors } from './request-actors.js';

const TOKEN = /^[A-Za-z\d]{1,100}$/;

/** Articles that requests may read by a preview link, in the header `x-preview` or the query `preview`. */
@Injectable()
export class RequestPreviews {
  constructor(
    private readonly actors: RequestActors,
    private readonly tokens: PreviewTokens,
  ) {}

  /** The article, null for a token that opens none, or none at all. */
  async find(request: Request): Promise<number | null> {
    const token = sentBy(request);
    return typeof token === 'string' && TOKEN.test(token) ? this.tokens.articleOf(token) : null;
  }

  /** The article, null where no token is sent. @throws UnauthenticatedError for one that opens none */
  async get(request: Request): Promise<number | null> {
    if (sentBy(request) === undefined) return null;
    const articleId = await this.find(request);
    if (articleId !== null) return articleId;
    throw new UnauthenticatedError(
      'preview-invalid',
      'The preview link is unknown or revoked, or it has expired.',
    );
  }

  /**
   * The reader: the actor of the key or nobody, either of them with a preview.
   * @throws UnauthenticatedError
   */
  async getReader(request: Request): Promise<Actor> {
    const articleId = await this.get(request);
    if (articleId === null) return this.actors.getActor(request);
    const actor = (await this.actors.findActor(request)) ?? Actor.nobody();
    return actor.previewing(articleId);
  }
}

/** The header goes first. Queries may hold a list. */
const sentBy = ({ headers, query }: Request): unknown => headers['x-preview'] ?? query.preview;
