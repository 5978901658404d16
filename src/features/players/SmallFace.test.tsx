// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServices, renderWith } from '../../../tests/support/render.tsx';
import type { PersonPicture } from '../../contract/entities.ts';
import { SmallFace } from './SmallFace.tsx';

const picture: PersonPicture = {
  name: '山田 太郎',
  media_url: `photos/club/e1/original/${'A'.repeat(20)}.jpg`,
  width: 1200,
  height: 800,
  color: '#336699',
  variants: [240, 480],
  original_pending: false,
  face: { x: 0.25, y: 0.5 },
};

type Notify = (entries: readonly { readonly isIntersecting: boolean }[]) => void;
const watching = new Set<Notify>();
/** Tells every element that is watched whether it is in sight. */
const look = (isIntersecting: boolean) => {
  for (const notify of [...watching]) notify([{ isIntersecting }]);
};
beforeEach(() => {
  watching.clear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly notify: Notify;
      constructor(notify: Notify) {
        this.notify = notify;
      }
      observe = () => watching.add(this.notify);
      disconnect = () => watching.delete(this.notify);
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

test('FAN-20b FAN-20a a face is loaded in sight only, smallest first; failing, it leaves the drawn one', async () => {
  await renderWith(
    <div data-testid="row">
      <SmallFace player={{ name: '山田 太郎', picture }} />
      <SmallFace player={{ name: ' か\u3099ーナ', picture: null }} />
    </div>,
    fakeServices({}),
  );
  const [first, second] = [...document.querySelectorAll('[data-initial]')];
  const image = () => document.querySelector('img');
  expect([first, second].map((one) => one?.getAttribute('data-initial'))).toEqual(['山', 'が']);
  expect([first, second].map((one) => one?.getAttribute('aria-hidden'))).toEqual(['true', 'true']);
  await act(async () => look(false));
  expect(image()).toBeNull();

  await act(async () => look(true));
  expect(first?.contains(image())).toBe(true);
  expect(second?.querySelector('img')).toBeNull();
  const source = first?.querySelector('source');
  expect(source?.getAttribute('srcset')).toMatch(/\/variant\/240\/\w+\.avif 240w,/);
  expect(source?.getAttribute('sizes')).toBe('44px');

  // AVIF, thumbnail, original.
  for (let failure = 0; failure < 3; failure += 1) {
    const shown = image();
    expect(shown).not.toBeNull();
    if (shown) fireEvent.error(shown);
  }
  expect(image()).toBeNull();
  expect(first?.getAttribute('data-initial')).toBe('山');
});
