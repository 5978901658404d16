/** The alerts of server/deploy/alerts.yml speak of figures the server has, and docs/operations.md of each of them. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { startServer } from '../../server/main.ts';
import { nonEmpty } from '../nonEmpty.ts';

interface Rules {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
}
interface Rule {
  readonly expr: string;
  /** Name of the figure that the rule makes; an alert has none. */
  readonly record?: string;
  readonly alert: string;
  readonly labels: { readonly severity: string; readonly level?: string };
}
const root = resolve(import.meta.dirname, '../..');
const folder = join(root, 'server/deploy');
const { groups } = parse(readFileSync(join(folder, 'alerts.yml'), 'utf8')) as Rules;
const all = nonEmpty(groups.flatMap((group) => group.rules));
const rules = nonEmpty(all.filter(({ record }) => record === undefined));
const records = nonEmpty(all.flatMap(({ record }) => record ?? []));

/** Names of figures in an expression: what is neither a label, a text, a time, a function nor a word of the language. */
const figuresOf = (expr: string): string[] =>
  expr
    .replace(/\{[^}]*\}|\[[^\]]*\]|\b(?:by|without) \([^)]*\)/g, ' ')
    .replace(/\boffset \w+/g, ' ')
    .match(/\b[a-z][a-z0-9_:]*\b(?!\s*\()/g)
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
    const unknown = all.flatMap(({ alert, record, expr }) =>
      nonEmpty(figuresOf(expr))
        .filter((name) => !ITS_OWN.has(name) && !known.includes(name) && !records.includes(name))
        .map((name) => `${record ?? alert}: ${name}`),
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

/** By level: severity, windows and the burn rate of each rule. A burn rate of 1 uses up the allowance of 30 days in 30 days. */
const BURNS = {
  availability: {
    allowed: 0.001,
    rules: [
      ['page', '1h', '5m', 14.4],
      ['ticket', '6h', '30m', 6],
      ['ticket', '3d', '6h', 1],
    ],
  },
  age: {
    allowed: 0.1,
    rules: [
      ['ticket', '1h', '15m', 6],
      ['ticket', '6h', '1h', 2],
      ['ticket', '3d', '6h', 1],
    ],
  },
} as const;
const levelled = nonEmpty(rules.filter(({ labels }) => labels.level !== undefined));

test('OPS-12a the levels have rules: each over two windows by its burn rate; of loss the first one tells', () => {
  expect(new Set(levelled.map(({ labels }) => labels.level))).toEqual(new Set(['availability', 'age', 'loss']));
  for (const [level, { allowed, rules: burns }] of Object.entries(BURNS)) {
    const told = levelled.filter(({ labels }) => labels.level === level);
    const parts = told.map(({ expr, labels }) => {
      const ratios = [...expr.matchAll(/level:\w+:ratio_rate(\w+) > ([\d.]+)/g)];
      return [
        labels.severity,
        ...ratios.map(([, window]) => window),
        ...new Set(ratios.map(([, , bound]) => Number(bound))),
      ];
    });
    expect(parts).toEqual(
      burns.map(([severity, long, short, burn]) => [severity, long, short, expect.closeTo(burn * allowed, 6)]),
    );
  }
  const losses = levelled.filter(({ labels }) => labels.level === 'loss').map(({ alert }) => alert);
  expect(losses).toEqual(['ObjectsDamaged', 'PhotosLost', 'PhotosLostFast']);
});

interface Played {
  readonly tests: readonly {
    readonly alert_rule_test: readonly { readonly alertname: string; readonly exp_alerts?: readonly unknown[] }[];
  }[];
}

test('OPS-12b series are played for each alert of a level: one that it tells, and one that it does not', () => {
  const { tests } = parse(readFileSync(join(folder, 'alerts.test.yml'), 'utf8')) as Played;
  const played = nonEmpty(tests.flatMap(({ alert_rule_test }) => alert_rule_test));
  const missing = levelled.flatMap(({ alert }) =>
    [true, false]
      .filter((fires) => !played.some((one) => one.alertname === alert && (one.exp_alerts !== undefined) === fires))
      .map((fires) => `${alert} ${fires ? 'fires' : 'is silent'}`),
  );
  expect(missing).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;
if (!hasPromtool)
  console.warn('promtool is not installed (package prometheus): no series are played through alerts.yml.');

test.runIf(hasPromtool)(
  'OPS-12b Prometheus takes the rules, and the played series alert when they should',
  async () => {
    const run = promisify(execFile);
    // Rejects with what promtool says where a rule is wrong, or an alert comes or stays away against the file.
    await run('promtool', ['check', 'rules', join(folder, 'alerts.yml')]);
    const { stdout, stderr } = await run('promtool', ['test', 'rules', join(folder, 'alerts.test.yml')], {
      cwd: folder,
    });
    expect(stdout + stderr).toContain('SUCCESS');
  },
  120_000,
);
