import { median } from './client.mjs';
import { ratiosOf } from './ratios.mjs';

const PROMISED_P99_MS = 100;
const PROMISED_UPLOAD = 1.3;
const PROMISED_THUMBNAILS = 1.5;

/** A line of the report; `isBroken` when what was measured is worse than the promise. */
const row = (what, service, floor, actual, promise = '', isBroken = false, fastest = '') => ({
  what,
  service,
  floor,
  actual,
  fastest,
  promise,
  isBroken,
});
const ms = (value) => `${value.toFixed(value < 100 ? 1 : 0)} ms`;

export function contractRows(
  { memory, thumbnails, uploadSeconds, thumbnailSeconds, reads, p99 },
  { limit, promised },
) {
  const limited = limit
    ? `limit of the system ${promised} MB, reached with caches ${limit.peak()} MB`
    : 'no limit of the system';
  return [
    row(
      `resident memory at its peak (${limited})`,
      '',
      '',
      `${memory} MB`,
      `< ${promised} MB`,
      memory >= promised,
    ),
    row(
      'p99 of reading a post meanwhile, the worse of both',
      '',
      '',
      ms(p99),
      `< ${PROMISED_P99_MS} ms`,
      p99 >= PROMISED_P99_MS,
    ),
    row('  alone', '', '', ms(reads.alone)),
    row('  during the uploads', '', '', ms(reads.duringUploads)),
    row('  during the thumbnails', '', '', ms(reads.duringThumbnails)),
    row('10 uploads of 50 megapixels', '', '', `${uploadSeconds.toFixed(1)} s`),
    row(`their ${thumbnails} thumbnails, 8 at a time`, '', '', `${thumbnailSeconds.toFixed(1)} s`),
  ];
}

export const killedRow = (promised) =>
  row('resident memory at its peak', '', '', 'killed by the system', `< ${promised} MB`, true);

export function uploadRows({ service, floor, bare }) {
  return [
    ratioRow('upload of 12 megapixels, 4 MB, beside Express + busboy', service, floor, PROMISED_UPLOAD),
    ratioRow('  beside the bare hash, write and header, without HTTP', service, bare),
    ratioRow('  Express + busboy beside that', floor, bare),
  ];
}

export const thumbnailsRow = (format, { service, floor }) =>
  ratioRow(`all thumbnails of 12 megapixels, ${format}`, service, floor, PROMISED_THUMBNAILS);

export function keptRow({ service, floor }) {
  const perSecond = (values) => `${median(values).toFixed(0)}/s`;
  const { median: ratio } = ratiosOf(service, floor);
  return row(
    'a thumbnail that is there, beside express.static',
    perSecond(service),
    perSecond(floor),
    ratio.toFixed(2),
  );
}

function ratioRow(what, service, floor, promise) {
  const { median: ratio, fastest } = ratiosOf(service, floor);
  const isBroken = promise !== undefined && ratio > promise;
  const promised = promise === undefined ? '' : `≤ ${promise}`;
  return row(
    what,
    ms(median(service)),
    ms(median(floor)),
    ratio.toFixed(2),
    promised,
    isBroken,
    fastest.toFixed(2),
  );
}

export function table(rows) {
  const head = ['measured', 'service', 'floor', 'actual', 'of the fastest', 'promised', ''];
  const lines = rows.map(({ what, service, floor, actual, fastest, promise, isBroken }) => [
    what,
    service,
    floor,
    actual,
    fastest,
    promise,
    promise === '' ? '' : isBroken ? 'BROKEN' : 'kept',
  ]);
  const all = [head, ['---', '--:', '--:', '--:', '--:', '--:', '---'], ...lines];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
