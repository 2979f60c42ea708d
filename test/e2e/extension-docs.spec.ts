import { Controller, Get, Module, Post } from '@nestjs/common';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ApiOkResponse, ApiOperation, type OpenAPIObject } from '@nestjs/swagger';
import { ApiResource, Requires } from '../../src/extension-api.js';
import { redoclyFindings, spectralFindings } from '../support/openapi-linters.js';
import { type Service, startService } from '../support/service.js';

@ApiResource('Puzzles')
@Controller('api/acme/puzzles')
class PuzzlesController {
  @Get()
  @Requires('articles.read')
  @ApiOperation({ summary: 'List puzzles', description: 'Newest first.' })
  @ApiOkResponse({ type: [String] })
  list(): string[] {
    return [];
  }
}

/** Routes that say nothing of themselves. */
@Controller('api')
class PlainController {
  @Get(['1.2/acme/solutions', '1.3/acme/solutions', '1.1/acme/solutions'])
  @Requires('articles.read')
  list(): string[] {
    return [];
  }

  @Get('2.0/acme/posts')
  @Requires('articles.read')
  listPosts(): string[] {
    return [];
  }

  @Post('acme/solutions')
  @Requires('articles.read')
  solvePuzzle(): object {
    return {};
  }
}

@Module({ controllers: [PuzzlesController, PlainController] })
class PuzzlesModule {}

let service: Service;
let document: OpenAPIObject;
beforeAll(async () => {
  service = await startService({
    extension: { modules: [PuzzlesModule] },
    environment: { SCHEDULER: 'off' },
  });
  const { body } = await service.as(null).get('/docs/openapi.json').expect(200);
  document = body as OpenAPIObject;
});
afterAll(() => service.stop());

const operationOf = (path: string, method: 'get' | 'post' = 'get') => document.paths[path]?.[method];

test('linters find nothing in the description of a service with an extension', async () => {
  expect(await redoclyFindings(document)).toEqual([]);
  expect(await spectralFindings(document)).toEqual([]);
});

test('the tags of an extension are in the list of tags, behind those of the service', () => {
  const names = document.tags?.map(({ name }) => name) ?? [];
  expect(names.slice(-3)).toEqual(['Operations', 'Puzzles', 'Extension']);
  expect(new Set(names).size).toBe(names.length);
  expect(operationOf('/api/acme/puzzles')?.tags).toEqual(['Puzzles']);
  expect(operationOf('/api/acme/solutions', 'post')?.tags).toEqual(['Extension']);
});

test('a method with a path for each version has a name for each, the newest the plain one', () => {
  const names = ['1.1', '1.2', '1.3'].map(
    (version) => operationOf(`/api/${version}/acme/solutions`)?.operationId,
  );
  expect(names).toEqual(['listPlainV11', 'listPlainV12', 'listPlain']);
});

test('an operation of an extension takes no name from one of the service', () => {
  expect(operationOf('/api/1.3/posts')?.operationId).toBe('listPosts');
  expect(operationOf('/api/2.0/acme/posts')?.operationId).toBe('listPosts2');
});

test('an operation that says nothing of itself is described by its name', () => {
  expect(operationOf('/api/acme/solutions', 'post')).toMatchObject({
    operationId: 'solvePuzzle',
    summary: 'Solve puzzle',
  });
});
