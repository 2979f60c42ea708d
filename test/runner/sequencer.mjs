import { basename } from 'node:path';
import TestSequencer from '@jest/test-sequencer';

/** Those that take long, the longest first: none of them is to be the last that runs. */
const SLOW = [
  'pages-xss',
  'pages-browser',
  'cli',
  'uploads-killed',
  'images-sizes',
  'storage-process',
  'process',
  'process-start',
  'scheduled-posts-publication',
  'storage-kills',
  'scraper-hostile',
  'page-views',
  'pages-figures',
  'feeds',
  'database',
  'worker-page-reader',
  'images-hostile',
  'list-plans',
  'search',
  'posts-oracle',
];
const ranks = new Map(SLOW.map((name, index) => [`${name}.spec.ts`, index]));
const rank = ({ path }) => ranks.get(basename(path)) ?? SLOW.length;

/** Jest knows how long suites take only where it has run them before. */
export default class SlowFirst extends TestSequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => rank(one) - rank(other));
  }
}
