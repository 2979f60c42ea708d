import { garbageCollector } from '../../../platform/memory/garbage-collector.js';

const POLL_INTERVAL_MS = 500;
/** Bytes of memory from which on garbage is collected at each look: that takes some 60 ms. */
const MUCH = 280e6;
/**
 * Bytes that a command may take beyond that before it: a process that had much
 * already would do nothing but collect.
 */
const ROOM = 50e6;

/**
 * Keeps the memory of a long command near what it uses. V8 lets garbage grow with the memory of the machine,
 * and does not know how much statements of SQLite take outside of its heap, which go with their objects.
 */
export async function withSmallMemory<T>(command: () => Promise<T>): Promise<T> {
  const collect = garbageCollector();
  const limit = Math.max(MUCH, process.memoryUsage.rss() + ROOM);
  const timer = setInterval(() => {
    if (process.memoryUsage.rss() > limit) collect();
  }, POLL_INTERVAL_MS);
  try {
    return await command();
  } finally {
    clearInterval(timer);
  }
}
