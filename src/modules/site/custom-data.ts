import { TooLargeError } from '../../kernel/errors.js';
import { MEGABYTE } from '../../kernel/units.js';
import type { SettingsOf } from './site-declarations.js';

/** The setting `articles.maxCustomDataBytes`. */
export class CustomDataSettings {
  /** Largest `product` and `roar_specific_data`, bytes of JSON. */
  readonly maxCustomDataBytes!: number;
}

export const customDataSettings: SettingsOf<CustomDataSettings> = {
  group: 'articles',
  type: CustomDataSettings,
  properties: {
    maxCustomDataBytes: { type: 'integer', minimum: 1024, maximum: 4 * MEGABYTE, default: MEGABYTE },
  },
};

/**
 * Objects that are kept as clients send them have a limit of their own (`articles.maxCustomDataBytes`).
 *
 * @param limit bytes of JSON
 * @throws TooLargeError naming the field
 */
export function mustFitCustomData(field: string, value: object | null | undefined, limit: number): void {
  if (!value || Buffer.byteLength(JSON.stringify(value)) <= limit) return;
  throw new TooLargeError('custom-data-too-large', `${field} exceeds the limit of ${limit} bytes.`, [
    { field, message: `exceeds ${limit} bytes` },
  ]);
}
