import { Injectable } from '@nestjs/common';
import { type PermalinkParts, PermalinkStrategy } from 'content-publishing-service';

/** `/a/1c-the-bridge-is-open`: the id in base 36, then the basename. */
@Injectable()
export class ShortPermalinks extends PermalinkStrategy {
  readonly dependsOnSection = false;

  pathOf({ id, basename }: PermalinkParts): string {
    return `/a/${id.toString(36)}-${basename}`;
  }
}
