import { words } from '../../kernel/text.js';
import type { Extension } from '../../extension/extension.js';
import type { OwnField, OwnValue } from '../../modules/articles/domain/own-fields.js';
import type { Answer } from '../../testing/client.js';
import type { Service } from '../../testing/service.js';

type Fields = Readonly<Record<string, unknown>>;

const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const TEXTS = words(`
  body subheadline page_title meta_description og_title og_description photo_credit photo_caption
  teaser_photo_credit teaser_photo_caption social_teaser_photo_credit social_teaser_photo_caption media
  layout_name`);
const IMAGES = ['image_id', 'teaser_image_id', 'social_teaser_image_id'];

/** The one field that every article has. */
export const BARE: Fields = { headline: 'The bridge is open' };

/**
 * A value for each field of articles, those of the extension included;
 * sections, an image and a badge are made for it.
 */
export async function fullArticle({ admin }: Service, { fields = [] }: Extension) {
  const section = await idOf(admin.post('/api/1.3/sections', { title: 'Check', url: 'check', status: 2 }));
  const form = new FormData();
  form.append('file', new Blob([PICTURE], { type: 'image/png' }), 'check.png');
  const imageId = await idOf(admin.post('/api/1.3/images', form));
  const badge = await idOf(admin.post('/api/1.3/badges', { name: 'Check', image_id: imageId }));
  return {
    ...BARE,
    ...Object.fromEntries(TEXTS.map((name) => [name, '<p>It is 400 m long.</p>'])),
    ...Object.fromEntries(IMAGES.map((name) => [name, imageId])),
    image_external: 'https://site.example/bridge.jpg',
    video: 'https://site.example/bridge.mp4',
    sections: [section, 0],
    primary_section: section,
    roar_author_ids: [1],
    badges: [badge],
    tags: ['bridges', 'traffic'],
    primary_tag: 'bridges',
    partnernews_article: true,
    product: { price: 1 },
    roar_specific_data: { check: true },
    listicle: {
      items: [{ headline: 'Item', is_image: false, body: '<p>Text.</p>' }],
      settings: { layout_type: 2 },
    },
    ...Object.fromEntries(fields.map((field) => [field.name, sampleOf(field)])),
  };
}

/** The same article with nothing but a headline. */
export const cleared = (article: Fields): Fields => ({
  ...Object.fromEntries(Object.keys(article).map((name) => [name, null])),
  ...BARE,
});

function sampleOf({ options }: OwnField): OwnValue | null {
  switch (options.type) {
    case 'boolean':
      return true;
    case 'integer':
      return options.min ?? Math.min(1, options.max ?? 1);
    case 'enum':
      return options.values[0] ?? null;
    case 'string':
    case 'text':
      return 'x';
  }
}

async function idOf(answer: Promise<Answer>): Promise<number> {
  const { status, body } = await answer;
  const [made] = [body].flat() as [{ id?: number } | undefined];
  if (status >= 400 || made?.id === undefined)
    throw new Error(`What an article shows cannot be made: ${JSON.stringify(body)}`);
  return made.id;
}
