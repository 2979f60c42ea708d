import { performance } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { garbageCollector } from './garbage-collector.js';

const POLL_INTERVAL_MS = 10_000;
/** Share of its time in which the event loop works. */
const IDLE_SHARE = 0.05;
/** Growth of the heap since the last collection that is worth a pause. */
const WORTH_BYTES = 64 * 1024 * 1024;

interface Heap {
  /** Bytes that the heap takes of the system, used or not. */
  size(): number;
  /** Share of the time since the last call in which the event loop worked, 0 to 1. */
  busyShare(): number;
  shrink(): void;
}

/**
 * Gives memory back once the service has nothing to do: after its start, and after a load.
 * V8 lets the heap grow where there is memory, and leaves it as large as it is while
 * nothing is allocated. The thread stands still for it, for 0.1 to 0.5 s; V8's own memory
 * reducer, which `npm start` turns off, would do so in each short pause of an upload.
 */
export class IdleCollection {
  private size = 0;

  constructor(private readonly heap: Heap = heapOfThread()) {}

  start(): void {
    setInterval(() => {
      this.look();
    }, POLL_INTERVAL_MS).unref();
  }

  /** Collects garbage if it is worth it; called regularly. */
  look(): void {
    const isIdle = this.heap.busyShare() < IDLE_SHARE;
    if (!isIdle || this.heap.size() - this.size < WORTH_BYTES) return;
    this.heap.shrink();
    this.size = this.heap.size();
  }
}

/** The heap and the event loop of the thread that calls it. */
export function heapOfThread(): Heap {
  const collect = garbageCollector();
  let before = performance.eventLoopUtilization();
  return {
    size: () => getHeapStatistics().total_heap_size,
    busyShare() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    shrink: () => {
      collect({ type: 'major', flavor: 'last-resort' });
    },
  };
}
