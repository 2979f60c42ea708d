/** Of a list that may be null, and whose items may be. */
export const LIST = { nullable: 'itemsAndList' } as const;
/** Of a list that is always there, and whose items may be null. */
export const ITEMS = { nullable: 'items' } as const;
export const NULLABLE = { nullable: true } as const;

/** For interfaces: models carry the names of their types. */
export const byTypename = (value: { readonly __typename: string }): string => value.__typename;
