/** The alerts of server/deploy/alerts.yml speak of figures the server has, and docs/operations.md of each of them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startServer } from '../../server/main.ts';
import { nonEmpty } from '../nonEmpty.ts';

interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}
interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string; readonly level?: string };
}
const root = resolve(import.meta.dirname, '../..');
const { groups } = parse(readFileSync(join(root, 'server/deploy/alerts.yml'), 'utf8')) as Rules;
const rules = nonEmpty(groups.flatMap((group) => group.rules));

/** Names of figures in an expression: what is neither a label, a text, a time, a function nor a word of the language. */
const figuresOf = (expr: string): string[] =>
  expr
    .replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)/g, ' ')
    .match(/\b[a-z][a-z0-9_]*\b(?!\s*\()/g)
    ?.filter((word) => !['and', 'or', 'unless', 'by', 'le'].includes(word)) ?? [];

/** What Prometheus knows by itself. */
const ITS_OWN = new Set(['up']);

test('every alert speaks of figures that /metrics has', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'alerts-'));
  const server = await startServer({ port: 0, host: '127.0.0.1', dataDir, demoPictures: null, dist: null });
  try {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    const types = nonEmpty([...text.matchAll(/^# TYPE (\w+) (\w+)$/gm)]);
    const known = types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['bucket', 'sum', 'count'].map((part) => `${name}_${part}`) : [name],
    );
    const unknown = rules.flatMap(({ alert, expr }) =>
      nonEmpty(figuresOf(expr))
        .filter((name) => !ITS_OWN.has(name) && !known.includes(name))
        .map((name) => `${alert}: ${name}`),
    );
    expect(unknown).toEqual([]);
  } finally {
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test('what to do for every alert stands in the operations manual', () => {
  const manual = readFileSync(join(root, 'docs/operations.md'), 'utf8');
  expect(rules.filter(({ alert }) => !manual.includes(`\`${alert}\``)).map(({ alert }) => alert)).toEqual([]);
});

/** Hours of 30 days, and the share of answers that may fail. */
const [MONTH, ALLOWED] = [30 * 24, 0.001];

test('OPS-12a the levels have rules: 2 % of the allowance in an hour pages, 5 % in six is a ticket', () => {
  const levelled = nonEmpty(rules.filter(({ labels }) => labels.level !== undefined));
  expect(new Set(levelled.map(({ labels }) => labels.level))).toEqual(new Set(['availability', 'age', 'loss']));
  const burns = levelled.filter(({ labels }) => labels.level === 'availability');
  const parts = nonEmpty(burns).map(({ expr, labels }) => ({
    severity: labels.severity,
    windows: [...new Set(expr.match(/(?<=\[)\w+(?=\])/g))],
    bounds: [...new Set(expr.match(/(?<=> )[\d.]+/g))].map(Number),
  }));
  expect(parts).toEqual([
    { severity: 'page', windows: ['1h', '5m'], bounds: [expect.closeTo((0.02 * MONTH * ALLOWED) / 1, 6)] },
    { severity: 'ticket', windows: ['6h', '30m'], bounds: [expect.closeTo((0.05 * MONTH * ALLOWED) / 6, 6)] },
  ]);
});
