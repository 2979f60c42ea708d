// Writes what the service promises to contract/: the API description, the schemas of GraphQL and of the site
// settings, and what an extension may import.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeSchema } from '../dist/graphql/schema/schema.js';
import { siteDeclarations } from '../dist/modules/site/site.module.js';
import { siteSettingsSchema } from '../dist/modules/site/site-settings.schema.js';
import { Environment } from '../dist/platform/config/environment.js';
import { describeApi } from '../dist/platform/http/server/openapi.js';
import { NO_EXTENSION } from '../dist/extension/load-extension.js';
import { createApp } from '../dist/bootstrap/application.js';
import { clientTypes } from './client-types.mjs';
import { explainDifference, extensionApi } from './extension-api.mjs';

const folder = mkdtempSync(join(tmpdir(), 'contract-'));
const app = await createApp(NO_EXTENSION, Environment.from({ DATA_DIR: folder, LOG_LEVEL: 'silent' }));
const write = (name, content) => {
  writeFileSync(`contract/${name}`, content);
  console.log(`wrote contract/${name}`);
};
const json = (content) => `${JSON.stringify(content, null, 2)}\n`;
const description = describeApi(app);
write('openapi.json', json(description));
writeFileSync('clients/typescript/src/schema.ts', await clientTypes(description));
write('site.schema.json', json(siteSettingsSchema(siteDeclarations())));
write('schema.graphql', await describeSchema());
await app.close();
const api = await extensionApi();
const known = existsSync('contract/extension-api.md')
  ? readFileSync('contract/extension-api.md', 'utf8')
  : api;
console.log(explainDifference(known, api));
write('extension-api.md', api);
rmSync(folder, { recursive: true });
