import { appendFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { defineExtension, OnCommitted } from '../../dist/extension-api.js';

const FILE = process.env.RECORDED_EVENTS ?? '';
const PAUSE_MS = 5;

/** Appends every event of an article to a file, one JSON object a line. */
class Recorder {
  async record({ id, resourceId, verb, version }) {
    // Long enough for a kill to come between two events of a batch.
    await delay(PAUSE_MS);
    appendFileSync(FILE, `${JSON.stringify({ id, resourceId, verb, version, pid: process.pid })}\n`);
  }
}
const record = Object.getOwnPropertyDescriptor(Recorder.prototype, 'record');
OnCommitted({ name: 'recorder.files', resources: ['article'] })(Recorder.prototype, 'record', record);

class RecorderModule {}

/** An extension of a process of its own. */
export const recorder = defineExtension({
  name: 'recorder',
  compatibility: '^1.0.0',
  modules: [{ module: RecorderModule, providers: [Recorder] }],
});
