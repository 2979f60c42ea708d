/** The file, or the name and host of the server's database; never its account. */
export function databaseName(url: string): string {
  if (url.startsWith('sqlite:')) return url.slice('sqlite:'.length);
  const { host, pathname } = new URL(url);
  return `${decodeURIComponent(pathname.slice(1))} at ${host}`;
}
