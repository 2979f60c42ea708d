import cluster from 'node:cluster';

/** The place of a worker among all that the primary has forked. */
export interface WorkerPlace {
  /** Number from 1; a replacement has the number of its predecessor. */
  readonly number: number;
  readonly of: number;
}

/** Variable that the primary sets: other programs fork workers of a cluster, too. */
const VARIABLE = 'SERVICE_WORKER';

export const placeVariable = ({ number, of }: WorkerPlace) => ({ [VARIABLE]: `${number}/${of}` });

/** The place of this process; null in a service of one process, and in the primary. */
export const workerPlace: WorkerPlace | null = cluster.isWorker ? placeOf(process.env[VARIABLE]) : null;

function placeOf(value = ''): WorkerPlace | null {
  const [, number, of] = /^(\d+)\/(\d+)$/.exec(value) ?? [];
  return number === undefined || of === undefined ? null : { number: Number(number), of: Number(of) };
}

/** Share of each process in a resource of the machine: one at least. */
export function shareOf(total: number, processes = workerPlace?.of ?? 1): number {
  return Math.max(1, Math.floor(total / processes));
}
