/** What devices measured (OPS-02), from the call to /metrics and to the dashboard that shows it. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtClient, createFieldMetrics } from '../../server/http/fieldMetrics.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { MEASUREMENT_CALLS, MEASUREMENTS } from '../../src/contract/measurementLimits.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { measuredOf } from './contract/contactRows.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'field-'));
let server: RunningServer;
beforeAll(async () => {
  server = await startServer({ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null });
});
afterAll(async () => {
  await server?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const put = (text: string) =>
  fetch(`${server.url}/f/measurement/items`, {
    method: 'PUT',
    headers: { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'content-type': 'application/json' },
    body: text,
  });
const readMetrics = async () => (await fetch(`${server.url}/metrics`)).text();
const linesOf = (text: string, name: string) =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));

test('OPS-02a what a device measured stands in /metrics, as histograms and counts', async () => {
  const measured = measuredOf({
    page: 'event-detail',
    device: 'phone',
    engine: 'webkit',
    vitals: { lcp: 2.2, inp: 0.18, cls: 0.04 },
    errors: ['NETWORK', 'NETWORK'],
    posts: [
      { stage: 'public', age: 42 },
      { stage: 'full', age: 700 },
    ],
  });
  const answer = await put(JSON.stringify(measured));
  expect([answer.status, await answer.json()]).toEqual([200, { result: 'ok' }]);
  const text = await readMetrics();
  const labels = 'page="event-detail",device="phone",engine="webkit"';
  for (const [line, value] of [
    [`fan_client_lcp_seconds_bucket{le="2",${labels}}`, 0],
    [`fan_client_lcp_seconds_bucket{le="2.5",${labels}}`, 1],
    [`fan_client_inp_seconds_bucket{le="0.2",${labels}}`, 1],
    [`fan_client_cls_bucket{le="0.05",${labels}}`, 1],
    ['fan_client_errors_total{code="NETWORK",engine="webkit",build="unknown"}', 2],
    ['fan_post_public_age_seconds_bucket{le="30",engine="webkit"}', 0],
    ['fan_post_public_age_seconds_bucket{le="60",engine="webkit"}', 1],
    ['fan_post_full_quality_age_seconds_bucket{le="900",engine="webkit"}', 1],
  ] as const)
    expect(text.split('\n')).toContain(`${line} ${value}`);
});

test('OPS-02c a call of more than 4 KB is refused, and none is counted in the database', async () => {
  const padded = JSON.stringify({ ...measuredOf(), more: 'x'.repeat(MEASUREMENTS.bodyBytes) });
  expect((await put(padded)).status).toBe(413);
  const rows = await server.deps.db.selectFrom('identity_limit').selectAll().execute();
  expect(rows).toEqual([]);
});

/** A register of its own, with a clock. */
function open(build: string | null = 'abc') {
  const register = new Registry();
  const clock = { now: 1_000_000 };
  const { measure } = createFieldMetrics([register], { now: () => clock.now, build });
  return { measure, clock, read: () => register.metrics() };
}

test('OPS-02b words of a caller make no label: an unknown page, engine or code is counted as other', async () => {
  const { measure, read } = open();
  for (let count = 0; count < 50; count += 1) {
    const word = `w-${count}`;
    const build = ['abc', 'xyz', ''][count % 3] ?? '';
    measure(measuredOf({ page: word, engine: word, build, errors: [word, 'EVENT_OVER'] }), null);
  }
  const text = await read();
  expect(text).not.toMatch(/w-\d/);
  expect(linesOf(text, 'fan_client_lcp_seconds_count')).toEqual([
    'fan_client_lcp_seconds_count{page="other",device="phone",engine="other"} 50',
  ]);
  const counted = linesOf(text, 'fan_client_errors_total');
  expect(counted).toHaveLength(6);
  for (const build of ['current', 'older', 'unknown'])
    expect(counted.some((line) => line.includes(`code="other",engine="other",build="${build}"`))).toBe(true);
});

test('OPS-02c more than its share of one network is dropped, until the next window; others go on', async () => {
  const { measure, clock, read } = open();
  const counted = async () =>
    Number(
      linesOf(await read(), 'fan_client_lcp_seconds_count')[0]
        ?.split(' ')
        .at(-1) ?? 0,
    );
  for (let count = 0; count < MEASUREMENT_CALLS.count + 100; count += 1) measure(measuredOf(), '203.0.113.1');
  expect(await counted()).toBe(MEASUREMENT_CALLS.count);
  // Two networks may share a place, eight hardly do.
  for (let other = 2; other < 10; other += 1) measure(measuredOf(), `203.0.113.${other}`);
  expect(await counted()).toBeGreaterThan(MEASUREMENT_CALLS.count);
  const before = await counted();
  clock.now += MEASUREMENT_CALLS.windowMs;
  measure(measuredOf(), '203.0.113.1');
  expect(await counted()).toBe(before + 1);
});

test('OPS-02a without a built client the build is not known', () => {
  expect(builtClient(null)).toBeNull();
  expect(builtClient(dataDir)).toBeNull();
});

const dashboard = readFileSync(resolve(import.meta.dirname, '../../server/deploy/grafana.json'), 'utf8');
const FUNCTIONS = new Set(['histogram_quantile']);

test('OPS-02a every metric the dashboard asks for is one the server tells', async () => {
  const { panels } = JSON.parse(dashboard) as { panels: { targets?: { expr: string }[] }[] };
  const asked = panels.flatMap(({ targets = [] }) =>
    targets.flatMap(({ expr }) => expr.match(/[a-z]+(?:_[a-z]+)+/g) ?? []),
  );
  const told = (await readMetrics()).split('\n').flatMap((line) => {
    const [, name, type] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
    if (name === undefined) return [];
    return type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name];
  });
  const names = nonEmpty([...new Set(asked)].filter((name) => !FUNCTIONS.has(name)));
  expect(names.filter((name) => !told.includes(name))).toEqual([]);
  expect(told.filter((name) => name.startsWith('fan_') && !/_(?:sum|count)$/.test(name)).sort()).toEqual(
    [...new Set(names.filter((name) => name.startsWith('fan_') && !/_(?:sum|count)$/.test(name)))].sort(),
  );
});
