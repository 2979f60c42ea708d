import { DomainError, InsufficientStorageError, OverloadedError } from './errors.js';

const FULL = new Set(['ENOSPC', 'EDQUOT']);
/** Faults of the machine, or too many open files; no fault of the client. */
const UNUSABLE = new Set(['EACCES', 'EBUSY', 'EIO', 'EMFILE', 'ENFILE', 'ENXIO', 'EPERM', 'EROFS', 'ESTALE']);
const RETRY_AFTER_S = 5;

/**
 * The domain error that a failure to read or write files amounts to; null for any other. It names no path.
 *
 * @param error of the operating system, or a domain error that stands for one already
 */
export function fileFailure(error: unknown): DomainError | null {
  if (error instanceof DomainError) return isOfStorage(error) ? error : null;
  const { code = '' } = error as NodeJS.ErrnoException;
  if (FULL.has(code))
    return new InsufficientStorageError(
      'insufficient-storage',
      'There is no room left for files; nothing was changed.',
    );
  if (UNUSABLE.has(code))
    return new OverloadedError(
      'storage-unavailable',
      'Files cannot be read or written now; nothing was changed.',
      RETRY_AFTER_S,
    );
  return null;
}

const isOfStorage = ({ kind, code }: DomainError): boolean =>
  kind === 'insufficient-storage' || code.startsWith('storage-');
