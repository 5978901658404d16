import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { hideMarksInNowrap } from './marksInNowrap.ts';

test('LAY-03a a rule that forbids line breaks hides the marks of phrases, others show them', () => {
  expect(hideMarksInNowrap('.a{white-space:nowrap}.b{color:red;white-space: normal;}')).toBe(
    '.a{white-space:nowrap; --wbr: none}.b{color:red;white-space: normal; --wbr: inline;}',
  );
  const base = readFileSync(resolve(import.meta.dirname, '../src/styles/base.css'), 'utf8');
  expect(base).toContain('display: var(--wbr, inline)');
});
