import {
  Field,
  fault,
  Fault,
  FlagField,
  readObject,
  readString,
  StringField,
} from '../../../platform/http/request/fields.js';
import { CursorPageDto } from '../../../platform/http/request/page.dto.js';
import { FilesProperty } from './uploads.js';
import { InvalidError } from '../../../kernel/errors.js';
import type { CropInputs, Point } from '../domain/crops.js';
import type { ImageDetails } from '../domain/image.entity.js';
import { parseCrops } from '../domain/manual-crops.js';

const CROPS = 'manual_image_crops';
const POINT = 'focal_point';
const NEW_TAB = new Set(['true', '1', '_blank']);

/** Forms have no objects: JSON in a text will do. */
function readJsonObject(value: unknown): object | Fault | null {
  if (typeof value !== 'string') return readObject(value);
  if (value.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(value);
    return parsed === null ? null : readObject(parsed);
  } catch {
    return fault('must be an object');
  }
}

const MAX_DIGITS = 7;

/** @throws InvalidError naming each coordinate that is no whole number */
function parsePoint(sent: object): Point {
  const given = sent as Partial<Record<'x' | 'y', unknown>>;
  const [x, y] = [given.x, given.y].map((value) =>
    typeof value === 'string' && /^\d+$/.test(value) && value.length <= MAX_DIGITS ? Number(value) : value,
  );
  if (Number.isSafeInteger(x) && Number.isSafeInteger(y)) return { x: x as number, y: y as number };
  throw InvalidError.fields(
    Object.entries({ x, y })
      .filter(([, value]) => !Number.isSafeInteger(value))
      .map(([name, value]) => ({
        field: `${POINT}.${name}`,
        message: value === undefined ? 'is required' : 'must be an integer, pixels of the original',
      })),
  );
}

/** The interface has it as a text that says `true`; the flag says the same. */
const readTarget = (value: unknown): string | Fault =>
  readString(typeof value === 'boolean' ? String(value) : value);

const TextField = (description: string, example?: string) =>
  StringField({ maxLength: 10_000, description, ...(example !== undefined && { example }) });

/** The texts and crops of an image. Interface, chapter "Images". */
class ImageDetailsDto {
  @TextField('by default what the file says (IPTC caption/abstract)', 'The bridge at dawn')
  caption?: string | null;

  @TextField('by default what the file says (IPTC by-line)', 'Ann Lee')
  photo_credit?: string | null;

  @TextField('what the image shows, for those who cannot see it', 'A bridge in fog')
  alt?: string | null;

  @TextField('wraps the image in a link')
  link_url?: string | null;

  @TextField('title of the link')
  title?: string | null;

  @Field(readTarget, { description: '`true` opens the link in a new tab' }, { type: String })
  link_target?: string | null;

  details(): ImageDetails {
    const { link_target: target } = this;
    return {
      caption: this.caption,
      photoCredit: this.photo_credit,
      alt: this.alt,
      linkUrl: this.link_url,
      title: this.title,
      opensNewTab: target === undefined || target === null ? target : NEW_TAB.has(target.toLowerCase()),
    };
  }
}

export class CreateImageDto extends ImageDetailsDto {
  @StringField({
    maxLength: 4000,
    description: 'URL of the image, in place of a file',
    example: 'https://example.com/a.jpg',
  })
  image_url?: string | null;
}

/** Form of an upload, for the API description. */
export class UploadImageDto extends CreateImageDto {
  @FilesProperty()
  file?: unknown[];
}

export class EditImageDto extends ImageDetailsDto {
  @StringField({
    required: true,
    minLength: 1,
    maxLength: 4000,
    description: 'the image’s own URL leaves the file as it is, another one replaces it',
  })
  image_url!: string;

  @Field(
    readJsonObject,
    {
      description:
        'by ratio code; pixels of the original, or of an image of imgWidth × imgHeight; null returns to the default',
      example: { '3x1': { left: 0, top: 120, width: 1200, height: 400 } },
    },
    { type: 'object', additionalProperties: true },
  )
  manual_image_crops?: object | null;

  @Field(
    readJsonObject,
    {
      description:
        'centre of the crops that nobody has drawn, pixels of the original; null lets it be found again',
      example: { x: 820, y: 310 },
    },
    { type: 'object', properties: { x: { type: 'integer' }, y: { type: 'integer' } }, required: ['x', 'y'] },
  )
  focal_point?: object | null;

  focalPoint(): Point | null | undefined {
    return this.focal_point && parsePoint(this.focal_point);
  }

  crops(): CropInputs | null | undefined {
    return this.manual_image_crops && parseCrops(this.manual_image_crops, CROPS);
  }
}

/** Form of an upload, for the API description. */
export class UploadDocumentDto {
  @FilesProperty()
  file?: unknown[];
}

/** Description of the routes that read images and documents. */
export const SEEN_MEDIA =
  'Those who may not read drafts see what something published shows, and own uploads.';

export class ListMediaDto extends CursorPageDto {}

export class RemoveMediaDto {
  @FlagField({ description: 'remove it also when something shows it' })
  force?: boolean | null;
}
