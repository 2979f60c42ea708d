/*
 * Reads a post on one connection, again and again, on a thread of its own: whoever uploads in the same one
 * would be measured, too. Tells its measurements, and forgets them, when it is asked.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { timed } from './client.mjs';

const { url, headers } = workerData;
let milliseconds = [];
parentPort.on('message', () => {
  parentPort.postMessage(milliseconds);
  milliseconds = [];
});
for (;;) {
  const read = await timed(url, { headers });
  milliseconds.push(read.milliseconds);
}
