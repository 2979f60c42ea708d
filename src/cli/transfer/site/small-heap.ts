import { setFlagsFromString } from 'node:v8';

/** How much garbage may be added to what is in use, in percent, before it is collected. */
const GROWTH_PERCENT = 20;

/**
 * Keeps the memory of a long command near what it uses. V8 would let garbage grow with the memory of the machine; a
 * command beside the service is to leave that to the service.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
