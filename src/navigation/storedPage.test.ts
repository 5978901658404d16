import { beforeEach, expect, test, vi } from 'vitest';
import { hasPutOffRules, putOffRules, storePage, takeStoredPage } from './storedPage.ts';

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  vi.stubGlobal('location', { pathname: '/club/gallery.html', search: '?team=1' });
});

test('ACC-02c ACC-08b the page before the rules is the way back, once and for its tenant only', () => {
  storePage('club');
  expect(takeStoredPage('club')).toBe('/club/gallery.html?team=1');
  expect(takeStoredPage('club')).toBeNull();
  storePage('club');
  expect(takeStoredPage('other')).toBeNull();
});

test('ACC-08b nothing but a path of this site is taken', () => {
  for (const stored of [
    '"x"',
    '["club","//evil.example/"]',
    '["club","https://evil.example/"]',
    '["club","/\\\\evil"]',
    '{',
  ]) {
    sessionStorage.setItem('page_before_rules', stored);
    expect(takeStoredPage('club'), stored).toBeNull();
  }
});

test('ACC-08b rules are put off for one tenant; storage that is denied asks again', () => {
  putOffRules('club');
  expect([hasPutOffRules('club'), hasPutOffRules('other')]).toEqual([true, false]);
  vi.stubGlobal('sessionStorage', undefined);
  putOffRules('club');
  expect(hasPutOffRules('club')).toBe(false);
  storePage('club');
  expect(takeStoredPage('club')).toBeNull();
});
