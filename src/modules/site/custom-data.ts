import { TooLargeError } from '../../kernel/errors.js';

/**
 * Objects that are kept as clients send them have a limit of their own (`articles.maxCustomDataBytes`).
 *
 * @param limit bytes of JSON
 * @throws TooLargeError naming the field
 */
export function mustFit(field: string, value: object | null | undefined, limit: number): void {
  if (!value || Buffer.byteLength(JSON.stringify(value)) <= limit) return;
  throw new TooLargeError('custom-data-too-large', `${field} exceeds the limit of ${limit} bytes.`, [
    { field, message: `exceeds ${limit} bytes` },
  ]);
}
