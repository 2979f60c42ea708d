import { percentDecoded } from '../../../../../kernel/text.js';
import { cleanText } from '../text.js';

/** The last part of an address, as people would write it. */
export function fileName(address: string): string {
  const segment = URL.parse(address)?.pathname.split('/').filter(Boolean).at(-1) ?? '';
  return cleanText(percentDecoded(segment));
}
