import { TooLargeError } from '../../../../kernel/errors.js';

/** Texts of one page; the answer is built in memory, and texts grow when they are made JSON. */
export const MAX_PAGE_BYTES = 32 * 1024 * 1024;

/** @param bytes of all texts on a page; @throws TooLargeError */
export function mustFitPage(bytes: number): void {
  if (bytes <= MAX_PAGE_BYTES) return;
  throw new TooLargeError(
    'page-too-large',
    `The texts of this page exceed the limit of ${MAX_PAGE_BYTES} bytes; ask for fewer articles (limit) or fields.`,
  );
}
