// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import type { codeProblem } from '../../messages/jaAccount.ts';
import { CodeProblemModal } from './CodeProblemModal.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

function itemsOf(about: keyof typeof codeProblem.wrong): string[] {
  const host = document.body.appendChild(document.createElement('div'));
  const root = createRoot(host);
  act(() => root.render(<CodeProblemModal about={about} onClose={() => undefined} />));
  const items = [...host.querySelectorAll('li')].map(({ textContent }) => textContent ?? '');
  act(() => root.unmount());
  host.remove();
  return items;
}

test('MOD-01b what may keep a code away is told for the code that was asked for', () => {
  const signUp = itemsOf('sign-up').join();
  expect(signUp).toContain('もう一度新規登録してください');
  expect(signUp).toContain('すでに有効になっているアカウントには届きません');
  // These go to accounts that are active, and nobody signs up anew for them.
  for (const about of ['password', 'mail'] as const) {
    const items = itemsOf(about);
    expect(items.length).toBeGreaterThan(3);
    expect(items.join()).not.toContain('新規登録してください');
    expect(items.join()).not.toContain('すでに有効になっている');
  }
  expect(itemsOf('password').join()).toContain('登録されていないメールアドレスには届きません');
});
