/**
 * Import rules: the two rules of docs/architecture.md ("Who may import whom", and the module map), made
 * executable. Types count like values. Specs stand beside what they test and may import anything.
 * test/architecture.spec.ts sees each rule red.
 */

/** The module map, innermost first: a module may use those listed, all of them named before it. */
const MODULE_MAP = {
  site: [],
  storage: [],
  compatibility: ['site'],
  transfer: [],
  auth: ['site'],
  'page-views': ['site'],
  idempotency: [],
  changes: ['site'],
  permalinks: ['site'],
  redirects: ['permalinks', 'site'],
  content: ['compatibility', 'site'],
  media: ['storage', 'compatibility', 'content', 'site'],
  authors: ['compatibility', 'content', 'media', 'permalinks', 'site'],
  sections: ['compatibility', 'content', 'media', 'permalinks', 'site'],
  badges: ['media', 'site'],
  articles: [
    ...['authors', 'sections', 'badges', 'media', 'compatibility', 'content', 'permalinks', 'page-views'],
    ...['redirects', 'site'],
  ],
  posts: ['articles', 'authors', 'compatibility', 'page-views'],
  drafts: ['articles'],
  previews: ['articles', 'permalinks', 'site'],
  revisions: ['articles', 'media', 'permalinks', 'site'],
  'scheduled-posts': ['articles'],
  likes: ['articles', 'authors'],
  follows: ['sections', 'authors'],
  scraper: ['content', 'site'],
  keys: ['authors', 'site'],
  'change-feed': ['site'],
  webhooks: ['articles', 'sections', 'site'],
  audit: ['site'],
  mcp: ['permalinks', 'site'],
  backup: ['storage', 'site'],
};
const MODULES = Object.keys(MODULE_MAP);
/** Every module named after these may use them, too: each door says who may pass, each table travels. */
const USED_BY_EVERY_DOOR = ['transfer', 'auth', 'idempotency', 'changes'];

const SPEC = '\\.spec\\.ts$';
const KERNEL = '^src/kernel/';
const PLATFORM = '^src/platform/';
const MODULE_FILE = '\\.module\\.ts$';
/**
 * Files of a module outside its layers, at its root or in a folder of one
 * subject: services, and ports with defaults.
 */
const FRONT_DOOR = '^src/modules/[^/]+/(?!(?:domain|http|infrastructure)/|[^/]+\\.module\\.ts$)';
const DOMAIN = '^src/modules/[^/]+/domain/';
const HTTP = '^src/modules/[^/]+/http/';
const INFRASTRUCTURE = '^src/modules/[^/]+/infrastructure/';

/** Any package, and any module of Node. */
const PACKAGE = ['(^|/)node_modules/', '^[a-z_]+(/promises)?$'];

const anyOf = (names) => `(${names.join('|')})`;
const packages = (...names) => `(^|/)node_modules/${anyOf(names)}(/|$)`;

/** Imports forbidden to files of ours (specs aside). */
const forbidden = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: [SPEC, ...(from.pathNot ?? [])] },
  to,
});
/** All of ours that a layer may import. */
const layer = (name, comment, path, known) =>
  forbidden(name, comment, { path }, { path: '^src/', pathNot: known });
/** Modules that only the named files may import. */
const known = (name, comment, path, by) => forbidden(name, comment, { path: '^src/', pathNot: by }, { path });

const layers = [
  layer('kernel-knows-nobody', 'The kernel is for everyone, so it imports nothing of ours.', KERNEL, KERNEL),
  forbidden(
    'kernel-knows-no-package',
    'The kernel is pure TypeScript; slugs and texts need the tables of other scripts and of entities.',
    { path: KERNEL },
    { path: PACKAGE, pathNot: [packages('transliteration', 'entities'), '^module$'] },
  ),
  layer('platform-knows-the-kernel', 'The platform knows no module.', PLATFORM, [KERNEL, PLATFORM]),
  layer(
    'domain-knows-domains',
    'A domain knows domains, the column types of entities, the names of rights.',
    DOMAIN,
    [KERNEL, DOMAIN, '^src/platform/database/columns\\.ts$', '^src/modules/site/rights\\.ts$'],
  ),
  layer('service-knows-domains-and-front-doors', 'A service knows neither doors nor databases.', FRONT_DOOR, [
    KERNEL,
    DOMAIN,
    FRONT_DOOR,
    '^src/platform/concurrency/',
    '^src/platform/config/(environment|near-name)\\.ts$',
    '^src/platform/files/',
    '^src/platform/outbound/',
    '^src/platform/schedule/',
    '^src/platform/telemetry/(metrics|spans|tracer)\\.ts$',
  ]),
  forbidden(
    'domain-knows-no-package',
    'A domain is TypeScript; TypeORM describes its entities.',
    { path: DOMAIN },
    { path: PACKAGE, pathNot: [packages('typeorm'), '^(?:crypto|util)$'] },
  ),
  forbidden(
    'service-knows-no-http-and-no-sql',
    'A service is one method per use case, without HTTP, SQL and what decodes files.',
    { path: FRONT_DOOR },
    {
      path: packages(
        'express',
        '@nestjs/swagger',
        '@nestjs/platform-express',
        'typeorm',
        'mysql2',
        'better-sqlite3',
        'sharp',
        'jsdom',
      ),
    },
  ),
  forbidden(
    'doors-know-no-database-and-no-pictures',
    'A door translates requests and answers.',
    { path: [HTTP, '^src/(?:graphql|pages)/(?!.*\\.module\\.ts$)'] },
    { path: packages('typeorm', 'mysql2', 'better-sqlite3', 'sharp') },
  ),
  layer('theme-knows-models', 'A theme shows what its models say.', '^src/pages/theme/', [
    KERNEL,
    '^src/modules/content/(?:amp/amp|domain/tag-attributes)\\.ts$',
    '^src/pages/(?:models|theme)/',
  ]),
  layer('http-calls-the-front-door', 'A door translates; the database is behind the service.', HTTP, [
    KERNEL,
    DOMAIN,
    FRONT_DOOR,
    HTTP,
    '^src/platform/(?!database/)',
  ]),
  layer(
    'infrastructure-serves-the-inside',
    'An adapter implements a port and knows no door.',
    INFRASTRUCTURE,
    [KERNEL, PLATFORM, DOMAIN, FRONT_DOOR, INFRASTRUCTURE],
  ),
  layer(
    'graphql-calls-the-front-doors',
    'GraphQL is another way to what the modules offer; it only counts statements.',
    '^src/graphql/(?!.*\\.module\\.ts$)',
    [
      KERNEL,
      DOMAIN,
      FRONT_DOOR,
      HTTP,
      '^src/graphql/',
      '^src/platform/(?!database/)',
      '^src/platform/database/statement-counter\\.ts$',
    ],
  ),
  layer(
    'pages-call-the-front-doors',
    'The public pages are another way to what the modules offer.',
    '^src/pages/(?!.*\\.module\\.ts$)',
    [KERNEL, DOMAIN, FRONT_DOOR, HTTP, '^src/pages/', '^src/platform/(?!database/)'],
  ),
  known(
    'only-composition-roots-know-infrastructure',
    'What is in infrastructure/ is bound, not used.',
    INFRASTRUCTURE,
    [INFRASTRUCTURE, MODULE_FILE, '^src/(adapters|extension-api)\\.ts$'],
  ),
  forbidden(
    'infrastructure-is-behind-its-own-door',
    'A module binds its own infrastructure; that of another module is not its business.',
    { path: '^src/modules/([^/]+)/' },
    { path: INFRASTRUCTURE, pathNot: '^src/modules/$1/' },
  ),
  known('nobody-imports-a-controller', 'A controller is called by Nest.', '\\.controller\\.ts$', [
    MODULE_FILE,
  ]),
  known('nobody-imports-graphql', 'GraphQL is an outer ring.', '^src/graphql/', [
    '^src/graphql/',
    '^src/(app\\.module|extension-graphql)\\.ts$',
  ]),
  known('nobody-imports-pages', 'The public pages are an outer ring.', '^src/pages/', [
    '^src/pages/',
    '^src/(app\\.module|adapters|extension-api)\\.ts$',
    '^src/testing/contracts/',
    '^src/cli/extension-check/',
  ]),
  known(
    'nobody-imports-the-command-line',
    'The command line starts things; nothing starts it.',
    '^src/cli(/|\\.ts$)',
    ['^src/cli(/|\\.ts$)', '^src/(bin|ext-check|extension-api)\\.ts$'],
  ),
  forbidden(
    'nobody-imports-the-application',
    'What puts the parts together is known to no part.',
    { path: '^src/(kernel|platform|modules|graphql|pages)/' },
    { path: '^src/(?:[^/]+$|bootstrap/)' },
  ),
  known(
    'only-outbound-connects',
    'Other servers are reached through the guarded client; databases, backups of them, the storage and the command line have clients of their own.',
    packages(
      'undici',
      'node-fetch',
      'axios',
      'got',
      'ws',
      '@aws-sdk',
      '@smithy',
      'mysql2',
      '@modelcontextprotocol/client',
      '@opentelemetry',
    ),
    [
      '^src/platform/(outbound|database|telemetry/opentelemetry)/',
      '^src/modules/(storage|backup)/infrastructure/',
      '^src/cli/mcp/',
    ],
  ),
  known(
    'nobody-imports-testing',
    'What tests of extensions use is an entry of its own, which the service does not load.',
    '^src/(testing/|extension-testing\\.ts$)',
    ['^src/testing/', '^src/extension-testing\\.ts$', '^src/cli/extension-check/'],
  ),
  known('only-specs-know-tests', 'The service runs without its tests.', `^(test|bench)/|${SPEC}`, []),
  forbidden(
    'folder-is-a-layer-or-a-subject',
    'A module has its layers (domain, http, infrastructure) and folders of one subject; only adapters are nested.',
    { path: '^src/' },
    {
      path: '^src/modules/[^/]+/[^/]+/[^/]+/',
      pathNot: [
        '^src/modules/[^/]+/(?:http|infrastructure)/[^/]+/[^/]+$',
        '^src/modules/[^/]+/infrastructure/[^/]+/[^/]+/[^/]+$',
      ],
    },
  ),
  forbidden(
    'no-cycles',
    'Files that import each other are one thing.',
    { path: '^src/' },
    { circular: true },
  ),
  forbidden(
    'imports-resolve',
    'An import that leads nowhere escapes every other rule.',
    { path: '^src/' },
    { couldNotResolve: true },
  ),
];

const isBefore = (name, other) => MODULES.indexOf(name) < MODULES.indexOf(other);
const usableBy = (name) => [
  ...MODULE_MAP[name],
  ...USED_BY_EVERY_DOOR.filter((used) => isBefore(used, name)),
];
const tooEarly = MODULES.find(
  (name) => !usableBy(name).every((used) => MODULE_MAP[used] && isBefore(used, name)),
);
if (tooEarly) throw new Error(`The module map lets ${tooEarly} use a module that is not named before it.`);

const modules = [
  known('module-is-on-the-map', 'A new module is put on the map.', `^src/modules/(?!${anyOf(MODULES)}/)`, []),
  ...MODULES.map((name) =>
    forbidden(
      `module-map-${name}`,
      `${name} may use ${usableBy(name).join(', ') || 'no other module'}.`,
      { path: `^src/modules/${name}/` },
      { path: '^src/modules/', pathNot: `^src/modules/${anyOf([name, ...usableBy(name)])}/` },
    ),
  ),
];

export default {
  forbidden: [...layers, ...modules],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    skipAnalysisNotInRules: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types', 'require'],
    },
  },
};
