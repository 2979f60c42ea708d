import { ask } from './directus.mjs';

const primaryKey = {
  field: 'id',
  type: 'integer',
  schema: { is_primary_key: true, has_auto_increment: true },
  meta: { hidden: true },
};
const text = (field, more) => ({ field, type: 'string', schema: { is_nullable: false, ...more }, meta: {} });
const reference = (field) => ({ field, type: 'integer', schema: {}, meta: {} });
const named = [primaryKey, text('name'), text('slug', { is_unique: true })];

const COLLECTIONS = {
  sections: named,
  authors: named,
  tags: named,
  articles: [
    primaryKey,
    text('headline'),
    { field: 'body', type: 'text', schema: {}, meta: { interface: 'input-rich-text-html' } },
    text('status', { default_value: 'published' }),
    text('slug', { is_unique: true }),
    { field: 'created_at', type: 'timestamp', schema: {}, meta: { special: ['date-created'] } },
    reference('section'),
    reference('author'),
    { field: 'tags', type: 'alias', meta: { special: ['m2m'], interface: 'list-m2m' } },
  ],
  articles_tags: [primaryKey, reference('articles_id'), reference('tags_id')],
};

const cascade = { on_delete: 'CASCADE' };

const RELATIONS = [
  { collection: 'articles', field: 'section', related_collection: 'sections' },
  { collection: 'articles', field: 'author', related_collection: 'authors' },
  {
    collection: 'articles_tags',
    field: 'articles_id',
    related_collection: 'articles',
    meta: { one_field: 'tags', junction_field: 'tags_id' },
    schema: cascade,
  },
  {
    collection: 'articles_tags',
    field: 'tags_id',
    related_collection: 'tags',
    meta: { junction_field: 'articles_id' },
    schema: cascade,
  },
];

/** Collections whose changes Directus tracks in the cases. */
export const WRITTEN = ['articles', 'articles_tags'];

/** Articles with a section, an author and tags, made by the REST API as the studio of Directus makes them. */
export async function model(server) {
  const there = new Set((await ask(server, 'GET', '/collections')).map(({ collection }) => collection));
  for (const [collection, fields] of Object.entries(COLLECTIONS)) {
    if (there.has(collection)) continue;
    await ask(server, 'POST', '/collections', { collection, schema: {}, meta: {}, fields });
  }
  const related = new Set(
    (await ask(server, 'GET', '/relations')).map(({ collection, field }) => `${collection}.${field}`),
  );
  for (const relation of RELATIONS) {
    if (related.has(`${relation.collection}.${relation.field}`)) continue;
    await ask(server, 'POST', '/relations', { schema: {}, meta: {}, ...relation });
  }
}

/** @param accountability `all`, the default: rows of activity and revisions; null: neither */
export async function track(server, accountability) {
  for (const collection of WRITTEN)
    await ask(server, 'PATCH', `/collections/${collection}`, { meta: { accountability } });
  // The change has emptied its caches of the schema: the first of the measured requests would fill them.
  await ask(server, 'GET', '/items/articles?limit=1');
}
