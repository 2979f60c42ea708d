/*
 * Runs in a worker thread, so it imports nothing of ours: a large document would hold up every request, and
 * its objects may take more memory than the service has to give.
 */
import { readFileSync } from 'node:fs';

export interface JsonTask {
  readonly path: string;
}

/** The fault of a JSON file; null when it is valid. */
export default function faultOf({ path }: JsonTask): string | null {
  try {
    JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path)));
    return null;
  } catch (error) {
    return error instanceof SyntaxError ? error.message : 'it is not UTF-8';
  }
}
