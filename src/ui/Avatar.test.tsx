// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderAlone } from '../../tests/support/render.tsx';
import { Avatar } from './Avatar.tsx';

test('T30 ACC-11a an avatar is asked for by CORS, and gives way to the default picture', () => {
  const { container } = renderAlone(<Avatar src="https://img.example/avatar/a.jpg" name="aki" />);
  const image = container.querySelector('img') ?? expect.fail('no picture');
  expect([image.getAttribute('src'), image.getAttribute('crossorigin')]).toEqual([
    'https://img.example/avatar/a.jpg',
    'anonymous',
  ]);
  fireEvent.error(image);
  expect(image.getAttribute('src')).toBe('/avatar.svg');
});
