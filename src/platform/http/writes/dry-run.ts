import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import { InvalidError } from '../../../kernel/errors.js';
import { Fault, readFlag } from '../request/fields.js';
import { isReadingMethod } from './reading-methods.js';

/** Whether a write is to be tried and taken back: `?dry_run=1`. @throws InvalidError */
export function isDryRun({ method, query }: Request): boolean {
  if (query.dry_run === undefined || isReadingMethod(method)) return false;
  const isDry = readFlag(query.dry_run);
  if (isDry instanceof Fault) throw InvalidError.field('dry_run', isDry.message);
  return isDry;
}

/** Also the name in the API description. */
export const READS_ONLY = 'x-reads-only';

/** The route writes nothing, although its method is POST. */
export const ReadsOnly = () => applyDecorators(SetMetadata(READS_ONLY, true), ApiExtension(READS_ONLY, true));

/** Answers by whether what they show is new. */
const answers = new WeakMap<object, boolean>();

/** Marks the answer of a request that has created what it answers. */
export function asCreation<T extends object>(answer: T): T {
  answers.set(answer, true);
  return answer;
}

/** Marks the answer of a POST that has created nothing. */
export function asEdit<T extends object>(answer: T): T {
  answers.set(answer, false);
  return answer;
}

/**
 * Whether an answer is of what was not there before: a POST to a collection
 * creates, unless it says otherwise.
 */
export function isCreation(answer: object, { method, params }: Request): boolean {
  return answers.get(answer) ?? (method === 'POST' && Object.keys(params).length === 0);
}
