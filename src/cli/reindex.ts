import { setImmediate as turn } from 'node:timers/promises';
import { ArticlesService } from '../modules/articles/articles.service.js';
import { print, withApplication } from './context.js';
import { Progress } from './progress/progress.js';

const BATCH = 50;

/** Puts every article into the search index anew; safe while the service runs, and to be run again. */
export async function reindex(): Promise<void> {
  await withApplication(async (app) => {
    const articles = app.get(ArticlesService);
    const progress = new Progress();
    let done = 0;
    let last: number | null = 0;
    while ((last = await articles.reindex(last, BATCH)) !== null) {
      done += 1;
      // SQLite answers at once, and its statements are freed in a turn of the event loop.
      await turn();
      progress.tell('indexed, up to article', last);
    }
    print(done === 0 ? 'There is no article.' : 'Renderings and the search index are up to date.');
  });
}
