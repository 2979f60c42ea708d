import { setImmediate as turn } from 'node:timers/promises';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { expect, test } from '@jest/globals';
import type { Environment } from '../config/environment.js';
import { MetricsEndpoint } from './metrics-endpoint.js';
import type { Metrics } from './metrics.js';

type Handler = (request: object, response: object) => void;

/** An endpoint whose metrics are rendered when a test says so: how often, and by whom it is asked. */
function endpoint() {
  const renderings: ((text: string) => void)[] = [];
  const answers: string[] = [];
  const metrics = { contentType: 'text/plain', render: () => new Promise((end) => renderings.push(end)) };
  let handler: Handler | undefined;
  const app = {
    use: () => undefined,
    getHttpAdapter: () => ({
      getInstance: () => ({ get: (_path: string, given: Handler) => (handler = given) }),
    }),
  };
  new MetricsEndpoint(metrics as unknown as Metrics, {} as Environment).configure(
    app as unknown as NestExpressApplication,
  );
  const response = {
    writeHead: () => response,
    end: (text: string) => answers.push(text),
  };
  return { renderings, answers, ask: () => handler?.({ headers: {} }, response) };
}

test('many who look at one time are told one rendering, and so are those who come just after', async () => {
  const { renderings, answers, ask } = endpoint();
  for (let n = 0; n < 50; n++) ask();
  renderings[0]?.('once');
  await turn();
  ask();
  await turn();
  expect(renderings).toHaveLength(1);
  expect(answers).toEqual(Array.from({ length: 51 }, () => 'once'));
});

test('whoever looks alone is told what is so now', async () => {
  const { renderings, answers, ask } = endpoint();
  for (const [index, text] of ['first', 'second'].entries()) {
    ask();
    renderings[index]?.(text);
    await turn();
  }
  expect(answers).toEqual(['first', 'second']);
});
