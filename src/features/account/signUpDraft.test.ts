// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSignUpDraft, keepSignUpDraft, loadSignUpDraft } from './signUpDraft.ts';

const form = {
  email: 'fan@example.jp',
  password: 'Ganbare-90plus3',
  name: '山田 花子',
  nickname: 'はな',
  extended1: '2000',
  extended2: '東京都',
};
const { password, ...draft } = form;
let type = 'reload';

beforeEach(() => {
  type = 'reload';
  vi.useFakeTimers();
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() => [
    { type } as unknown as PerformanceNavigationTiming,
  ]);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

test('ACC-04e after a reload or on the way back all is there but the password', () => {
  expect(loadSignUpDraft()).toBeNull();
  keepSignUpDraft(form);
  expect(loadSignUpDraft()).toEqual(draft);
  type = 'back_forward';
  expect(loadSignUpDraft()).toEqual(draft);
  expect(Object.values({ ...sessionStorage }).join()).not.toContain(password);
});

test('ACC-04e SAF-15 it goes when the page is opened anew, after half an hour, and when told', () => {
  keepSignUpDraft(form);
  type = 'navigate';
  expect(loadSignUpDraft()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
  type = 'reload';
  keepSignUpDraft(form);
  vi.advanceTimersByTime(31 * 60_000);
  expect(loadSignUpDraft()).toBeNull();
  expect(sessionStorage).toHaveLength(0);
  keepSignUpDraft(form);
  forgetSignUpDraft();
  expect(loadSignUpDraft()).toBeNull();
});

test('ACC-04e where storage is denied or holds something else the form is empty', () => {
  keepSignUpDraft(form);
  for (const key of Object.keys({ ...sessionStorage })) sessionStorage.setItem(key, '{');
  expect(loadSignUpDraft()).toBeNull();
  vi.stubGlobal('sessionStorage', null);
  keepSignUpDraft(form);
  forgetSignUpDraft();
  expect(loadSignUpDraft()).toBeNull();
  vi.unstubAllGlobals();
});
