const FILE_ERRORS: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'is not there'],
  ['EACCES', 'may not be used by this user'],
  ['EPERM', 'may not be used by this user'],
  ['EISDIR', 'is a folder'],
  ['ENOTDIR', 'is no folder'],
  ['ENOSPC', 'cannot be written: the disk is full'],
  ['EROFS', 'cannot be written: the file system is read-only'],
]);

/**
 * `/data is no folder`, for an error of the file system that an operator can mend; null for any other one.
 */
export function fileFault(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const { code, path, syscall } = error as NodeJS.ErrnoException;
  // A folder that has to be made is there as a file.
  const fault = FILE_ERRORS.get(code === 'EEXIST' && syscall === 'mkdir' ? 'ENOTDIR' : code);
  return fault === undefined || path === undefined ? null : `${path} ${fault}`;
}
