import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

const DRAFT_07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;
const DRAFT_2020 = /^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/;

/**
 * A check by a JSON Schema of the site, formats included. `$schema` says whether it is of draft-07 or of
 * 2020-12; without it, it is of 2020-12.
 *
 * @throws Error saying what is wrong with the schema
 */
export function compileCustomSchema(schema: Readonly<Record<string, unknown>>): ValidateFunction {
  if (schema.$async !== undefined) throw new Error('$async is not supported');
  // Keywords and formats that nobody knows are left to others, as the standard has it.
  const options = { allErrors: true, strict: false, logger: false } as const;
  const ajv = isDraft07(schema.$schema) ? new Ajv(options) : new Ajv2020(options);
  formats.default(ajv);
  return ajv.compile(schema);
}

function isDraft07(dialect: unknown): boolean {
  if (typeof dialect === 'string' && DRAFT_07.test(dialect)) return true;
  if (dialect === undefined || (typeof dialect === 'string' && DRAFT_2020.test(dialect))) return false;
  throw new Error(`$schema must be that of draft-07 or of 2020-12, not ${JSON.stringify(dialect)}`);
}
