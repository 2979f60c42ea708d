import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { type Service, startService } from '../support/service.js';

let service: Service;
let text: string;
/** Kinds of all metrics, by their names. */
let shown: ReadonlyMap<string, string>;
beforeAll(async () => {
  // No job runs, and nothing is written there.
  service = await startService({
    environment: { SCHEDULER: 'off' },
    settings: { backup: { every: 24, folder: '/nowhere' } },
  });
  ({ text } = await service.as(null).get('/metrics').expect(200));
  shown = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)].map(([, name = '', kind = '']) => [name, kind]),
  );
});
afterAll(() => service.stop());

const OF_NODE = /^(?:process|nodejs)_/;

test('The documentation has every metric, with its kind', () => {
  const [, chapter = ''] = /\n## Metrics\n(.*?)\n## /s.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
  const documented = [...chapter.matchAll(/^\| `(\w+)` +\| (\w+)/gm)].map(([, name, kind]) => [name, kind]);
  const own = [...shown].filter(([name]) => !OF_NODE.test(name));
  expect(documented.sort()).toEqual(own.sort());
});

test('Names say their units, and counters that they are totals', () => {
  for (const [name, kind] of shown) {
    if (!OF_NODE.test(name)) expect([name, name.endsWith('_total')]).toEqual([name, kind === 'counter']);
    expect(name).not.toMatch(/_(?:ms|milliseconds|kb|mb|percent)(?:_|$)/);
  }
});

/** Series that an expression of PromQL names. */
const namesIn = (expression: string): string[] =>
  [
    ...expression
      .replace(/\{[^}]*\}|"[^"]*"|\b(?:by|on|without) ?\([^)]*\)/g, '')
      .matchAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g),
  ]
    .map(([name]) => name)
    .filter((name) => !FUNCTIONS.has(name));

const FUNCTIONS = new Set(['histogram_quantile', 'label_values', 'min_over_time']);

const isShown = (name: string): boolean =>
  shown.has(name) || shown.get(name.replace(/_(?:bucket|sum|count)$/, '')) === 'histogram';

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

test('Each alert is of metrics that there are, and says what to do', () => {
  const { groups } = parse(readFileSync('docker/prometheus/alerts.yml', 'utf8')) as {
    groups: { rules: Rule[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  expect(rules.length).toBeGreaterThan(9);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  for (const { alert, expr, labels, annotations } of rules) {
    const names = namesIn(expr);
    expect([alert, names.length > 0 || expr.startsWith('up{')]).toEqual([alert, true]);
    expect([alert, names.filter((name) => !isShown(name))]).toEqual([alert, []]);
    expect(labels.severity).toMatch(/^(?:page|ticket)$/);
    expect(annotations.summary && annotations.description).toBeTruthy();
  }
});

interface Panel {
  readonly title: string;
  readonly targets?: readonly { readonly expr: string }[];
}

test('Each panel of the dashboard is of metrics that there are', () => {
  const file = readFileSync('docker/grafana/content-publishing-service.json', 'utf8');
  const { panels } = JSON.parse(file) as { panels: Panel[] };
  const named = panels.flatMap(({ title, targets = [] }) =>
    targets.flatMap(({ expr }) => namesIn(expr).map((name) => [title, name] as const)),
  );
  expect(named.filter(([, name]) => !isShown(name))).toEqual([]);
  const all = new Set(named.map(([, name]) => name.replace(/_(?:bucket|sum|count)$/, '')));
  expect([...shown.keys()].filter((name) => !OF_NODE.test(name) && !all.has(name))).toEqual([]);
});

test('What requests do grows their numbers, and no label', async () => {
  const value = (of: string, series: string): number =>
    Number(
      of
        .split('\n')
        .find((line) => line.startsWith(`${series} `))
        ?.slice(series.length + 1) ?? 0,
    );
  await service.post('/api/1.3/posts', { headline: 'Tides' }).expect(200);
  for (const query of ['{ sections { title } }', '{ sections { title } }', '{ nonsense }'])
    await service.as(null).post('/core/graphql', { query });
  for (let view = 0; view < 2; view++) await service.as(null).get('/');
  const { text: after } = await service.as(null).get('/metrics').expect(200);
  expect(value(after, 'graphql_operation_duration_seconds_count{result="errors"}')).toBe(1);
  expect(value(after, 'graphql_operation_duration_seconds_count{result="ok"}')).toBe(2);
  expect(value(after, 'graphql_operation_cost_count')).toBeGreaterThan(0);
  expect(value(after, 'cache_misses_total{cache="graphql_answers"}')).toBe(1);
  expect(value(after, 'cache_hits_total{cache="graphql_answers"}')).toBe(1);
  expect(value(after, 'cache_bytes{cache="graphql_answers"}')).toBeGreaterThan(0);
  const isServer = service.database.url.startsWith('mysql:');
  expect(value(after, 'database_pool_connections_limit')).toBe(isServer ? 10 : 0);
  expect(value(after, 'database_pool_connections_open') > 0).toBe(isServer);
});
