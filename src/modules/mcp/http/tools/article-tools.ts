import { words } from '../../../../kernel/text.js';
import { ADDING, CHANGING, READING, REPLACING, type Tool } from './tool.js';

/** An article in lists, and as writes answer it: enough to go on with. */
const SUMMARY = words(`
  id status version headline subheadline post_url draft_url type tags primary_tag sections
  primary_section roar_author_ids created_ts updated_ts scheduled_at publication removed warnings`);

/** Fields that the service makes of others. */
const DERIVED = words(`
  description media_html listicle_html raw_share_url public_tags subpages badges_details image_info
  teaser_image_info social_teaser_image_info`);

/** Fields for those who see a picture, or a layout, while they choose. */
const VISUAL = [
  ...['teaser', 'social_teaser'].flatMap((name) =>
    ['image_id', 'photo_credit', 'photo_caption', 'manual_image_crops', 'image_size'].map(
      (field) => `${name}_${field}`,
    ),
  ),
  'manual_image_crops',
  'image_size',
  'layout_name',
  'ee_layout_name',
  'partnernews_article',
];

const UNTOLD = [...VISUAL, 'updated_ts', 'prevent_modifying_updated_ts', 'action'];

const PUBLISHING = ['articles.publish'];
/** Parameters of writes that every tool takes which has them. */
const WRITE = ['id', 'version', 'idempotency_key', 'dry_run'];
const WORDS = {
  body: 'text of the article, as HTML; shortcodes of images and documents, and [<adapter> <url>] for embeds, stand in it',
  roar_author_ids: 'ids of the authors; the author of the key when absent on creation',
};

export const ARTICLE_TOOLS: readonly Tool[] = [
  {
    name: 'search_posts',
    title: 'Search published posts',
    description:
      'Finds published posts that hold all words of a phrase, newest first; case and accents do not matter. Answers summaries: get_article has the text.',
    effect: READING,
    operation: 'listPosts',
    only: ['phrase', 'limit', 'cursor'],
    needs: ['phrase'],
    query: { include_fields: SUMMARY.join(',') },
    list: 'posts',
  },
  {
    name: 'list_posts',
    title: 'List published posts',
    description:
      'Published posts that meet all filters which are given, as summaries. Ids of sections and authors come from list_sections and list_authors.',
    effect: READING,
    operation: 'listPosts',
    without: ['offset', 'count', 'include_fields', 'exclude_fields', 'provider_id'],
    query: { include_fields: SUMMARY.join(',') },
    list: 'posts',
  },
  {
    name: 'list_drafts',
    title: 'List drafts',
    description: 'Drafts that the author of the key may read, newest first, as summaries.',
    effect: READING,
    operation: 'listDrafts',
    without: ['offset', 'count'],
    list: 'drafts',
    shows: SUMMARY,
  },
  {
    name: 'list_scheduled_posts',
    title: 'List scheduled posts',
    description: 'What will publish itself, and when (scheduled_at, seconds UTC), as summaries.',
    effect: READING,
    operation: 'listScheduledPosts',
    without: ['offset', 'count'],
    words: { limit: '10 when absent, 100 at most' },
    list: 'scheduled_posts',
    shows: SUMMARY,
  },
  {
    name: 'get_article',
    title: 'Get an article',
    description:
      'A post, draft or scheduled post with all its fields, by its id or by its URL or path. Its version is what update_article asks for.',
    effect: READING,
    operation: 'getPost',
    hides: [...DERIVED, ...VISUAL],
    takesUrl: true,
  },
  {
    name: 'create_draft',
    title: 'Create a draft',
    description: 'Makes a draft, which readers do not see until it is published.',
    effect: ADDING,
    operation: 'createDraft',
    without: UNTOLD,
    words: WORDS,
    shows: SUMMARY,
  },
  {
    name: 'update_article',
    title: 'Update an article',
    description:
      'Changes fields of a draft or post: what is left out stays, null clears. Send the version that you have read, so that nobody’s change is lost.',
    effect: REPLACING,
    operation: 'editDraft',
    without: [...UNTOLD, 'provider_post_id'],
    words: WORDS,
    shows: SUMMARY,
  },
  {
    name: 'publish_article',
    title: 'Publish a draft',
    description: 'Publishes a draft, or a scheduled post before its time: readers see it at once.',
    effect: CHANGING,
    operation: 'editDraft',
    rights: PUBLISHING,
    only: WRITE,
    body: { action: 'publish' },
    shows: SUMMARY,
  },
  {
    name: 'unpublish_article',
    title: 'Unpublish a post',
    description: 'Makes a draft of a published post: readers do not see it any more.',
    effect: REPLACING,
    operation: 'editDraft',
    rights: PUBLISHING,
    only: WRITE,
    body: { action: 'unpublish' },
    shows: SUMMARY,
  },
  {
    name: 'schedule_article',
    title: 'Schedule a draft',
    description: 'Has a draft publish itself at a time, or changes that time.',
    effect: CHANGING,
    operation: 'schedulePost',
    shows: SUMMARY,
  },
  {
    name: 'unschedule_article',
    title: 'Unschedule a post',
    description: 'Takes a schedule back: the article is a draft again.',
    effect: CHANGING,
    operation: 'unschedulePost',
    shows: SUMMARY,
  },
  {
    name: 'remove_article',
    title: 'Remove an article',
    description: 'Removes a draft or post. It is kept: restore_article brings it back as a draft.',
    effect: REPLACING,
    operation: 'removeDraft',
  },
  {
    name: 'restore_article',
    title: 'Restore a removed article',
    description: 'Brings a removed article back as a draft. list_drafts with removed lists them.',
    effect: CHANGING,
    operation: 'editDraft',
    only: WRITE,
    body: { action: 'restore' },
    shows: SUMMARY,
  },
  {
    name: 'create_preview_link',
    title: 'Make a preview link',
    description: 'A URL that shows a draft to whoever has it, without a key. It is shown this once.',
    effect: ADDING,
    operation: 'createPreviewLink',
  },
];
