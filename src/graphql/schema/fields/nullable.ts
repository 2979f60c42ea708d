/** A list that may be null, as may its items. */
export const LIST = { nullable: 'itemsAndList' } as const;
/** A list that is always there; its items may be null. */
export const ITEMS = { nullable: 'items' } as const;
export const NULLABLE = { nullable: true } as const;

/** Resolves the type of an interface: models carry the names of their types. */
export const byTypename = (value: { readonly __typename: string }): string => value.__typename;
