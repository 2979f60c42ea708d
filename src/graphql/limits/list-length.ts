import { Extensions } from '@nestjs/graphql';

export const LIST_LENGTH = 'listLength';

/**
 * Says how many items a list of objects is counted as when the cost of a query is told before it is executed.
 * A list that says nothing counts as its argument `limit`, or as a hundred.
 */
export const ListLength = (items: number): MethodDecorator & PropertyDecorator =>
  Extensions({ [LIST_LENGTH]: items });
