// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useOverlayStack, useOverlays } from './overlays.ts';

const sent = { mode: 'result', text: '送信しました' } as const;

function setUp() {
  const store = createStore();
  const wrapper = ({ children }: { children: ReactNode }) => <Provider store={store}>{children}</Provider>;
  const { result } = renderHook(() => ({ stack: useOverlayStack(), ...useOverlays() }), { wrapper });
  const modes = () => result.current.stack.map(({ mode }) => mode);
  return { modes, run: (change: (overlays: typeof result.current) => void) => act(() => change(result.current)) };
}

test('MOD-01c what came of a window stands in its place', () => {
  const { modes, run } = setUp();
  run(({ open }) => open({ mode: 'menu' }));
  run(({ open }) => open({ mode: 'contact' }));
  run(({ finish }) => finish('contact', sent));
  expect(modes()).toEqual(['result']);
});

test('MOD-01c an answer that comes late leaves the form that was opened meanwhile', () => {
  const { modes, run } = setUp();
  run(({ open }) => open({ mode: 'contact' }));
  run(({ close }) => close('contact'));
  run(({ open }) => open({ mode: 'post-event' }));
  run(({ finish }) => finish('contact', sent));
  expect(modes()).toEqual(['post-event', 'result']);
});
