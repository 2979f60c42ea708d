import { Injectable } from '@nestjs/common';
import type { AddedField, AddedRequestField } from '../../../../platform/http/request/added-fields.js';
import { CompatibilitySettings } from '../../../compatibility/compatibility.settings.js';
import { ImageLinks } from '../../../media/images/image-links.js';
import { OwnFields } from '../../domain/own-fields.js';
import type { ShownField } from './field-selection.js';
import { formerFields } from './former-fields.js';
import { ownDescribedFields, ownSentFields, ownShownFields } from './own-fields.js';

/** The fields of the post object besides those that every site has. */
@Injectable()
export class ExtraFields {
  /** A field with the name of a built-in one takes its place. */
  readonly shown: readonly ShownField[];
  readonly described: readonly AddedField[];
  /** Fields that clients also send. */
  readonly sent: readonly AddedRequestField[];

  constructor(own: OwnFields, { enabled, postFields }: CompatibilitySettings, links: ImageLinks) {
    const former = Object.entries(enabled && postFields ? formerFields(links) : {});
    this.sent = ownSentFields(own);
    this.shown = [...former, ...ownShownFields(own)];
    this.described = [...former.map(([name, { schema }]) => ({ name, schema })), ...ownDescribedFields(own)];
  }
}
