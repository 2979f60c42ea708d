import { firstKeyNote } from '../first-key-note.js';
import { Clock } from '../../kernel/clock.js';
import { ArticlesService, Provider } from '../../modules/articles/articles.service.js';
import { COMMAND_CALL } from '../../platform/config/command-call.js';
import { Environment } from '../../platform/config/environment.js';
import { onOneLine, print, withApplication } from '../context.js';
import { DemoRemoval } from './demo-removal.js';
import { DEMO_ABOUT_ID, DemoSite } from './demo-site.js';

/** Fills the site with a made-up newspaper, or takes it out again. @returns whether all went as asked */
export async function demo({ remove }: { remove: boolean }): Promise<boolean> {
  return withApplication(async (app) => {
    const about = await app.get(ArticlesService).findByProviderPostId(Provider.Import, DEMO_ABOUT_ID);
    if (remove) {
      if (about === null) print('There is no demonstration on this site.');
      else for (const line of await new DemoRemoval(app, about).run()) print(onOneLine(`Stays: ${line}`));
      if (about !== null) print('The demonstration is removed.');
      return true;
    }
    if (about !== null) {
      print(`The demonstration is there already; "${COMMAND_CALL} demo --remove" takes it out again.`);
      return false;
    }
    const { PUBLIC_BASE_URL } = app.get(Environment);
    const note = await firstKeyNote(app);
    // First of all: it is shown only now, and the rest may be cut off.
    if (note !== null) print(note);
    const articles = await new DemoSite(app, app.get<Clock>(Clock).now()).fill();
    print(`The Amber Courier is printed: ${articles} articles. Look at it: ${PUBLIC_BASE_URL}/`);
    print(
      'Its posts are in the section Home, so the front page shows posts of that section alone: send "sections": [0] to put one there.',
    );
    print(
      'Its name is not that of the site: put {"site": {"name": "The Amber Courier"}} into site.json for that.',
    );
    print(`"${COMMAND_CALL} demo --remove" takes it out again.`);
    return true;
  });
}
