import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp } from '../bootstrap/application.js';
import { createFirstKey } from '../bootstrap/first-key.js';
import type { Binding, Extension } from '../extension/extension.js';
import { NO_EXTENSION } from '../extension/load-extension.js';
import { Clock } from '../kernel/clock.js';
import { keepSettingsCheck } from '../modules/site/site-settings-source.js';
import { Environment } from '../platform/config/environment.js';
import { Database } from '../platform/database/database.js';

export interface LaunchOptions {
  readonly extension?: Extension | undefined;
  /** Content of the site settings file. */
  readonly settings?: object | undefined;
  /** Variables, besides those that every test has. */
  readonly environment?: Readonly<Record<string, string>> | undefined;
  /** Tells the time to the service and to its statements. */
  readonly clock?: Clock | undefined;
  /** Folder of temporary files, and of all data that the variables do not put elsewhere. */
  readonly folder: string;
}

/** A service that listens on a free port of this machine. */
export interface Launched {
  readonly app: NestExpressApplication;
  readonly url: string;
  /** Key of the Administrator, author 1. */
  readonly adminKey: string;
  /** Ends it, whoever keeps connections open. */
  end(): Promise<void>;
}

const ADMIN_KEY = 'a'.repeat(64);
const DEFAULTS = { PUBLIC_BASE_URL: 'https://site.example', LOG_LEVEL: 'silent', LOG_FORMAT: 'json' };

/** Starts the service in this process. */
export async function launch(options: LaunchOptions): Promise<Launched> {
  keepSettingsCheck();
  const { extension = NO_EXTENSION, clock, folder } = options;
  const environment = Environment.from({
    ...DEFAULTS,
    DATA_DIR: folder,
    SITE_SETTINGS: writeSettings(folder, options.settings ?? {}),
    ...options.environment,
  });
  const app = await createApp(clock ? withClock(extension, clock) : extension, environment);
  if (clock) app.get(Database).follow(clock);
  await createFirstKey(app, ADMIN_KEY);
  await app.listen(0, '127.0.0.1');
  return {
    app,
    url: await app.getUrl(),
    adminKey: ADMIN_KEY,
    end: () => {
      app.getHttpServer().closeAllConnections();
      return app.close();
    },
  };
}

function withClock(extension: Extension, clock: Clock): Extension {
  const binding: Binding = { provide: Clock, useValue: clock };
  const others = (extension.adapters ?? []).filter(({ provide }) => provide !== Clock);
  return { ...extension, adapters: [...others, binding] };
}

function writeSettings(folder: string, settings: object): string {
  const file = join(folder, `site-${Math.random().toString(36).slice(2)}.json`);
  writeFileSync(file, JSON.stringify(settings));
  return file;
}
