import { type PermalinkParts, PermalinkStrategy } from '../../modules/permalinks/permalink-strategy.js';
import { isReserved, normalisePath } from '../../modules/permalinks/domain/path.js';
import { checksOf, type ContractCheck, type Make } from '../contract-check.js';
import { must, mustEqual } from '../expectations.js';

const POST: PermalinkParts = {
  id: 12,
  basename: 'the-bridge-is-open',
  sectionPath: '/news/local',
  createdTs: Date.UTC(2026, 10, 23, 12) / 1000,
};
const POSTS: readonly PermalinkParts[] = [
  POST,
  { ...POST, id: 2_147_483_647, sectionPath: null },
  { ...POST, basename: 'мост-открыт', sectionPath: '/новости' },
  { ...POST, basename: 'x'.repeat(200) },
];

export function permalinkStrategyContract(make: Make<PermalinkStrategy>): ContractCheck[] {
  const pathsOf = (strategy: PermalinkStrategy) => POSTS.map((post) => strategy.pathOf(post));
  return checksOf(make, {
    'begins each path with a slash': (strategy) => {
      for (const path of pathsOf(strategy)) must(path.startsWith('/'), `"${path}" must begin with a slash`);
    },
    'makes paths that can be stored as they are': (strategy) => {
      for (const path of pathsOf(strategy))
        mustEqual(normalisePath(path, 'path'), path, 'a path, as it is stored,');
    },
    'leaves the paths of the service alone': (strategy) => {
      for (const path of pathsOf(strategy)) must(!isReserved(path), `"${path}" is a path of the service`);
    },
    'gives a post the same path each time': (strategy) => {
      mustEqual(pathsOf(strategy), pathsOf(strategy), 'the paths, asked for again,');
    },
    'tells posts apart by their id or their basename': (strategy) => {
      const other = strategy.pathOf({ ...POST, id: 13, basename: 'another-one' });
      must(
        other !== strategy.pathOf(POST),
        `posts with another id and basename have the path "${other}", too`,
      );
    },
    'says whether paths depend on the section': (strategy) => {
      const moved = strategy.pathOf({ ...POST, sectionPath: '/sports' });
      const differs = moved !== strategy.pathOf(POST);
      must(
        differs === strategy.dependsOnSection,
        `dependsOnSection is ${String(strategy.dependsOnSection)}, and the path in another section is ${differs ? 'another' : 'the same'}`,
      );
    },
  });
}
