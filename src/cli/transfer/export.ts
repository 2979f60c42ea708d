import { once } from 'node:events';
import { ArticleStatus } from '../../modules/articles/domain/article-record.js';
import { ArticleFinder } from '../../modules/articles/listing/article-finder.js';
import { ArticlePresenter } from '../../modules/articles/http/article.presenter.js';
import { withApplication } from '../context.js';

const BATCH = 50;

/** Prints every article that is not removed as its post object, by id, in bounded memory. */
export async function exportArticles(): Promise<void> {
  await withApplication(async (app) => {
    const finder = app.get<ArticleFinder>(ArticleFinder, { strict: false });
    const presenter = app.get(ArticlePresenter, { strict: false });
    for (let after: number | undefined = 0; after !== undefined;) {
      const ids: number[] = await finder.listIdsAfter(after, BATCH);
      for (const article of await finder.listByIds(ids)) {
        if (article.status === ArticleStatus.Removed) continue;
        const line = `${JSON.stringify(presenter.present(article, { withDraftUrl: true }))}\n`;
        if (!process.stdout.write(line)) await once(process.stdout, 'drain');
      }
      after = ids.at(-1);
    }
  });
}
