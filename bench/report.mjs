/** Most resident memory of the service under load, in megabytes. */
const PROMISED_MEMORY = 300;

/** The figures of one case, of its rounds on both sides. */
export function summarise({ name, title, connections, promise }, rounds) {
  return {
    name,
    title,
    connections,
    promise,
    // Ratios are of neighbours in time, so that what slows the machine for a while slows both.
    ratio: median(rounds.map(({ service, floor }) => service.perSecond / floor.perSecond)),
    service: side(rounds.map(({ service }) => service)),
    floor: side(rounds.map(({ floor }) => floor)),
  };
}

function side(measurements) {
  const milliseconds = measurements
    .flatMap((measurement) => measurement.milliseconds)
    .sort((one, other) => one - other);
  return {
    perSecond: median(measurements.map(({ perSecond }) => perSecond)),
    rounds: measurements.map(({ perSecond }) => perSecond),
    processorMs: median(measurements.map(({ processorMs }) => processorMs)),
    databaseMs: median(measurements.map(({ databaseMs }) => databaseMs)),
    p50: percentile(milliseconds, 0.5),
    p99: percentile(milliseconds, 0.99),
    memory: Math.max(...measurements.map(({ memory }) => memory)),
  };
}

export function markdown({ cases, memory, machine }) {
  const both = ({ service, floor }, show) => `${show(service)} | ${show(floor)}`;
  const rows = cases.map((one) => [
    one.title,
    one.connections,
    both(one, ({ perSecond }) => perSecond.toFixed(0)),
    `**${one.ratio.toFixed(2)}**`,
    one.promise.toFixed(1),
    both(one, ({ processorMs }) => processorMs.toFixed(2)),
    both(one, ({ databaseMs }) => databaseMs.toFixed(2)),
    both(one, ({ p50 }) => p50.toFixed(1)),
    both(one, ({ p99 }) => p99.toFixed(1)),
    both(one, (side) => side.memory),
  ]);
  const head = ['case', 'at once', 'answers/s', 'floor', 'ratio', 'promised'];
  for (const figure of ['CPU ms', 'database ms', 'p50 ms', 'p99 ms', 'RSS MB']) head.push(figure, 'floor');
  const lines = [head, head.map((_, column) => (column === 0 ? '---' : '--:')), ...rows];
  return [
    ...lines.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `Resident memory at its peak: service ${memory.service} MB (promised: below ${PROMISED_MEMORY}), floor ${memory.floor} MB.`,
    "Medians of the rounds; the ratio is the median of the rounds' ratios; CPU and database are the processor time of one answer in each.",
    `${machine}.`,
  ].join('\n');
}

/** Figures that are worse than promised, in words; empty when none is. */
export function brokenPromises({ cases, memory }) {
  const slow = cases
    .filter(({ ratio, promise }) => ratio < promise)
    .map(({ title, ratio, promise }) => `${title}: ratio ${ratio.toFixed(2)} is below ${promise}`);
  const isBig = memory.service >= PROMISED_MEMORY;
  return [
    ...slow,
    ...(isBig ? [`resident memory: ${memory.service} MB is not below ${PROMISED_MEMORY}`] : []),
  ];
}

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length / 2;
  return (sorted[Math.floor(middle)] + sorted[Math.ceil(middle) - 1]) / 2;
}

function percentile(sorted, share) {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
