import { DomainEvent } from '../../../kernel/domain-events.js';

/** What is shown or said of an image is changed in this transaction, or the image is removed. */
export class ImageChanged extends DomainEvent {
  constructor(readonly imageId: number) {
    super();
  }
}
