// @vitest-environment happy-dom
import { cleanup } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAlone } from '../../../tests/support/render.tsx';
import type { codeProblem } from '../../messages/jaAccount.ts';
import { CodeProblemModal } from './CodeProblemModal.tsx';

function itemsOf(about: keyof typeof codeProblem.wrong): string[] {
  cleanup();
  const { container } = renderAlone(<CodeProblemModal about={about} onClose={() => undefined} />);
  return [...container.querySelectorAll('li')].map(({ textContent }) => textContent ?? '');
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
