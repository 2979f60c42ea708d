/**
 * The rights by their names. A module or an extension adds its own:
 * `interface Rights { 'newsroom.push': true }`, or `interface Rights extends RightsIn<typeof RIGHTS> {}`.
 */
export interface Rights {
  /** All of them. */
  readonly '*': true;
}

/** Something that a role may be allowed to do. */
export type Right = keyof Rights;

const ROLES = [
  'Administrator',
  'Editor',
  'Guest Editor',
  'Guest Writer',
  'Reader',
  'Developer',
  'Guest Developer',
  'Platform Engineer',
  'Serverside Engineer',
  'Community User',
] as const;

export type BuiltInRole = (typeof ROLES)[number];

export const DEFAULT_ROLE = 'Guest Editor' satisfies BuiltInRole;

/** Roles that hold every right. */
const UNLIMITED = new Set<BuiltInRole>(['Administrator', 'Platform Engineer', 'Serverside Engineer']);

/** A right as its module declares it. */
export interface RightDeclaration {
  /** The deed that it allows an author: `scrape pages`. */
  readonly allows: string;
  /** The built-in roles that hold it, besides those that may do everything. */
  readonly roles: readonly BuiltInRole[];
}

/** Declared rights, by name. */
export type RightDeclarations = Readonly<Record<string, RightDeclaration>>;

/** Declared rights as the interface `Rights` takes them. */
export type RightsIn<D extends RightDeclarations> = { readonly [R in keyof D]: true };

/** The built-in roles with the rights that are declared for them. */
export function builtInRoles(rights: RightDeclarations): Readonly<Record<string, readonly Right[]>> {
  const names = Object.keys(rights) as Right[];
  const heldBy = (role: BuiltInRole) => names.filter((right) => rights[right]?.roles.includes(role));
  return Object.fromEntries(ROLES.map((role) => [role, UNLIMITED.has(role) ? ['*'] : heldBy(role)]));
}

const READING: readonly Right[] = ['articles.read', 'drafts.read', 'drafts.read.own'];

/** The rights that a read-only key keeps: those that end with `.read`, where the role names them. */
export function readingOnly(rights: readonly Right[]): readonly Right[] {
  if (rights.includes('*')) return READING;
  return rights.filter((right: string) => right.endsWith('.read') || READING.some((one) => one === right));
}
