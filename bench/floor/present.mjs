const BASE = process.env.PUBLIC_BASE_URL;
const WORDS_PER_SECOND = 238 / 60;

/** The post object of an article, with the keys in the order of the service's. */
export function present(article) {
  const url = BASE + article.path;
  const sections = article.sections.map(({ id }) => id);
  const tags = article.tags.map(({ text }) => text);
  return {
    id: article.id,
    status: article.status,
    version: article.version,
    headline: article.headline,
    subheadline: article.subheadline,
    body: article.body,
    description: article.description,
    basename: article.basename,
    manual_basename: article.manual_basename,
    post_url: url,
    amp_url: BASE + (article.amp_path ?? `/amp${article.path}`),
    slug: article.path.slice(1),
    raw_share_url: url,
    type: article.type,
    tags,
    public_tags: tags,
    primary_tag: article.tags.find((tag) => tag.is_primary === 1)?.text ?? null,
    sections,
    subpages: sections,
    primary_section: article.sections.find((section) => section.is_primary === 1)?.id ?? null,
    badges: article.badges.map(({ id }) => id),
    badges_details: article.badges.map(presentBadge),
    page_title: article.page_title,
    meta_description: article.meta_description,
    og_title: article.og_title,
    og_description: article.og_description,
    image_id: article.image_id,
    image: article.image_external,
    image_info: {},
    image_external: article.image_external,
    photo_credit: article.photo_credit,
    photo_caption: article.photo_caption,
    manual_image_crops: object(article.manual_image_crops),
    image_size: article.image_size,
    teaser_image_id: article.teaser_image_id,
    teaser_photo_credit: article.teaser_photo_credit,
    teaser_photo_caption: article.teaser_photo_caption,
    teaser_manual_image_crops: object(article.teaser_manual_image_crops),
    teaser_image_size: article.teaser_image_size,
    teaser_image_info: {},
    social_teaser_image_id: article.social_teaser_image_id,
    social_teaser_photo_credit: article.social_teaser_photo_credit,
    social_teaser_photo_caption: article.social_teaser_photo_caption,
    social_teaser_manual_image_crops: object(article.social_teaser_manual_image_crops),
    social_teaser_image_size: article.social_teaser_image_size,
    social_teaser_image_info: {},
    media: article.media,
    media_html: article.media_html,
    video: article.video,
    listicle: object(article.listicle),
    listicle_html: [],
    product: object(article.product),
    layout_name: article.layout_name,
    ee_layout_name: article.ee_layout_name,
    roar_author_ids: article.authors.map(({ id }) => id),
    roar_authors: article.authors.map(presentAuthor),
    roar_specific_data: object(article.roar_specific_data),
    page_list: article.page_list === null ? [] : JSON.parse(article.page_list),
    created_ts: article.created_ts,
    updated_ts: article.updated_ts,
    inserted_ts: article.inserted_ts,
    last_published_ts: article.last_published_ts,
    scheduled_at: article.scheduled_at,
    partnernews_article: article.partnernews_article === 1,
    provider_id: article.provider_id,
    provider_post_id: article.provider_post_id,
    site_id: 1,
    removed: article.status === 3,
    likes: { count: article.likes_count },
    stats: { page_views_count: article.page_views_count },
    words_count: article.words_count,
    time_to_read: { calculation: 'words', in_seconds: Math.round(article.words_count / WORDS_PER_SECOND) },
  };
}

function presentAuthor({ id, text: name, first_name, last_name, about_html, link }) {
  return {
    id,
    name,
    title: [first_name, last_name].filter(Boolean).join(' ') || name,
    avatar: `${BASE}/res/avatars/default`,
    profile_href: `${BASE}/u/${name}/`,
    about_html: about_html ?? '',
    about_html_safe: link ?? '',
  };
}

function presentBadge({ id, text: name, image_id, tags, category, about_html, link, sort_order }) {
  return {
    id,
    name,
    image_id,
    image: '',
    tags: tags === null ? [] : JSON.parse(tags),
    category,
    description: about_html ?? '',
    link: link === null ? '' : JSON.parse(link),
    order: sort_order,
  };
}

const object = (json) => (json === null ? {} : JSON.parse(json));
