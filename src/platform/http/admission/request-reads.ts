import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Database } from '../../database/database.js';
import { letReadFromReplica, runReading } from '../../concurrency/reads/read-target.js';
import { Credentials } from '../request/credentials.js';

/**
 * Files are asked for by a page that has just been told of them: one that is
 * not there yet must not be missed.
 */
const FILES = '/res/';

/**
 * Lets requests read from the replica that can have written nothing: readers without a key here, others by
 * RequestActors, once it is known that their key only reads. Nothing is remembered of who has written what,
 * which other instances would not know.
 */
@Injectable()
export class RequestReads {
  constructor(
    private readonly database: Database,
    private readonly credentials: Credentials,
  ) {}

  /** Runs a request that reads. */
  run(request: Request, path: string, work: () => void): void {
    const { replica } = this.database.sources;
    if (!replica || path.startsWith(FILES) || isPreview(request)) {
      work();
      return;
    }
    runReading(replica, () => {
      if (this.isOfNobody(request)) letReadFromReplica();
      work();
    });
  }

  private isOfNobody(request: Request): boolean {
    return request.headers.authorization === undefined && this.credentials.of(request).length === 0;
  }
}

/** An editor saves a draft and opens its preview at once, so previews read from the primary. */
const isPreview = ({ headers, query }: Request): boolean =>
  headers['x-preview'] !== undefined || query.preview !== undefined;
