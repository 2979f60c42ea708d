import { METHODS, type IncomingMessage } from 'node:http';
import { pathOf } from '../http/request/request-path.js';
import type { SpanDescription } from './tracer.js';

const KNOWN_METHODS = new Set(METHODS);
const MAX_CHARACTERS = 2000;
const TRANSACTION_BEGINS = 'START TRANSACTION; ';
const OPERATION = /^\W*(\w+)/;
const TABLE = /\b(?:FROM|INTO|UPDATE)\s+[`"]?(\w+)/i;
/** A statement that changes data, or a batch with one. */
const CHANGE = /\b(?:INSERT\s|REPLACE\s+INTO|DELETE\s+FROM|(?<!FOR\s)UPDATE\s)/i;

/** A request of a client. Its route is known once it has been answered. */
export function requestSpan(request: IncomingMessage): SpanDescription {
  const method = methodOf(request.method);
  return {
    name: method,
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'url.scheme': 'http',
      'url.path': pathOf(request).slice(0, MAX_CHARACTERS),
      'network.protocol.version': request.httpVersion,
    },
  };
}

/** The database that statements go to, by the names of the conventions. */
export interface StatementTarget {
  readonly system: 'sqlite' | 'mysql' | 'mariadb';
  /** Name of the database. */
  readonly namespace?: string;
  readonly host?: string;
  readonly port?: number;
}

/** Statements of one packet, with `?` in the place of values. */
export function statementSpan(
  text: string,
  { system, namespace, host, port }: StatementTarget,
): SpanDescription {
  const statement = text.startsWith(TRANSACTION_BEGINS) ? text.slice(TRANSACTION_BEGINS.length) : text;
  const [, operation = ''] = OPERATION.exec(statement) ?? [];
  const [, table] = TABLE.exec(statement) ?? [];
  const name = operation.toUpperCase();
  const summary = table === undefined ? name : `${name} ${table}`;
  return {
    name: summary,
    kind: 'client',
    isRead: !CHANGE.test(text),
    attributes: {
      'db.system.name': system,
      'db.namespace': namespace,
      'db.operation.name': name,
      'db.collection.name': table,
      'db.query.summary': summary,
      'db.query.text': text.slice(0, MAX_CHARACTERS),
      'server.address': host,
      'server.port': port,
    },
  };
}

/** A request to another server: URLs of webhooks may hold a secret in their path, too. */
export function outboundSpan(method: string, { protocol, hostname, port }: URL): SpanDescription {
  const isSecure = protocol === 'https:';
  return {
    name: method,
    kind: 'client',
    attributes: {
      'http.request.method': method,
      'url.scheme': isSecure ? 'https' : 'http',
      'server.address': hostname,
      'server.port': port === '' ? (isSecure ? 443 : 80) : Number(port),
    },
  };
}

/** A run of a background job. */
export const jobSpan = (name: string): SpanDescription => ({
  name: `job ${name}`,
  kind: 'internal',
  attributes: { 'job.name': name },
});

/** A committed change that is handed to a consumer. */
export const eventSpan = (consumer: string, eventId: string): SpanDescription => ({
  name: `process ${consumer}`,
  kind: 'consumer',
  attributes: {
    'messaging.system': 'events',
    'messaging.operation.type': 'process',
    'messaging.operation.name': 'process',
    'messaging.destination.name': 'events',
    'messaging.consumer.group.name': consumer,
    'messaging.message.id': eventId,
  },
});

/** A client may send any word: there is one for those that nobody knows. */
const methodOf = (method = ''): string => (KNOWN_METHODS.has(method) ? method : '_OTHER');
