import { resolve } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { lintFromString, loadConfig } from '@redocly/openapi-core';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';

/** Errors and warnings of `redocly lint` (redocly.yaml, .redocly.lint-ignore.yaml), each with its place. */
export async function redoclyFindings(document: OpenAPIObject): Promise<string[]> {
  const config = await loadConfig({ configPath: 'redocly.yaml' });
  // The file that the ignored findings are noted for.
  const absoluteRef = resolve('contract/openapi.json');
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef, config });
  return problems
    .filter(({ ignored }) => ignored !== true)
    .map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`);
}

/**
 * Errors and warnings of the rules that Spectral recommends for OpenAPI
 * (.spectral.yaml), each with its place.
 */
export async function spectralFindings(document: OpenAPIObject): Promise<string[]> {
  const spectral = new Spectral();
  spectral.setRuleset({ extends: [oas as RulesetDefinition] });
  const problems = await spectral.run(JSON.stringify(document));
  return problems.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
}
