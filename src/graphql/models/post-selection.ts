import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import type { ArticleSelection } from '../../modules/articles/listing/article-criteria.js';
import type { ArticleRecord } from '../../modules/articles/domain/article-record.js';
import type { ArticleRelations } from '../../modules/articles/domain/article-view.js';
import type { OwnPostFields } from '../schema/own-fields.js';
import type { Post } from '../schema/post.types.js';

interface Needs {
  readonly columns?: readonly (keyof ArticleRecord)[];
  readonly relations?: readonly (keyof ArticleRelations)[];
}

const LEAD: readonly (keyof ArticleRecord)[] = [
  ...(['imageId', 'imageExternal', 'photoCaption', 'photoCredit', 'manualImageCrops'] as const),
];
const AUTHORS: Needs = { relations: ['authors'] };
const SECTIONS: Needs = { relations: ['sections'] };
const TAGS: Needs = { relations: ['tags'] };
const HEADLINE: Needs = { columns: ['headline'] };
const OWN: Needs = { relations: ['fields'] };

/** The columns and relations of an article that each field of a post is made of. */
const NEEDS: Readonly<Record<keyof Post, Needs>> = {
  id: {},
  title: HEADLINE,
  breadcrumbTitle: HEADLINE,
  subtitle: { columns: ['subheadline'] },
  publishedAt: { columns: ['createdTs'] },
  pages: { columns: ['path', 'ampPath'] },
  image: { columns: LEAD },
  linkOut: { columns: LEAD },
  video: { columns: ['video'] },
  content: {
    columns: [...LEAD, 'description', 'media', 'mediaHtml', 'video', 'listicle', 'path', 'ampPath'],
  },
  authors: AUTHORS,
  primarySections: SECTIONS,
  regularSections: SECTIONS,
  primaryTags: TAGS,
  regularTags: TAGS,
};

/** The selection of posts for the fields that are asked for: long texts are read only where they are. */
export function postSelection(info: GraphQLResolveInfo, own: OwnPostFields): ArticleSelection {
  return selectionOf(fieldsOf(info.fieldNodes, info), own);
}

/** The same for a field of an object that holds posts in another, as the items of a page. */
export function innerSelection(
  inner: string,
  info: GraphQLResolveInfo,
  own: OwnPostFields,
): ArticleSelection {
  const nodes = fieldsOf(info.fieldNodes, info).filter(({ name }) => name.value === inner);
  return selectionOf(fieldsOf(nodes, info), own);
}

function selectionOf(fields: readonly FieldNode[], own: OwnPostFields): ArticleSelection {
  const needs = [...new Set(fields.map(({ name }) => name.value))].flatMap((name) => {
    if (own.has(name)) return OWN;
    return Object.hasOwn(NEEDS, name) ? NEEDS[name as keyof Post] : [];
  });
  return {
    columns: new Set(needs.flatMap(({ columns = [] }) => columns)),
    relations: new Set(needs.flatMap(({ relations = [] }) => relations)),
  };
}

/** The fields that are selected of others, in fragments, too; whether they are skipped is not looked at. */
function fieldsOf(nodes: readonly FieldNode[], { fragments }: GraphQLResolveInfo): FieldNode[] {
  const fields: FieldNode[] = [];
  const seen = new Set<string>();
  const add = (selectionSet: SelectionSetNode | undefined): void => {
    for (const selection of selectionSet?.selections ?? []) {
      if (selection.kind === Kind.FIELD) fields.push(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) add(selection.selectionSet);
      else if (!seen.has(selection.name.value)) {
        seen.add(selection.name.value);
        add(fragments[selection.name.value]?.selectionSet);
      }
    }
  };
  for (const { selectionSet } of nodes) add(selectionSet);
  return fields;
}
