import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { INestApplication } from '@nestjs/common';
import { ArticleScheduleService } from '../modules/articles/scheduling/article-schedule.service.js';
import type { CommittedEvent } from '../modules/changes/events/committed-event.js';
import { EventConsumers } from '../modules/changes/events/event-consumers.js';
import { KeysService } from '../modules/auth/keys.service.js';
import { Jobs } from '../platform/schedule/jobs.js';
import { Client } from './client.js';
import { launch, type LaunchOptions } from './launch.js';

export interface ServiceOptions extends Omit<LaunchOptions, 'folder'> {
  /** `mysql://…/name` or `sqlite:<file>`; an embedded one of its own when left out. */
  readonly database?: string | undefined;
}

/** The whole service with an extension, as its clients see it. It publishes nothing by itself. */
export interface Service {
  /** `http://127.0.0.1:…` */
  readonly url: string;
  /** The application, for its providers: `service.app.get(CorrectionsService)`. */
  readonly app: INestApplication;
  /** Calls of the Administrator, author 1. */
  readonly admin: Client;
  readonly adminKey: string;
  /** Calls with another key, or without one. */
  as(key: string | null): Client;
  /** An author with a role, and calls with a key of it. */
  createAuthor(role: string): Promise<{ id: number; key: string; client: Client }>;
  /** Publishes what is scheduled and due by the clock, and says how much. */
  publishDue(): Promise<{ published: number; failed: number }>;
  /**
   * Hands what is committed to the methods with `@OnCommitted`, until nothing is left but what waits for its
   * next attempt. One that throws does not end it: what it has thrown is in `failures`.
   */
  deliverEvents(): Promise<Delivered>;
  /**
   * Runs a `@Job` at once, whether it is due or not.
   *
   * @returns false when another instance is running it
   * @throws Error of the job, or when there is no such job
   */
  runJob(name: string): Promise<boolean>;
  close(): Promise<void>;
}

/** The outcome of {@link Service.deliverEvents}. */
export interface Delivered {
  /** Events that were handled, each counted once for each method that has handled it. */
  readonly handled: number;
  readonly failures: readonly DeliveryFailure[];
}

/**
 * An event that a method could not handle. It comes again after 5 seconds of the clock, then later and later.
 */
export interface DeliveryFailure {
  /** The name that `@OnCommitted` gives. */
  readonly consumer: string;
  readonly event: CommittedEvent;
  readonly error: unknown;
}

/**
 * Starts the service for a test, with files and, unless one is given, a
 * database in a folder that `close` removes.
 */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { database, environment } = options;
  const folder = mkdtempSync(join(tmpdir(), 'content-service-'));
  const removeFolder = () => {
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const launched = await launch({
      ...options,
      folder,
      environment: { SCHEDULER: 'off', ...(database && { DATABASE_URL: database }), ...environment },
    });
    const { app, url, adminKey } = launched;
    const as = (key: string | null) => new Client(url, key);
    const admin = as(adminKey);
    const closing = new AbortController();
    return {
      url,
      app,
      admin,
      adminKey,
      as,
      async createAuthor(role) {
        const { id } = await admin.ok<{ id: number }>(admin.post('/api/1.1/authors', { role }));
        const { secret: key } = await app.get(KeysService).create({ authorId: id });
        return { id, key, client: as(key) };
      },
      publishDue: () => app.get(ArticleScheduleService).publishDue(),
      async deliverEvents() {
        const failures: DeliveryFailure[] = [];
        let handled = 0;
        await app.get(EventConsumers).deliverAll((consumer, event, error) => {
          // The service has consumers of its own.
          if (!consumer.startsWith(`${options.extension?.name ?? ''}.`)) return;
          if (error === undefined) handled++;
          else failures.push({ consumer, event, error });
        }, closing.signal);
        return { handled, failures };
      },
      runJob: (name) => app.get(Jobs).runNow(name, closing.signal),
      async close() {
        closing.abort();
        await launched.end();
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}
