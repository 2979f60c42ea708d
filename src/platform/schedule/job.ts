import { DiscoveryService } from '@nestjs/core';

export interface JobDeclaration {
  /** Its own among all jobs; of an extension, it begins with the name of that: `newsroom.digest`. */
  readonly name: string;
  /** Seconds from the beginning of one run to that of the next. A run that takes longer delays the next. */
  readonly every: number;
  /**
   * `one-instance`: of all instances that schedule, one runs it; another one when that dies.
   * `every-instance`: each of them, for what it keeps in its memory or on its disk. Of several processes
   * (WEB_CONCURRENCY), which are one instance, the first runs it, and reaches the memory of others by Peers.
   */
  readonly on: 'one-instance' | 'every-instance';
}

/**
 * A run of a job. It ends at its next step when the signal is given: the
 * service stops, or another instance has the job.
 */
export type JobRun = (stopping: AbortSignal) => Promise<unknown>;

/**
 * Runs a method of a provider again and again, on instances that schedule (SCHEDULER). A run that fails is
 * logged; that of one instance is tried again after a minute, if it would not come sooner. A process that is
 * killed in a run leaves it to another one, so a run may be repeated.
 */
export const Job = DiscoveryService.createDecorator<JobDeclaration>();
