import { Agent } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request, { type Test } from 'supertest';
import { defineExtension, type Extension } from '../../src/extension/extension.js';
import { KeysService, type NewKey } from '../../src/modules/auth/keys.service.js';
import { launch } from '../../src/testing/launch.js';
import type { TestDatabase } from './database.js';
import { createMigratedDatabase } from './migrated-database.js';

export const BASE_URL = 'https://site.example';

export interface ServiceOptions {
  /** Content of the site settings file. */
  readonly settings?: object;
  /** Variables besides those that every test has. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called `acme` unless it has a name. */
  readonly extension?: Partial<Extension>;
  /** A database that another service of the test uses too. */
  readonly database?: TestDatabase;
}

/** Calls of the API with one key. */
export interface Client {
  get(path: string): Test;
  head(path: string): Test;
  post(path: string, body?: object): Test;
  put(path: string, body?: object): Test;
  delete(path: string): Test;
}

/** The whole service on a database of its own, as its clients see it. */
export interface Service extends Client {
  readonly app: NestExpressApplication;
  readonly database: TestDatabase;
  /** Key of the Administrator, author 1. */
  readonly adminKey: string;
  /** Calls with another key, or without one. */
  as(key: string | null): Client;
  /** A key for an author. */
  createKey(wanted: NewKey): Promise<string>;
  /** An author with a role, and a key for it. */
  createAuthorWithKey(role: string, more?: object): Promise<{ id: number; key: string; client: Client }>;
  stop(): Promise<void>;
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const database = options.database ?? (await createMigratedDatabase());
  const extension = options.extension && { name: 'acme', compatibility: '^1.0.0', ...options.extension };
  const launching = launch({
    extension: extension && defineExtension(extension),
    settings: options.settings,
    folder: database.folder,
    environment: { DATABASE_URL: database.url, PUBLIC_BASE_URL: BASE_URL, ...options.environment },
  });
  const { app, adminKey, end } = await launching.catch(async (error: unknown) => {
    if (!options.database) await database.drop();
    throw error;
  });
  const connections = new Agent({ keepAlive: true });
  const client = (key: string | null): Client => clientOf(app, connections, key);
  const createKey = async (wanted: NewKey) => (await app.get(KeysService).create(wanted)).secret;
  const admin = client(adminKey);
  return {
    ...admin,
    app,
    database,
    adminKey,
    as: client,
    createKey,
    async createAuthorWithKey(role, more = {}) {
      const answer = await admin.post('/api/1.1/authors', { role, ...more }).expect(200);
      const { id } = answer.body as { id: number };
      const key = await createKey({ authorId: id });
      return { id, key, client: client(key) };
    },
    async stop() {
      connections.destroy();
      await end();
      if (!options.database) await database.drop();
    },
  };
}

function clientOf(app: NestExpressApplication, connections: Agent, key: string | null): Client {
  const send = (test: Test, body?: object): Test => {
    void test.agent(connections);
    if (key !== null) void test.set('x-rmauth', key);
    return body === undefined ? test : test.send(body);
  };
  const agent = () => request(app.getHttpServer());
  return {
    get: (path) => send(agent().get(path)),
    head: (path) => send(agent().head(path)),
    post: (path, body) => send(agent().post(path), body),
    put: (path, body) => send(agent().put(path), body),
    delete: (path) => send(agent().delete(path)),
  };
}
