// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test } from 'vitest';
import { Picture } from './Picture.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test('PHO-01b a picture falls back from thumbnail to original to no-image, and stays there', () => {
  const host = document.createElement('div');
  act(() =>
    createRoot(host).render(
      <Picture sources={['/small.jpg', '/large.jpg']} alt="夕焼け" width={3} height={2} color="#000000" />,
    ),
  );
  const image = host.querySelector('img');
  const shown = [image?.getAttribute('src')];
  for (let failure = 0; failure < 3; failure += 1) {
    act(() => void image?.dispatchEvent(new Event('error')));
    shown.push(image?.getAttribute('src'));
  }
  expect(shown).toEqual(['/small.jpg', '/large.jpg', '/no-image.svg', '/no-image.svg']);
  // Without CORS another origin would answer opaquely (T30).
  expect(image?.getAttribute('crossorigin')).toBe('anonymous');
});
