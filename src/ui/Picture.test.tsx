// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAlone } from '../../tests/support/render.tsx';
import { Picture } from './Picture.tsx';

test('PHO-01b a picture falls back from thumbnail to original to no-image, and stays there', () => {
  renderAlone(<Picture sources={['/small.jpg', '/large.jpg']} alt="夕焼け" width={3} height={2} color="#000000" />);
  const image = screen.getByAltText('夕焼け');
  const shown = [image.getAttribute('src')];
  for (let failure = 0; failure < 3; failure += 1) {
    fireEvent.error(image);
    shown.push(image.getAttribute('src'));
  }
  expect(shown).toEqual(['/small.jpg', '/large.jpg', '/no-image.svg', '/no-image.svg']);
  // Without CORS another origin would answer opaquely (T30).
  expect(image.getAttribute('crossorigin')).toBe('anonymous');
});
