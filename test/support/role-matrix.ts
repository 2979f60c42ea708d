/** The roles, in the order of the columns of the tables. */
export const ROLES = [
  'Administrator',
  'Platform Engineer',
  'Serverside Engineer',
  'Editor',
  'Guest Editor',
  'Guest Writer',
  'Community User',
  'Developer',
  'Guest Developer',
  'Reader',
] as const;

export type ArticleState = 'published' | 'draft' | 'scheduled' | 'removed';
export const MEDIA_STATES = [
  'unused',
  'in a draft',
  'in a scheduled post',
  'in a post',
  'of an author',
  'of a badge',
  'of a section',
] as const;
export type MediaState = (typeof MEDIA_STATES)[number];
/** Images alone are shown by these. */
export const IMAGE_STATES: readonly MediaState[] = ['of an author', 'of a badge', 'of a section'];

/**
 * Responses to each of the ROLES, a digit each: 2 is 200, 0 is 400, 3 is 403, 4 is 404, 9 is 409. First those
 * for what is not the author's own, then those for what is, where they differ.
 */
type Answers = readonly [foreign: string, own?: string];

const ALL = '2222222222';
const NONE = '4444444444';
const READ: Readonly<Record<ArticleState, Answers>> = {
  published: [ALL],
  draft: ['2222244244', '2222222244'],
  scheduled: ['2222244244', '2222222244'],
  removed: [NONE],
};
const CHANGE: Readonly<Record<ArticleState, Answers>> = {
  published: ['2222333333'],
  draft: ['2222244333', '2222222333'],
  scheduled: ['2222344333', '2222333333'],
  removed: ['4444444333'],
};
const LIKE: Readonly<Record<ArticleState, Answers>> = {
  published: ['2222222322'],
  draft: ['2222244344', '2222222344'],
  scheduled: ['2222244344', '2222222344'],
  removed: ['4444444344'],
};
const PUBLISHERS = '2222333333';
const LIKERS = '2222222322';

type ArticleRow = readonly [request: string, states: Readonly<Record<ArticleState, Answers>>];

export const ARTICLE_ROWS: readonly ArticleRow[] = [
  ['get /api/1.3/posts/{id}', READ],
  ['get /api/1.3/drafts/{id}', READ],
  ['get /api/1.3/posts/{id}/explain', READ],
  ['get /api/1.3/posts/{id}/likes', READ],
  [
    'get /api/1.3/scheduled_posts/{id}',
    {
      published: ['4444444433'],
      draft: ['4444444433'],
      scheduled: ['2222244233', '2222222233'],
      removed: ['4444444433'],
    },
  ],
  ['put /api/1.3/posts/{id} {"headline":"H"}', CHANGE],
  ['put /api/1.3/drafts/{id} {"headline":"H"}', CHANGE],
  ['delete /api/1.3/posts/{id}', CHANGE],
  ['delete /api/1.3/drafts/{id}', CHANGE],
  ['get /api/1.3/posts/{id}/revisions', CHANGE],
  ['get /api/1.3/posts/{id}/revisions/1', CHANGE],
  ['get /api/1.3/posts/{id}/revisions/compare?from=1', CHANGE],
  ['post /api/1.3/drafts/{id}/preview_links {}', CHANGE],
  ['get /api/1.3/drafts/{id}/preview_links', CHANGE],
  [
    'delete /api/1.3/drafts/{id}/preview_links/0',
    {
      published: ['4444333333'],
      draft: ['4444444333'],
      scheduled: ['4444344333', '4444333333'],
      removed: ['4444444333'],
    },
  ],
  [
    'put /api/1.3/drafts/{id} {"action":"publish"}',
    {
      published: [PUBLISHERS],
      draft: ['2222344333', '2222333333'],
      scheduled: ['2222344333', '2222333333'],
      removed: ['4444444333'],
    },
  ],
  [
    'put /api/1.3/posts/{id} {"action":"unpublish"}',
    {
      published: [PUBLISHERS],
      draft: ['2222344333', '2222333333'],
      scheduled: ['9999344333', '9999333333'],
      removed: ['4444444333'],
    },
  ],
  [
    'put /api/1.3/drafts/{id} {"action":"restore"}',
    {
      published: ['9999333333'],
      draft: ['9999944333', '9999999333'],
      scheduled: ['9999344333', '9999333333'],
      removed: ['2222244333', '2222222333'],
    },
  ],
  [
    'put /api/1.3/scheduled_posts/{id} {"scheduled_at":4000000000}',
    {
      published: ['9999333333'],
      draft: [PUBLISHERS],
      scheduled: [PUBLISHERS],
      removed: ['4444333333'],
    },
  ],
  [
    'delete /api/1.3/scheduled_posts/{id}',
    {
      published: ['4444333333'],
      draft: ['4444333333'],
      scheduled: [PUBLISHERS],
      removed: ['4444333333'],
    },
  ],
  [
    'post /api/1.3/posts/{id}/page_views {}',
    { published: [ALL], draft: [NONE], scheduled: [NONE], removed: [NONE] },
  ],
  ['post /api/1.3/posts/{id}/likes {}', LIKE],
  ['delete /api/1.3/posts/{id}/likes/ME', LIKE],
  [
    'delete /api/1.3/posts/{id}/likes/1',
    {
      published: [PUBLISHERS],
      draft: [PUBLISHERS],
      scheduled: [PUBLISHERS],
      removed: ['4444333333'],
    },
  ],
  ['get /api/1.2/posts/{id}', READ],
];

/** Tools of agents, by the request whose answers theirs are. */
export const TOOL_ROWS: readonly (readonly [tool: string, given: object, request: string])[] = [
  ['get_article', {}, 'get /api/1.3/posts/{id}'],
  ['update_article', { headline: 'H' }, 'put /api/1.3/drafts/{id} {"headline":"H"}'],
  ['publish_article', {}, 'put /api/1.3/drafts/{id} {"action":"publish"}'],
  ['unpublish_article', {}, 'put /api/1.3/posts/{id} {"action":"unpublish"}'],
  [
    'schedule_article',
    { scheduled_at: 4_000_000_000 },
    'put /api/1.3/scheduled_posts/{id} {"scheduled_at":4000000000}',
  ],
  ['unschedule_article', {}, 'delete /api/1.3/scheduled_posts/{id}'],
  ['remove_article', {}, 'delete /api/1.3/drafts/{id}'],
  ['restore_article', {}, 'put /api/1.3/drafts/{id} {"action":"restore"}'],
  ['create_preview_link', {}, 'post /api/1.3/drafts/{id}/preview_links {}'],
];

type MediaAnswers = Readonly<Record<MediaState, readonly [foreign: string, own: string]>>;

/** Answers while nothing published shows it, and those while something does, where they differ. */
function mediaAnswers(hidden: readonly [string, string], shown: readonly [string, string]): MediaAnswers {
  const isHidden = (state: MediaState) => ['unused', 'in a draft', 'in a scheduled post'].includes(state);
  const answers = MEDIA_STATES.map((state) => [state, isHidden(state) ? hidden : shown] as const);
  return Object.fromEntries(answers) as MediaAnswers;
}

const SEE = mediaAnswers(['2222244244', '2222222244'], [ALL, ALL]);
const MANAGE = mediaAnswers(['2222333333', '2222222333'], ['2222333333', '2222333333']);
/** 409 for everybody who may see the file: URLs do not expire by default. */
const SIGN = mediaAnswers(['9999944944', '9999999944'], ['9999999999', '9999999999']);

/** Requests for images and for documents. */
export const MEDIA_ROWS: readonly (readonly [request: string, states: MediaAnswers])[] = [
  ['get /api/1.3/KIND/{id}', SEE],
  ['post /api/1.3/KIND/{id}/signed_urls {}', SIGN],
  ['put /api/1.3/KIND/{id} CHANGE', MANAGE],
  ['delete /api/1.3/KIND/{id}?force=1', MANAGE],
];

export const PLAIN_ROWS: readonly (readonly [request: string, codes: string])[] = [
  ['get /api/1.3/posts', ALL],
  ['get /api/1.3/posts/frontpage', ALL],
  ['get /api/1.3/posts/section?section_name=c', ALL],
  ['get /api/1.3/posts/tag?tag=x', ALL],
  ['get /api/1.3/posts/search?phrase=h', ALL],
  ['get /api/1.3/posts/basename?basename=h', ALL],
  ['get /api/1.3/posts/page_views?period_in_hours=24', ALL],
  ['post /api/1.3/posts {"headline":"H"}', PUBLISHERS],
  ['put /api/1.3/posts/by-provider/20/SLUG {"headline":"H"}', PUBLISHERS],
  ['put /api/1.3/posts/by-provider/20/SLUG?as=draft {"headline":"H"}', '2222223333'],
  // Rights are checked for each record.
  ['post /api/1.3/posts/bulk []', '2222222333'],
  ['get /api/1.3/audit', '2223333333'],
  ['get /api/1.3/webhooks', '2223333333'],
  ['post /api/1.3/webhooks {"url":"http://127.0.0.1:9/"}', '2223333333'],
  ['get /api/1.3/webhooks/WEBHOOK', '2223333333'],
  ['put /api/1.3/webhooks/WEBHOOK {"is_active":false}', '2223333333'],
  ['delete /api/1.3/webhooks/NEWWEBHOOK', '2223333333'],
  ['get /api/1.3/webhooks/WEBHOOK/deliveries', '2223333333'],
  ['post /api/1.3/webhooks/WEBHOOK/deliveries/1/replay', '4443333333'],
  ['post /api/1.3/webhooks/WEBHOOK/test', '2223333333'],
  ['get /api/1.3/drafts', '2222222233'],
  ['post /api/1.3/drafts {"headline":"H"}', '2222223333'],
  ['post /api/1.3/drafts {"headline":"H","sections":[COMMUNITY]}', '2222222333'],
  // It leaves a draft.
  ['post /api/1.3/drafts {"headline":"H","action":"publish"}', '2222223333'],
  ['get /api/1.3/scheduled_posts', '2222222233'],
  ['get /api/1.3/images', ALL],
  ['post /api/1.3/images PNG', '2222222333'],
  ['get /api/1.3/documents', ALL],
  ['post /api/1.3/documents PDF', '2222222333'],
  ['get /api/1.1/authors/OTHER', ALL],
  ['get /api/1.1/me', ALL],
  ['get /api/1.1/keys', PUBLISHERS],
  ['post /api/1.1/keys {}', PUBLISHERS],
  ['post /api/1.1/keys {"author_id":OTHER}', PUBLISHERS],
  ['post /api/1.1/keys {"author_id":ADMIN}', '2223333333'],
  ['get /api/1.1/keys/NEWKEY', PUBLISHERS],
  ['delete /api/1.1/keys/NEWKEY', PUBLISHERS],
  ['get /api/1.3/changes?after=now', ALL],
  ['get /api/1.3/authors/search', ALL],
  ['get /api/1.1/authors/search', ALL],
  ['post /api/1.3/authors/search {}', ALL],
  ['get /api/1.3/authors/email?emails=a@b.example', '2222233233'],
  ['post /api/1.3/authors/email {"emails":["a@b.example"]}', '2222233233'],
  ['post /api/1.1/authors {"role":"Reader"}', PUBLISHERS],
  ['post /api/1.1/authors {"role":"Administrator"}', '2223333333'],
  ['put /api/1.1/authors/OTHER {"first_name":"F","last_name":null}', PUBLISHERS],
  ['put /api/1.1/authors/ME {"first_name":"F","last_name":null}', PUBLISHERS],
  ['put /api/1.1/authors/ADMIN {"first_name":"F","last_name":null}', '2223333333'],
  ['put /api/1.1/authors/OTHER {"first_name":"F","last_name":null,"role":"Administrator"}', '2223333333'],
  ['put /api/1.1/authors/OTHER {"first_name":"F","last_name":null,"role":"Reader"}', PUBLISHERS],
  ['get /api/1.3/sections', ALL],
  ['get /api/1.3/sections/SECTION', ALL],
  ['get /api/1.3/sections/SECTION/order', ALL],
  ['post /api/1.3/sections {"title":"T","url":"SLUG"}', PUBLISHERS],
  ['put /api/1.3/sections/SECTION {"title":"T"}', PUBLISHERS],
  ['put /api/1.3/sections/SECTION/order {"post_ids":[]}', PUBLISHERS],
  ['delete /api/1.3/sections/NEWSECTION', PUBLISHERS],
  ['get /api/1.3/redirects', ALL],
  ['get /api/1.3/redirects/987654', NONE],
  ['post /api/1.3/redirects {"from":"/SLUG-old","to":"/"}', PUBLISHERS],
  ['delete /api/1.3/redirects/987654', '4444333333'],
  ['get /api/1.3/badges', ALL],
  ['get /api/1.3/badges/BADGE', ALL],
  ['post /api/1.3/badges {"name":"SLUG","image_id":"1"}', PUBLISHERS],
  ['put /api/1.3/badges/BADGE {"name":"SLUG","image_id":"1"}', PUBLISHERS],
  ['delete /api/1.3/badges/NEWBADGE', PUBLISHERS],
  ['post /api/1.3/posts/PUBLISHED/likes {"author_id":OTHER}', PUBLISHERS],
  ['get /api/1.3/follows/sections/SECTION', ALL],
  ['get /api/1.3/follows/OTHER/section', ALL],
  ['put /api/1.3/follows/ME/section/SECTION', LIKERS],
  ['put /api/1.3/follows/OTHER/section/SECTION', PUBLISHERS],
  ['delete /api/1.3/follows/ME/section/SECTION', LIKERS],
  ['delete /api/1.3/follows/OTHER/section/SECTION', PUBLISHERS],
  ['get /api/1.3/scraper?url=x', '0000003333'],
  ['get /api/1.2/posts', ALL],
  ['get /api/1.2/posts/frontpage', ALL],
  ['get /api/1.2/frontpage', ALL],
  ['get /api/1.2/section?section_name=c', ALL],
  ['get /api/1.2/tag?tag=x', ALL],
  ['get /api/1.2/search?phrase=h', ALL],
  ['get /api/1.2/basename?basename=h', ALL],
  ['get /api/1.2/page_views', ALL],
  ['get /api/1.2/author?author_name=nobody', NONE],
  ['get /api/1.2/authors/name?author_names=nobody', ALL],
  ['get /api/1.2/sections', ALL],
  ['get /api/1.2/sections/SECTION', ALL],
];

/** Routes for everybody, with a key or without. */
export const OPEN_ROUTES: readonly string[] = [
  'get /health/live',
  'get /health/ready',
  'get /res/images/{id}/{version}/{name}',
  'get /res/documents/{id}/{secret}/{filename}',
  'get /res/documents/{id}/{filename}',
];
