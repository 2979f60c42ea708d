import { DomainEvent } from '../../../kernel/events/domain-events.js';

/** The rendering or the texts of an image are changed in this transaction, or the image is removed. */
export class ImageChanged extends DomainEvent {
  constructor(readonly imageId: number) {
    super();
  }
}
