import { rmSync } from 'node:fs';

export default function tearDown() {
  rmSync(globalThis.testFolder, { recursive: true, force: true });
}
