import { existsSync } from 'node:fs';

/*
 * Data source of the TypeORM command line: `npm run typeorm -- migration:show`. It loads the compiled
 * service, which that command brings up to date first.
 */
if (existsSync('.env')) process.loadEnvFile('.env');
const load = async <T>(file: string): Promise<T> => (await import(`./dist/${file}`)) as T;

const { entities } = await load<typeof import('./src/app.module.js')>('app.module.js');
const { Environment } = await load<typeof import('./src/platform/config/environment.js')>(
  'platform/config/environment.js',
);
const { createWriter } = await load<typeof import('./src/platform/database/data-sources.js')>(
  'platform/database/data-sources.js',
);

const { DATABASE_URL, DATABASE_POOL } = Environment.from(process.env);

const writer = await createWriter(DATABASE_URL, { poolSize: DATABASE_POOL, entities });
// The service counts statements instead of printing them; the answers of this command line are such lines.
export default writer.setOptions({ logger: 'simple-console' });
