import type { GraphQLRequestContextResponseForOperation } from '@apollo/server';
import { expect, test } from '@jest/globals';
import type { PublicChanges } from '../../modules/articles/public-changes.js';
import { NoPeers } from '../../kernel/peers.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { isTooLarge, MAX_CHARACTERS } from '../limits/answer-size.js';
import { Deadline } from '../limits/deadline.js';
import type { GraphqlContext } from '../request-context.js';
import { KeptAnswersPlugin, KeptData, stringifyResult } from './kept-answers.plugin.js';

type Asked = GraphQLRequestContextResponseForOperation<GraphqlContext>;

const DEADLINE_MS = 20;

/** A request that asks the same as all others. */
function asked(): Asked {
  const request = { isShareable: true, deadline: new Deadline(DEADLINE_MS) };
  return {
    ...{ contextValue: { request }, request: {}, operation: {} },
    ...{ source: '{ posts { id } }', queryHash: 'hash' },
  } as unknown as Asked;
}

test('Those who wait for an answer that never comes ask for their own', async () => {
  const plugin = new KeptAnswersPlugin(
    { onChange: () => undefined } as unknown as PublicChanges,
    new Metrics(new NoPeers()),
  );
  const answerTo = async (context: Asked) => {
    const listener = await plugin.requestDidStart(context);
    return listener?.responseForOperation?.(context);
  };
  expect(await answerTo(asked())).toBeNull();
  expect(await Promise.all([answerTo(asked()), answerTo(asked())])).toEqual([null, null]);
});

test('The size of an answer is that of its data, not of their JSON', () => {
  expect(isTooLarge(new KeptData('"'.repeat(MAX_CHARACTERS + 1)))).toBe(false);
});

test('An answer is written as Apollo writes it, whether it is kept or not', () => {
  const [data, errors, extensions] = [{ a: [1, 'b'] }, [{ message: 'c' }], { d: null }];
  for (const more of [{}, { extensions }, { errors, extensions }]) {
    const written = stringifyResult({ data: new KeptData(JSON.stringify(data)), ...more });
    expect(written).toBe(`${JSON.stringify({ data, ...more })}\n`);
    expect(stringifyResult({ data, ...more })).toBe(written);
  }
  expect(stringifyResult({ errors: [] })).toBe('{"errors":[]}\n');
});
