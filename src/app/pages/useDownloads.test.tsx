// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServices, renderWith, signedInFan } from '../../../tests/support/render.tsx';
import type { Photo } from '../../contract/entities.ts';
import { SELECTED_MAX } from '../../contract/limits.ts';
import { download as texts } from '../../messages/jaMyPhoto.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { useDownloads } from './useDownloads.ts';

const photoOf = (number: number) => ({ media_url: `ugc/${number}.jpg` }) as Photo;

test('KEP-02a the last photo there is room for is chosen, the next refused; one put back makes room', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }));
  let downloads: ReturnType<typeof useDownloads> | undefined;
  const Probe = () => {
    downloads = useDownloads();
    return null;
  };
  await renderWith(
    <>
      <Probe />
      <Toasts />
    </>,
    fakeServices({ state: signedInFan, api: {} }),
  );
  const choose = (number: number) => act(async () => downloads?.choose(photoOf(number)));
  const count = () => downloads?.chosen.size;
  for (let number = 1; number <= SELECTED_MAX; number += 1) await choose(number);
  expect(count()).toBe(SELECTED_MAX);
  await choose(SELECTED_MAX + 1);
  expect(count()).toBe(SELECTED_MAX);
  expect(document.body.textContent).toContain(texts.full(SELECTED_MAX));
  await choose(1);
  await choose(SELECTED_MAX + 1);
  expect(count()).toBe(SELECTED_MAX);
  vi.unstubAllGlobals();
});
