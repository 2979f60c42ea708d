/**
 * Makes the memory that images were decoded in go back to the system. The allocator of glibc keeps it
 * otherwise, in as many arenas as there are threads: hundreds of megabytes after a few large photographs. It
 * is told by variables that it reads when a process begins, so the process begins once more, under the same
 * id. Other systems, and whoever has set one of the variables, are left alone.
 */
export function returnMemoryToSystem(): void {
  const isTold = Object.keys(SETTINGS).some((name) => process.env[name] !== undefined);
  const hasParent = process.channel !== undefined;
  if (isTold || hasParent || !isGlibc()) return;
  const variables = Object.fromEntries(
    Object.entries({ ...process.env, ...SETTINGS }).filter(([, value]) => value !== undefined),
  );
  process.execve?.(
    process.execPath,
    [process.execPath, ...process.execArgv, ...process.argv.slice(1)],
    variables,
  );
}

/** `man mallopt`. Two arenas, and what is larger than a megabyte is the system's again when it is freed. */
const SETTINGS: Readonly<Record<string, string>> = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '1048576',
};

function isGlibc(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime !== undefined;
}
