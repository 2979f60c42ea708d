import { DomainError, OverloadedError, UnprocessableError } from '../../../kernel/errors.js';
import { fileFailure } from '../../../kernel/file-failure.js';

const RETRY_AFTER_S = 30;

/**
 * Work of the image library, whose errors tell what is wrong by their words alone.
 * @throws UnprocessableError `image-damaged`, OverloadedError `images-busy`, and errors of the domain and of
 *   files
 */
export async function decoding<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError || fileFailure(error)) throw error;
    // Its limit of time is one of the clock: a busy machine may be the cause.
    if (error instanceof Error && error.message.startsWith('timeout: '))
      throw new OverloadedError('images-busy', 'The image took too long to make.', RETRY_AFTER_S);
    throw new UnprocessableError('image-damaged', 'The image cannot be decoded.');
  }
}
