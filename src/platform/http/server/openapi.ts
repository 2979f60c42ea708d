import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AddedFields } from '../request/added-fields.js';
import { problemComponents, ProblemResponse } from '../response/problem.response.js';
import { ApiDescription } from './api-description.js';
import { completeOperations, operationsOf } from './openapi-operations.js';
import { operationId } from './operation-names.js';

const DESCRIPTION = `Stores and publishes editorial content for a site.

**Start here**

1. The first start of the service has printed an API key; \`npm run cli -- keys create --author 1\` makes another. On the page
   \`/docs\`, put it into *Authorize*: all operations can be tried there. Programs send it in the header \`x-rmauth\`, or as a
   bearer token.
2. Create a section (\`POST /api/1.3/sections\`, with \`"status": 2\`, which is Public) and a draft in it
   (\`POST /api/1.3/drafts\`).
3. Publish the draft (\`PUT /api/1.3/drafts/{id}\` with \`"action": "publish"\`), and open its \`post_url\`.
4. Read it in a list (\`GET /api/1.3/posts\`), or from a web app without a key over [GraphQL](/core/graphiql).
5. Systems that keep a copy read \`GET /api/1.3/changes\`, or are told by webhooks.

**What holds everywhere.** Success is 200 with a bare object or array; every failure is \`application/problem+json\`. Unknown
fields and parameters are ignored. Times are whole seconds UTC. PUT is a patch: an omitted field stays as it is, null clears
it. A write with an \`Idempotency-Key\` can be sent again safely.`;

/** Security Scheme Objects by their names. */
type SecuritySchemes = Readonly<Record<string, object>>;

/** The API description, OpenAPI 3.1. @param schemes ways to authenticate besides keys */
export function describeApi(app: NestExpressApplication, schemes: SecuritySchemes = {}): OpenAPIObject {
  const config = new DocumentBuilder()
    .setTitle('Content publishing service')
    .setDescription(DESCRIPTION)
    .setVersion('1.3')
    .setOpenAPIVersion('3.1.0')
    .addServer('/', 'the service that answers this description')
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addTag('Posts', 'what is published')
    .addTag('Drafts', 'what is being written; the same articles through another door')
    .addTag('Scheduled posts', 'what will publish itself; the same articles through a third door')
    .addTag('Sections', 'categories of content')
    .addTag('Authors', 'who writes')
    .addTag('Keys', 'in whose name requests act')
    .addTag('Badges', 'labels of content')
    .addTag('Redirects', 'paths that lead elsewhere')
    .addTag('Images', 'upload, edit and crop images; articles show them by id or by shortcode')
    .addTag('Documents', 'files for readers to download')
    .addTag('Files', 'the URLs of images and documents')
    .addTag('Webhooks', 'URLs that are told of changes of articles')
    .addTag('Likes', 'who likes a post')
    .addTag('Follows', 'which sections an author follows')
    .addTag('Scraper', 'what is behind a URL')
    .addTag('Changes', 'every committed change in its order, for systems that keep a copy')
    .addTag('Audit', 'who has written what, and when')
    .addTag('Operations', 'for load balancers and orchestrators')
    .addApiKey({ type: 'apiKey', in: 'header', name: 'x-rmauth' }, 'key')
    .build();
  config.info.contact = { name: 'Those who run this service' };
  const document = SwaggerModule.createDocument(app, config, {
    autoTagControllers: false,
    extraModels: [ProblemResponse],
    operationIdFactory: operationId,
  });
  document.components = { ...document.components, ...problemComponents() };
  app.get(AddedFields).addTo(document);
  completeOperations(document);
  return toOpenApi31(withSchemes(document, { ...BEARER, ...schemes }));
}

const BEARER = { bearer: { type: 'http', scheme: 'bearer', description: 'the API key as a bearer token' } };

/** Adds the other schemes as alternatives where a key is required. */
function withSchemes(document: OpenAPIObject, schemes: SecuritySchemes): OpenAPIObject {
  Object.assign(((document.components ??= {}).securitySchemes ??= {}), schemes);
  const others = Object.keys(schemes).map((name) => ({ [name]: [] }));
  for (const { operation } of operationsOf(document))
    if (operation.security?.length) operation.security = [...operation.security, ...others];
  return document;
}

/** Serves the description at /docs/openapi.json and a page over it, whole from this service, at /docs. */
export function serveDocs(app: NestExpressApplication, schemes: () => SecuritySchemes): void {
  const description = app.get(ApiDescription);
  description.makeBy(() => describeApi(app, schemes()));
  const http = app.getHttpAdapter().getInstance();
  http.get('/docs/openapi.json', (_request: Request, response: Response) => {
    response.json(description.document);
  });
  http.get('/docs/start.js', (_request: Request, response: Response) => {
    response.type('text/javascript').send(START);
  });
  http.get('/docs', (_request: Request, response: Response) => {
    response.type('html').send(PAGE);
  });
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  app.useStaticAssets(assets, { prefix: '/docs/assets/', index: false, redirect: false, maxAge: '1d' });
}

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>API of the content publishing service</title>
<link rel="icon" href="/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();
SwaggerUIBundle({
  url: '/docs/openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  persistAuthorization: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
`;

/**
 * The generator writes `nullable`, `example`, `exclusiveMinimum: true` and
 * `format: binary` of 3.0, which 3.1 says otherwise.
 *
 * @param isMap whether the keys are names of properties
 */
function toOpenApi31<T>(node: T, isMap = false): T {
  if (Array.isArray(node)) return node.map((item: unknown) => toOpenApi31(item)) as T;
  if (typeof node !== 'object' || node === null) return node;
  const converted = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, toOpenApi31(value as unknown, key === 'properties')]),
  );
  return (isMap ? converted : schemaOf31(converted)) as T;
}

function schemaOf31({ nullable, ...rest }: Record<string, unknown>): object {
  if (rest.exclusiveMinimum === true) {
    rest.exclusiveMinimum = rest.minimum;
    delete rest.minimum;
  }
  // Generators of clients still look at the format.
  if (rest.format === 'binary') rest.contentMediaType = 'application/octet-stream';
  // Parameters, headers and bodies, which have a schema, have it as before.
  if ('example' in rest && !('schema' in rest)) {
    rest.examples = [rest.example];
    delete rest.example;
  }
  if (nullable !== true) return nullable === undefined ? rest : { ...rest, nullable };
  if (typeof rest.type === 'string') return { ...rest, type: [rest.type, 'null'] };
  return { anyOf: [rest, { type: 'null' }] };
}
