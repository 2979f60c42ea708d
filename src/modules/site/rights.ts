/** Everything that a role may be allowed to do. `*` stands for all of it. */
export const RIGHTS = [
  '*',
  /** Read what is published, and sections, authors, badges and media. */
  'articles.read',
  /** Read every draft. */
  'drafts.read',
  /** Read own drafts. */
  'drafts.read.own',
  /** Create drafts; edit and remove any draft. */
  'drafts.write',
  /** Create drafts; edit and remove own ones. */
  'drafts.write.own',
  /** The same, in sections that allow community posts only. */
  'drafts.write.community',
  /** Publish, unpublish, schedule; edit and remove what is published. */
  'articles.publish',
  /** Change published articles of sections that lock them. */
  'articles.write.locked',
  /** Upload images and documents; change and remove any of them. */
  'media.write',
  /** Upload images and documents; change and remove own ones that nothing published shows. */
  'media.write.own',
  'scraper.use',
  'sections.write',
  'badges.write',
  /** Create and edit authors, follow and like in their name. */
  'authors.write',
  /** Create and edit Administrators and engineers. */
  'authors.write.privileged',
  /** Follow and like as oneself. */
  'community.write.own',
] as const;

/** Rights of an extension, which declares them here: `interface ExtensionRights { 'newsroom.push': true }`. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- extensions add to it
export interface ExtensionRights {}

export type Right = (typeof RIGHTS)[number] | keyof ExtensionRights;

const READING: readonly Right[] = ['articles.read', 'drafts.read', 'drafts.read.own'];

export const DEFAULT_ROLE = 'Guest Editor';

const EDITOR = RIGHTS.filter(
  (right) => !(['*', 'authors.write.privileged', 'articles.write.locked'] as Right[]).includes(right),
);

export const DEFAULT_ROLES: Readonly<Record<string, readonly Right[]>> = {
  Administrator: ['*'],
  Editor: EDITOR,
  'Guest Editor': [
    'articles.read',
    'drafts.read',
    'drafts.write',
    'media.write.own',
    'scraper.use',
    'community.write.own',
  ],
  'Guest Writer': [
    'articles.read',
    'drafts.read.own',
    'drafts.write.own',
    'media.write.own',
    'scraper.use',
    'community.write.own',
  ],
  Reader: ['articles.read', 'community.write.own'],
  Developer: ['articles.read', 'drafts.read'],
  'Guest Developer': ['articles.read', 'community.write.own'],
  'Platform Engineer': ['*'],
  'Serverside Engineer': ['*'],
  'Community User': [
    'articles.read',
    'drafts.read.own',
    'drafts.write.community',
    'media.write.own',
    'community.write.own',
  ],
};

/** The rights that a read-only key keeps; those of extensions when they end with `.read`. */
export function readingOnly(rights: readonly Right[]): readonly Right[] {
  if (rights.includes('*')) return READING;
  return rights.filter((right: string) => right.endsWith('.read') || READING.some((one) => one === right));
}

/** A role that could make itself everything: only those give or edit it who hold `authors.write.privileged`. */
export function isPrivileged(rights: readonly Right[]): boolean {
  return rights.includes('*') || rights.includes('authors.write.privileged');
}
