import { basename } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** The slowest suites, the longest first: none of them is to be the last that runs. */
const SLOW = [
  'pages-browser',
  'pages-xss',
  'extension-api',
  'site-transfer',
  'extension-check',
  'cli',
  'uploads-killed',
  'process',
  'pages-figures',
  'backup-killed',
  'scheduled-posts-publication',
  'pages-look',
  'import-cms-hostile',
  'process-start',
  'storage-kills',
  'storage-process',
  'images-sizes',
  'scraper-hostile',
  'extension',
  'site-transfer-killed',
  'worker-page-reader',
  'mcp-stdio',
  'backup',
  'backup-restores',
  'graphql-limits',
  'tracing-process',
  'feeds-hostile',
  'page-views',
  'typescript-client-package',
  'cursors',
  'images-hostile',
  'posts-oracle',
  'role-matrix',
  'list-statements',
  'list-plans',
  'graphiql',
];
const ranks = new Map(SLOW.map((name, index) => [`${name}.spec.ts`, index]));
const rank = ({ path }) => ranks.get(basename(path)) ?? SLOW.length;

/** Jest knows how long suites take only where it has run them before. */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}
