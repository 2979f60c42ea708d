import { SetMetadata } from '@nestjs/common';

export const RESUMABLE = 'resumable';

/** Whether an answer leaves a part of its request to be carried out. */
export type IsUnfinished<T = unknown> = (answer: T) => boolean;

/** A request that is sent again, and was answered unfinished, comes to the route again, for the rest. */
export const Resumable = <T>(isUnfinished: IsUnfinished<T>) => SetMetadata(RESUMABLE, isUnfinished);

const formerAnswers = new WeakMap<object, unknown>();

/** Hands the route the answer that it gave before. */
export function resume(request: object, answer: unknown): void {
  formerAnswers.set(request, answer);
}

/** The unfinished answer of a request that was sent before; undefined for others. */
export const formerAnswer = (request: object): unknown => formerAnswers.get(request);
