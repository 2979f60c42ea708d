import { isDeepStrictEqual } from 'node:util';
import { DomainError, type ErrorKind } from '../kernel/errors.js';
import { ContractError } from './contract-check.js';

/** @throws ContractError with the sentence when the condition does not hold */
export function must(condition: boolean, sentence: string): void {
  if (!condition) throw new ContractError(sentence);
}

export function mustEqual(found: unknown, wanted: unknown, subject: string): void {
  must(isDeepStrictEqual(found, wanted), `${subject} must be ${shown(wanted)}, and is ${shown(found)}`);
}

export function mustInclude(text: string, part: string, subject: string): void {
  must(text.includes(part), `${subject} must hold ${shown(part)}, and is ${shown(text)}`);
}

export function mustNotMatch(text: string, pattern: RegExp, subject: string): void {
  const [found] = pattern.exec(text) ?? [];
  must(found === undefined, `${subject} must not hold ${shown(found)}`);
}

/** @param fault says whether an error is the right one */
export async function mustFail(
  work: () => Promise<unknown>,
  subject: string,
  fault: (error: unknown) => boolean = () => true,
): Promise<void> {
  const outcome = await work().then(
    () => ({ error: undefined, isWell: true }),
    (error: unknown) => ({ error, isWell: false }),
  );
  must(!outcome.isWell, `${subject} must be refused, and is not`);
  must(fault(outcome.error), `${subject} must be refused otherwise than by ${shown(outcome.error)}`);
}

/** Whether an error says to clients that it is of this kind. */
export const ofKind =
  (kind: ErrorKind) =>
  (error: unknown): boolean =>
    error instanceof DomainError && error.kind === kind;

const MAX_SHOWN = 200;

function shown(value: unknown): string {
  const text = value instanceof Error || value === undefined ? String(value) : JSON.stringify(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}
