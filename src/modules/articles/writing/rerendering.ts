import { Injectable } from '@nestjs/common';
import { DerivedData } from '../../transfer/derived-data.js';
import { ArticlesService } from '../articles.service.js';

/** Articles of one transaction. */
const BATCH = 20;

/** Renders articles that were imported, and puts them into the search index. */
@Injectable()
export class Rerendering {
  constructor(derived: DerivedData, articles: ArticlesService) {
    derived.register({ name: 'renderings', next: (after) => articles.reindex(after, BATCH) });
  }
}
