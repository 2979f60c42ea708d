import { SectionsService } from '../../modules/sections/sections.service.js';
import { COMMAND_CALL } from '../../platform/config/command-call.js';
import { Fault } from './fault.js';
import { print, withApplication } from '../context.js';

const BATCH = 100;

/**
 * Looks for sections whose path is a post's, too, so that the page of the post cannot be reached.
 *
 * @param fix whether these posts get other paths, as if the section had been there first
 * @returns what there is; every such path is printed
 */
export function auditPaths(fix: boolean): Promise<string> {
  return withApplication(async (app) => {
    const sections = app.get(SectionsService);
    if (!fix) {
      const found = await sections.listUnregistered(BATCH);
      for (const { id, fullUrl } of found)
        print(`✗ path         ${fullUrl} of section ${id} is a post's, too`);
      if (found.length === 0) return 'each is of one section or one post';
      throw new Fault(
        `${found.length}${found.length < BATCH ? '' : ' or more'} are taken twice; --fix mends them`,
        `Run "${COMMAND_CALL} doctor --fix": these posts get other paths.`,
      );
    }
    let mended = 0;
    for (let found = await sections.listUnregistered(BATCH); found.length > 0;) {
      for (const { id } of found) await sections.register(id);
      mended += found.length;
      found = await sections.listUnregistered(BATCH);
    }
    return mended === 0 ? 'each is of one section or one post' : `mended ${mended} that were taken twice`;
  });
}
