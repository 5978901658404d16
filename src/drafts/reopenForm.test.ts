// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest';
import { forgetOpenForm, rememberOpenForm, takeReopenedForm } from './reopenForm.ts';

const arrive = (type: string) =>
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as unknown as PerformanceNavigationTiming]);
afterEach(() => {
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('T18 after a reload the form that stood open comes back once, for its tenant only', () => {
  arrive('reload');
  rememberOpenForm('one');
  expect(takeReopenedForm('one')).toBe(true);
  expect(takeReopenedForm('one')).toBe(false);
  rememberOpenForm('one');
  expect(takeReopenedForm('two')).toBe(false);
});

test('T18 a closed form, and a page entered by a link, stay as they are', () => {
  arrive('reload');
  rememberOpenForm('one');
  forgetOpenForm();
  expect(takeReopenedForm('one')).toBe(false);
  arrive('navigate');
  rememberOpenForm('one');
  expect(takeReopenedForm('one')).toBe(false);
});
