import { Field, ListField } from '../../../../platform/http/request/fields.js';
import { BadgeResponse } from '../../../badges/http/badge.presenter.js';
import type { SectionReference } from '../../../sections/sections.service.js';
import type { ArticleView } from '../../domain/article-view.js';
import { derived, writable } from './field-kinds.js';
import { imageOf } from './image-fields.js';
import { integers, maybeInteger, text } from '../article-parts.response.js';
import { readId, readPrimarySection, readSection, readTag, sectionSchema } from './field-readers.js';

const tagsOf = ({ tags }: Pick<ArticleView, 'tags'>): string[] => tags.map(({ title }) => title);
const sectionsOf = ({ sections }: Pick<ArticleView, 'sections'>): number[] =>
  sections.map(({ sectionId }) => sectionId);

/** Tags, sections and badges. */
export const RELATION_FIELDS = {
  tags: writable(
    derived({ relations: ['tags'] }, tagsOf, {
      type: [String],
      description: 'in the order and spelling sent',
    }),
    ListField(readTag, { items: { type: 'string' }, maxItems: 500, example: ['bridge', 'traffic'] }),
    (input, tags: string[] | null) => {
      input.tags = tags ?? [];
    },
  ),
  public_tags: derived({ relations: ['tags'] }, tagsOf, { type: [String] }),
  primary_tag: writable(
    derived(
      { relations: ['tags'] },
      (article) => article.tags.find(({ isPrimary }) => isPrimary)?.title ?? null,
      text(),
    ),
    Field(readTag, { description: 'joins the tags', example: 'bridge' }, { type: String }),
    (input, tag: string | null) => {
      input.primaryTag = tag;
    },
  ),
  sections: writable(
    derived({ relations: ['sections'] }, sectionsOf, integers()),
    ListField(readSection, {
      items: sectionSchema,
      maxItems: 200,
      description: 'ids, titles, slugs or paths; Home or 0',
    }),
    (input, sections: SectionReference[] | null) => {
      input.sections = sections ?? [];
    },
  ),
  subpages: derived({ relations: ['sections'] }, sectionsOf, integers('the same as sections')),
  primary_section: writable(
    derived(
      { relations: ['sections'] },
      (article) => article.sections.find(({ isPrimary }) => isPrimary)?.sectionId ?? null,
      maybeInteger(),
    ),
    Field(
      readPrimarySection,
      { description: 'has to be among the sections, when they are sent' },
      { type: Object, ...sectionSchema },
    ),
    (input, section: SectionReference | null) => {
      input.primarySection = section;
    },
  ),
  badges: writable(
    derived(
      { relations: ['badges'] },
      (article) => article.badges.map(({ badgeId }) => badgeId),
      integers('those sent, then those that tags bring'),
    ),
    ListField(readId, { items: { type: 'integer' }, maxItems: 1000, description: 'ids' }),
    (input, badges: number[] | null) => {
      input.badges = badges ?? [];
    },
  ),
  badges_details: derived(
    { relations: ['badges', 'badgeDetails'] },
    (article, { presentBadge }) =>
      article.badgeDetails.map(({ badge }) => presentBadge(badge, imageOf(article, badge.imageId))),
    { type: [BadgeResponse], description: 'in the order of badges' },
  ),
};
