/** The alerts of server/deploy/alerts.yml speak of figures the server has, and docs/operations.md of each of them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startServer } from '../../server/main.ts';
import { nonEmpty } from '../nonEmpty.ts';

interface Rules {
  readonly groups: readonly { readonly rules: readonly { readonly alert: string; readonly expr: string }[] }[];
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
