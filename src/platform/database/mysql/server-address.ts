const MYSQL_PORT = 3306;

export interface ServerAddress {
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

/** The server and the database that a URL names, the port of MySQL where it names none. */
export function serverAddress(url: string): ServerAddress {
  const { hostname: host, port, pathname } = new URL(url);
  return { host, port: Number(port) || MYSQL_PORT, database: decodeURIComponent(pathname.slice(1)) };
}
