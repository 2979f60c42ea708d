import { once } from 'node:events';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { Logger } from 'nestjs-pino';
import { AppModule } from '../app.module.js';
import type { Extension } from '../extension/extension.js';
import { loadExtension, NO_EXTENSION } from '../extension/load-extension.js';
import { createFirstKey } from './first-key.js';
import { findLatePackages } from './late-packages.js';
import { Environment } from '../platform/config/environment.js';
import { shutDownGracefully } from '../platform/http/server/graceful-shutdown.js';
import { serveDocs } from '../platform/http/server/openapi.js';
import { configureHttp } from '../platform/http/server/server.js';
import { MetricsEndpoint } from '../platform/telemetry/metrics-endpoint.js';
import { banner } from './banner.js';

/**
 * Connections that may wait to be accepted, instead of Node's 511: a client whose connection finds no room tries again
 * after a second. The kernel has a limit of its own (`net.core.somaxconn`).
 */
const MOST_CONNECTING = 4096;

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
  configureHttp(app);
  serveDocs(app);
  await app.init();
  app.useLogger(app.get(Logger));
  return app;
}

/**
 * Starts the service: migrates, makes the first key on an empty database, listens, says where it is.
 *
 * @param extension the one that the environment names (`EXTENSION`) when it is left out
 */
export async function start(extension?: Extension): Promise<void> {
  findLatePackages();
  const environment = Environment.from(process.env);
  const app = await createApp(extension ?? (await loadExtension(environment.EXTENSION)), environment);
  const firstKey = await createFirstKey(app, environment.ADMIN_API_KEY);
  await app.get(MetricsEndpoint).listen();
  const { PORT: port, HOST: host } = environment;
  await once(app.getHttpServer().listen({ port, host, backlog: MOST_CONNECTING }), 'listening');
  shutDownGracefully(app, () => process.exit(0));
  process.stdout.write(banner(environment, firstKey));
}
