// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { Avatar } from './Avatar.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('T30 ACC-11a an avatar is asked for by CORS, and gives way to the default picture', () => {
  const host = document.createElement('div');
  act(() => createRoot(host).render(<Avatar src="https://img.example/avatar/a.jpg" name="aki" />));
  const image = host.querySelector('img');
  expect([image?.getAttribute('src'), image?.getAttribute('crossorigin')]).toEqual([
    'https://img.example/avatar/a.jpg',
    'anonymous',
  ]);
  act(() => void image?.dispatchEvent(new Event('error')));
  expect(image?.getAttribute('src')).toBe('/avatar.svg');
});
