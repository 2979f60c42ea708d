import { availableParallelism } from 'node:os';
import { OverloadedError } from '../../../kernel/errors.js';
import { WeightedSemaphore } from '../../../platform/concurrency/weighted-semaphore.js';
import { shareOf } from '../../../platform/processes/worker-place.js';
import type { Metrics } from '../../../platform/telemetry/metrics.js';

/** Estimated bytes of all decoding and encoding at one time. */
const BUDGET_BYTES = 192 * 1024 * 1024;
const MAX_WAITING = 500;
/** Upper bounds of the durations that are told apart. */
const DURATIONS_S = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Decoding and encoding within a budget of memory. */
export class ImageTasks {
  /** One core stays free for requests. */
  private readonly memory = new WeightedSemaphore({
    weight: BUDGET_BYTES,
    atOnce: shareOf(availableParallelism() - 1),
    waiting: MAX_WAITING,
    refusal: () => new OverloadedError('images-busy', 'Too many images are being made.', 5),
  });
  private readonly observe: (seconds: number) => void;

  constructor(metrics: Metrics) {
    const { memory } = this;
    metrics.gauge('image_tasks_running', 'Images that are decoded or encoded', () => memory.counts.running);
    metrics.gauge('image_tasks_waiting', 'Images that wait for that', () => memory.counts.waiting);
    this.observe = metrics.sizes(
      'image_task_duration_seconds',
      'Time to decode or encode an image',
      DURATIONS_S,
    );
  }

  /**
   * @param bytes memory that the work takes, estimated.
   * @throws OverloadedError, and whatever the work throws
   */
  run<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    return this.memory.run(bytes, async () => {
      const start = performance.now();
      try {
        return await work();
      } finally {
        this.observe((performance.now() - start) / 1000);
      }
    });
  }
}
