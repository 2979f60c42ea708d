import type { INestApplicationContext } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { ArticleStatus } from '../../modules/articles/domain/article-record.js';
import { ArticleStore } from '../../modules/articles/writing/article-store.js';
import { SectionsService } from '../../modules/sections/sections.service.js';
import { COMMAND_CALL } from '../../platform/config/command-call.js';
import { Database } from '../../platform/database/database.js';
import { Fault } from './fault.js';
import { withApplication } from '../context.js';

const BATCH = 100;

/** A kind of paths that lead to nothing, or elsewhere. */
interface PathFaults<T> {
  /** The first of them. */
  readonly list: () => Promise<readonly T[]>;
  readonly tell: (found: T) => string;
  readonly mend: (found: T) => Promise<unknown>;
}

/**
 * Looks for sections whose path is a post's, too, so that the page of the post cannot be reached, and for
 * posts whose path leads to nothing.
 *
 * @param fix whether the posts get paths that lead to them
 * @param print is given a line for every such path
 * @returns what there is
 */
export function auditPaths(fix: boolean, print: (line: string) => void): Promise<string> {
  return withApplication(async (app) => {
    const audit = <T>(faults: PathFaults<T>) => (fix ? mended(faults) : found(faults, print));
    const number = (await audit(unregisteredSections(app))) + (await audit(unreachablePosts(app)));
    if (number === 0) return 'each leads to one section or one post';
    if (fix) return `mended ${number}`;
    throw new Fault(
      `${number} do not lead where they should; --fix mends them`,
      `Run "${COMMAND_CALL} doctor --fix": posts whose paths are not theirs get others.`,
    );
  });
}

/** @returns their number, up to a hundred of a kind */
async function found<T>({ list, tell }: PathFaults<T>, print: (line: string) => void): Promise<number> {
  const faults = await list();
  for (const fault of faults) print(`✗ path         ${tell(fault)}`);
  return faults.length;
}

/** @returns their number; @throws Error for one that is found again */
async function mended<T>({ list, tell, mend }: PathFaults<T>): Promise<number> {
  const told = new Set<string>();
  for (let faults = await list(); faults.length > 0; faults = await list())
    for (const fault of faults) {
      const text = tell(fault);
      if (told.has(text)) throw new Error(`${text}, and could not be mended`);
      told.add(text);
      await mend(fault);
    }
  return told.size;
}

function unregisteredSections(
  app: INestApplicationContext,
): PathFaults<{ readonly id: number; readonly fullUrl: string }> {
  const sections = app.get(SectionsService);
  return {
    list: () => sections.listUnregistered(BATCH),
    tell: ({ id, fullUrl }) => `${fullUrl} of section ${id} is a post's, too, or leads to nothing`,
    mend: ({ id }) => sections.register(id),
  };
}

function unreachablePosts(
  app: INestApplicationContext,
): PathFaults<{ readonly id: number; readonly path: string }> {
  const database = app.get(Database);
  const store = app.get(ArticleStore);
  return {
    list: () =>
      database.rows(
        `SELECT a.id AS id, a.path AS path FROM articles a
           LEFT JOIN article_paths p ON p.path = a.path AND p.article_id = a.id AND p.state = 'current'
          WHERE a.status = ? AND p.path IS NULL ORDER BY a.id LIMIT ?`,
        [ArticleStatus.Published, BATCH],
      ),
    tell: ({ id, path }) => `${path} of post ${id} does not lead to it`,
    mend: ({ id, path }) => app.get<UnitOfWork>(UnitOfWork).run(() => store.yieldPath(id, path)),
  };
}
