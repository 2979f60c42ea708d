import {
  fault,
  Fault,
  Field,
  IdField,
  ObjectField,
  readString,
  StringField,
} from '../../../platform/http/request/fields.js';
import { DEFAULT_ROLE } from '../../site/rights.js';
import type { AuthorInput } from '../author-profiles.js';
import { cleanSlug, emailIn, isSlug, MAX_NAME, MAX_SLUG } from '../newcomer.js';

const NameField = () =>
  Field(
    (value) => {
      const text = readString(value);
      if (text instanceof Fault) return text;
      const name = cleanSlug(text);
      if (name === '') return null;
      if (name.length > MAX_SLUG) return fault(`must not be longer than ${MAX_SLUG} characters`);
      return isSlug(name) ? name : fault('must be a slug: letters, digits, and . _ ~ - between them');
    },
    { description: 'slug; made of first and last name when absent', example: 'paulberry' },
    { type: String, maxLength: MAX_SLUG },
  );

const EmailField = () =>
  Field(
    (value) => {
      const text = readString(value);
      if (text instanceof Fault) return text;
      if (text.trim() === '') return null;
      return emailIn(text) ?? fault('must be an e-mail address');
    },
    { description: 'unique without regard to case', example: 'paul@example.com' },
    { type: String, format: 'email', maxLength: 254 },
  );

/** The fields of an author as clients send them. */
export class CreateAuthorDto {
  @StringField({ example: 'Paul', maxLength: MAX_NAME })
  first_name?: string | null;

  @StringField({ example: 'Berry', maxLength: MAX_NAME })
  last_name?: string | null;

  @EmailField()
  email?: string | null;

  @StringField({
    description: 'kept as a hash, never returned',
    minLength: 8,
    maxLength: 1024,
  })
  password?: string | null;

  @NameField()
  name?: string | null;

  @StringField({ description: 'biography, HTML' })
  about_html?: string | null;

  @StringField({ description: 'short biography' })
  bio?: string | null;

  @IdField({ description: '`id` of an image' })
  image_id?: number | null;

  @ObjectField({ description: "custom data, checked against the site's schema where there is one" })
  specific_data?: object | null;

  @StringField({ description: 'Guest Editor when absent', example: 'Guest Editor' })
  role?: string | null;

  toInput(): AuthorInput {
    return {
      firstName: this.first_name,
      lastName: this.last_name,
      email: this.email,
      password: this.password,
      name: this.name,
      aboutHtml: this.about_html,
      bio: this.bio,
      imageId: this.image_id,
      specificData: this.specific_data,
      role: this.role === null ? DEFAULT_ROLE : this.role,
    };
  }
}

/** A change of an author; both names have to be there. */
export class EditAuthorDto extends CreateAuthorDto {
  @StringField({ example: 'Paul', maxLength: MAX_NAME, required: true, nullable: true })
  declare first_name: string | null;

  @StringField({ example: 'Berry', maxLength: MAX_NAME, required: true, nullable: true })
  declare last_name: string | null;
}
