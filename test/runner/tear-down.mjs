import { rmSync } from 'node:fs';

export default function tearDown() {
  if (globalThis.testFolder) rmSync(globalThis.testFolder, { recursive: true, force: true });
}
