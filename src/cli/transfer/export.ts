import { once } from 'node:events';
import { ArticleFinder } from '../../modules/articles/listing/article-finder.js';
import { ArticlePresenter } from '../../modules/articles/http/article.presenter.js';
import { withApplication } from '../context.js';

const BATCH = 50;

/** Prints every article that is not removed as its post object, by id, in bounded memory. */
export async function exportArticles(): Promise<void> {
  await withApplication(async (app) => {
    const finder = app.get<ArticleFinder>(ArticleFinder, { strict: false });
    const presenter = app.get(ArticlePresenter, { strict: false });
    for (let after = 0; ;) {
      const articles = await finder.listByIds(await finder.listIdsAfter(after, BATCH));
      for (const article of articles) {
        const line = `${JSON.stringify(presenter.present(article, { withDraftUrl: true }))}\n`;
        if (!process.stdout.write(line)) await once(process.stdout, 'drain');
        after = article.id;
      }
      if (articles.length < BATCH) return;
    }
  });
}
