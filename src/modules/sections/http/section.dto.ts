import {
  fault,
  Fault,
  Field,
  IdField,
  IntegerField,
  ListField,
  readFlag,
  readIdOrNone,
  readShape,
  readString,
  StringField,
} from '../../../platform/http/request/fields.js';
import {
  type HeaderImage,
  MAX_FULL_URL,
  MAX_URL,
  NO_PAGE_SETTINGS,
  type PageSettings,
  SectionStatus,
} from '../domain/section.entity.js';
import type { SectionInput } from '../section-tree.js';
import { normalForm } from '../../../kernel/text.js';

const SLUG = /^[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}._~-]*[\p{L}\p{N}\p{M}_])?$/u;

const UrlField = (required: boolean) =>
  Field(
    (value) => {
      const text = readString(value);
      if (text instanceof Fault) return text;
      const url = normalForm(text.trim());
      const slugs = url.split('/');
      if (url.length > MAX_FULL_URL) return fault(`must not be longer than ${MAX_FULL_URL} characters`);
      if (slugs.some((slug) => slug.length > MAX_URL))
        return fault(`must not be longer than ${MAX_URL} characters`);
      return slugs.every((slug) => SLUG.test(slug))
        ? url
        : fault('must be a slug: letters and digits, with . _ ~ - between them');
    },
    {
      required,
      nullable: false,
      description: `slug of ${MAX_URL} characters at most, unique below its parent; or a path, whose last part is the slug and the rest a section`,
      example: 'politics',
    },
    { type: String, maxLength: MAX_FULL_URL },
  );

const readPageSettings = readShape({
  open_in_new_tab: readFlag,
  allow_community_posts: readFlag,
  hide_from_entry_editor: readFlag,
  lock_posts_after_publishing: readFlag,
});

const NO_IMAGE: HeaderImage = { url: null, imageId: null };
const readImageObject = readShape({ url: readString, id: readIdOrNone });

/** A URL, `{ "url": … }` or `{ "id": … }`; nothing of these clears the image. */
function readHeaderImage(value: unknown): HeaderImage | Fault {
  if (value === '' || value === null || (Array.isArray(value) && value.length === 0)) return NO_IMAGE;
  if (typeof value === 'string') {
    const url = readString(value);
    return url instanceof Fault ? url : { url, imageId: null };
  }
  const image = readImageObject(value);
  if (image instanceof Fault)
    return image.path === '' ? fault('must be a URL, { "url": … } or { "id": … }') : image;
  const { url = null, id = null } = image as { url?: string | null; id?: number | null };
  return { url: url === '' ? null : url, imageId: id };
}

type FlagChanges = { readonly [F in keyof PageSettings]?: boolean | null };

/** The fields of a section as clients send them, for a change. */
export class EditSectionDto {
  @StringField({ minLength: 1, maxLength: 255, nullable: false, example: 'Politics' })
  title?: string;

  @UrlField(false)
  url?: string;

  @ListField(readString, {
    items: { type: 'string' },
    description: 'posts that carry any of these tags belong to the section',
    example: ['election', 'parliament'],
  })
  tags?: string[] | null;

  @IntegerField({
    min: 1,
    max: 3,
    description: '1 Private (default), 2 Public, 3 Unlisted',
    example: 2,
  })
  status?: SectionStatus | null;

  @StringField({ description: 'HTML' })
  about_html?: string | null;

  @Field(
    readPageSettings,
    { description: 'flags that are left out stay as they are' },
    {
      type: 'object',
      properties: {
        open_in_new_tab: { type: 'boolean' },
        allow_community_posts: { type: 'boolean' },
        hide_from_entry_editor: { type: 'boolean' },
        lock_posts_after_publishing: { type: 'boolean' },
      },
      additionalProperties: false,
    },
  )
  page_settings?: FlagChanges | null;

  @Field(
    readHeaderImage,
    {
      description: 'a URL, { "url": … } or { "id": <image id> }',
      example: { url: 'https://example.com/wide.jpg' },
    },
    { type: 'object', additionalProperties: true },
  )
  url_header_image?: HeaderImage | null;

  @StringField()
  meta_title?: string | null;

  @IdField({ description: '0 for none', example: 0 })
  parent_id?: number | null;

  @IntegerField({ nullable: false, description: 'place in the list of sections', example: 0 })
  order?: number;

  toInput(): SectionInput {
    return {
      title: this.title,
      url: this.url,
      tags: this.tags === null ? [] : this.tags,
      status: this.status === null ? SectionStatus.Private : this.status,
      aboutHtml: this.about_html,
      pageSettings: this.page_settings === null ? NO_PAGE_SETTINGS : withoutNulls(this.page_settings),
      headerImage: this.url_header_image === null ? NO_IMAGE : this.url_header_image,
      metaTitle: this.meta_title,
      order: this.order,
      parentId: this.parent_id === null ? 0 : this.parent_id,
    };
  }
}

export class CreateSectionDto extends EditSectionDto {
  @StringField({ required: true, minLength: 1, maxLength: 255, example: 'Politics' })
  declare title: string;

  @UrlField(true)
  declare url: string;
}

export class RemoveSectionDto {
  @IntegerField({ min: 0, nullable: false, description: 'section that the posts move to' })
  destination_section_id?: number;
}

/** A flag that is cleared is off. */
function withoutNulls(flags: FlagChanges | undefined): Partial<PageSettings> | undefined {
  return flags && Object.fromEntries(Object.entries(flags).map(([name, isOn]) => [name, isOn ?? false]));
}
