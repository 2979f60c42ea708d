import { once } from 'node:events';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { AppModule } from '../app.module.js';
import type { Extension } from '../extension/extension.js';
import { NO_EXTENSION } from '../extension/load-extension.js';
import { createFirstKey } from './first-key.js';
import { outliveRejections } from './rejections.js';
import { RequestActors } from '../modules/auth/http/request-actors.js';
import { HttpSettings } from '../modules/site/http.settings.js';
import { Environment } from '../platform/config/environment.js';
import { shutDownGracefully } from '../platform/http/server/graceful-shutdown.js';
import { serveDocs } from '../platform/http/server/openapi.js';
import { configureHttp } from '../platform/http/server/server.js';
import { MetricsEndpoint } from '../platform/telemetry/metrics-endpoint.js';

/**
 * Connections that may wait to be accepted, instead of Node's 511: a client whose connection finds no room
 * tries again after a second. The kernel has a limit of its own (`net.core.somaxconn`).
 */
const MAX_CONNECTING = 4096;

/** The application with everything but a port. @throws EnvironmentError, SiteSettingsError */
export async function createApp(
  extension = NO_EXTENSION,
  environment = Environment.from(process.env),
): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule.extendedBy(extension, environment), {
    bodyParser: false,
    // Building the application is not worth a log; what goes wrong in it is thrown.
    logger: false,
    abortOnError: false,
  });
  try {
    await configureHttp(app, { compresses: app.get(HttpSettings).compression });
    serveDocs(app, () => app.get(RequestActors).schemes);
    await app.init();
  } catch (error) {
    // The caller may go on, as a test does: no connection may stay open.
    await app.close().catch(() => undefined);
    throw error;
  }
  app.useLogger(app.get(Logger));
  return app;
}

/**
 * Migrates, makes the first key on an empty database, and listens.
 *
 * @returns the first key, or null when this start has not made it
 */
export async function serve(extension: Extension, environment: Environment): Promise<string | null> {
  const app = await createApp(extension, environment);
  const firstKey = await createFirstKey(app, environment.ADMIN_API_KEY);
  await app.get(MetricsEndpoint).listen();
  const { PORT: port, HOST: host } = environment;
  await once(app.getHttpServer().listen({ port, host, backlog: MAX_CONNECTING }), 'listening');
  shutDownGracefully(app, () => process.exit(0));
  outliveRejections();
  return firstKey;
}
