import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import '../src/app.module.js';
import { compileSettingsSchema } from '../src/modules/site/site-settings-source.js';
import { siteDeclarations } from '../src/modules/site/site.module.js';

const READER = ['articles.read', 'community.write.own'];
const GUEST_EDITOR = [...READER, 'drafts.read', 'drafts.write', 'media.write.own', 'scraper.use'];
const OF_EDITORS = [
  ...GUEST_EDITOR,
  'articles.publish',
  'authors.write',
  'badges.write',
  'drafts.read.own',
  'drafts.write.community',
  'drafts.write.own',
  'keys.write',
  'media.write',
  'redirects.write',
  'sections.write',
];

/** docs/api-conventions.md, "Rights". */
const ROLES: Readonly<Record<string, readonly string[]>> = {
  Administrator: ['*'],
  Editor: OF_EDITORS,
  'Guest Editor': GUEST_EDITOR,
  'Guest Writer': [...READER, 'drafts.read.own', 'drafts.write.own', 'media.write.own', 'scraper.use'],
  Reader: READER,
  Developer: ['articles.read', 'drafts.read'],
  'Guest Developer': READER,
  'Platform Engineer': ['*'],
  'Serverside Engineer': ['*'],
  'Community User': [...READER, 'drafts.read.own', 'drafts.write.community', 'media.write.own'],
};

const sorted = (rights: readonly string[]) => [...rights].sort();

const { rights, roles, settings } = siteDeclarations();

test('the built-in roles, in their order, hold the rights that the documentation says', () => {
  const held = Object.entries(roles).map(([role, own]) => [role, sorted(own)]);
  expect(held).toEqual(Object.entries(ROLES).map(([role, own]) => [role, sorted(own)]));
  const unlimited = ['articles.write.locked', 'audit.read', 'authors.write.privileged', 'webhooks.write'];
  const all = [...OF_EDITORS, ...unlimited];
  expect(sorted(Object.keys(rights))).toEqual(sorted(all));
  const [, chapter = ''] =
    /\n## Rights\n([^]*?)(?:\n## |$)/.exec(readFileSync('docs/api-conventions.md', 'utf8')) ?? [];
  const documented = [...chapter.matchAll(/^\| `([\w.]+)`/gm)].map(([, right = '']) => right);
  expect(sorted(documented)).toEqual(sorted(all));
});

test('the JSON Schema of the settings is valid, which a start takes for granted', () => {
  expect(() => compileSettingsSchema(siteDeclarations(), false)).not.toThrow();
});

/** Modules with rights that do not begin with the name of their folder. */
const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  articles: ['articles', 'drafts'],
  authors: ['authors', 'community'],
};

/** Declarations of a module that are not its own: settings of another folder, rights of another subject. */
function strayIn(file: string, text: string): string[] {
  const subjects = SUBJECTS[basename(dirname(file))] ?? [basename(dirname(file))];
  const [, names = ''] = /SiteModule\.forFeature\(\{[^}]*settings: \[([^\]]*)\]/.exec(text) ?? [];
  const own = [...text.matchAll(/import \{([^}]*)\} from '\.\/[^/']+\.settings\.js'/g)].join();
  return [
    ...(names.match(/\w+/g) ?? []).filter((name) => !own.includes(name)),
    ...[...text.matchAll(/^ +'([\w.]+)': \{\s*allows:/gm)]
      .map(([, right = '']) => right)
      .filter((right) => !subjects.some((subject) => right.startsWith(`${subject}.`))),
  ];
}

test('settings and rights are declared by the module that they are of, each once', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!site)\.module\.ts$/.test(file),
  );
  const stray = files.flatMap((file) => strayIn(file, readFileSync(join('src', file), 'utf8')));
  expect(stray).toEqual([]);
  const properties = settings.flatMap((one) =>
    Object.keys(one.properties).map((name) => `${one.group}.${name}`),
  );
  expect(properties.filter((name, index) => properties.indexOf(name) < index)).toEqual([]);
});

test('what is declared in the wrong place is found', () => {
  const text = `
    import { Other, otherSettings } from '../other/other.settings.js';
    import { Toy, toySettings } from './toy.settings.js';
    const RIGHTS = {
      'toys.write': { allows: 'write toys', roles: [] },
      'other.write': { allows: 'write others', roles: [] },
    };
    SiteModule.forFeature({ settings: [toySettings, otherSettings], rights: RIGHTS })`;
  expect(strayIn('modules/toys/toys.module.ts', text)).toEqual(['otherSettings', 'other.write']);
});
