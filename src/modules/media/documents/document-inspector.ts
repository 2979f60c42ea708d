import type { DocumentType } from '../domain/document.entity.js';

/** Makes sure that a file is what its name says. Replaceable: a site may also look for viruses here. */
export abstract class DocumentInspector {
  /**
   * @throws UnsupportedMediaTypeError when the content is of another type
   * @throws UnprocessableError when it is damaged
   */
  abstract inspect(path: string, type: DocumentType): Promise<void>;
}
