import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createVerdict } from '../support/verdict.ts';
import { CONTENDERS, type Row } from './plan.ts';
import { judgeOurs, REPORT_HEAD, reportRows } from './report.ts';

const exitCode = process.exitCode;
afterEach(() => {
  process.exitCode = exitCode;
});

const row = (more: Partial<Row>): Row => ({
  contender: 'workbox',
  fault: 'offline',
  step: 'before',
  isReached: true,
  lost: 0,
  stuck: 0,
  doubled: 0,
  foreign: 0,
  wasTold: false,
  help: 'none',
  drainMs: null,
  sentBytes: 10,
  neededBytes: 10,
  ...more,
});

const cellOf = (rows: readonly Row[], title: string, contender: (typeof CONTENDERS)[number]) =>
  reportRows(rows).find(([name]) => name?.startsWith(title))?.[CONTENDERS.indexOf(contender) + 1];

test('BEN-03b posts that waited for a help are counted, and are in no time', () => {
  const rows = [
    row({ drainMs: 1_000 }),
    row({ step: 'during', help: 'reopened' }),
    row({ step: 'after', help: 'synced' }),
    row({ step: 'between', help: 'synced' }),
  ];
  expect(cellOf(rows, 'posts that waited until the app', 'workbox')).toBe('1');
  expect(cellOf(rows, "posts that waited for the browser's next sync", 'workbox')).toBe('2');
  expect(cellOf(rows, 'time to drain of the others p95', 'workbox')).toBe('1.0');
  expect(cellOf(rows.slice(1), 'time to drain of the others p50', 'workbox')).toBe('–');
});

test('BEN-03a every contender has its column; what was not run says so', () => {
  expect(REPORT_HEAD.slice(1)).toEqual([
    ...['ours', 'Workbox', 'Workbox, with a key', 'Uppy', 'Uppy, with a key', 'Uppy, tus'],
  ]);
  expect(cellOf([row({})], 'photos doubled', 'uppyTus')).toBe('not run');
  expect(cellOf([row({ contender: 'uppyTus', doubled: 2 })], 'photos doubled', 'uppyTus')).toBe('2');
});

test('BEN-01a a lost photo of ours is named by its fault and step, a step not reached too; others may lose', () => {
  const lines: string[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'report-'));
  const verdict = createVerdict('try', { env: {}, folder, say: (line) => lines.push(line) });
  judgeOurs(
    [
      row({ contender: 'ours', fault: '500', step: 'after', lost: 1 }),
      row({ contender: 'ours', fault: 'tabs', step: 'during', isReached: false }),
      row({ lost: 8 }),
    ],
    verdict,
  );
  verdict.end();
  expect(lines.join('\n')).toMatch(
    /photos lost 1 \(at most 0\)[\s\S]*not kept: ours +500 +after[\s\S]*shows nothing: ours +tabs/,
  );
  expect(lines.join('\n')).not.toContain('workbox');
});
