// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { fakeServices, renderHookWith } from '../../../tests/support/render.tsx';
import { useSharedPhotos } from './useSharedPhotos.ts';

async function openForm(pick: () => Promise<boolean>) {
  const forget = vi.fn(async () => undefined);
  const files = [new File(['a'], 'a.jpg')];
  const picked = vi.fn(pick);
  const shareTarget = { take: async () => ({ files, forget }) };
  await renderHookWith(() => useSharedPhotos(picked), undefined, fakeServices({ others: { shareTarget } }));
  await vi.waitFor(() => expect(picked).toHaveBeenCalledWith(files));
  await picked.mock.results[0]?.value?.catch(() => undefined);
  return forget;
}

test('QUE-06c shared photos are forgotten once the form has them', async () => {
  const forget = await openForm(async () => true);
  await vi.waitFor(() => expect(forget).toHaveBeenCalledOnce());
});

test('QUE-06c those that found no room on the device or in the event stay for the next opening', async () => {
  expect(await openForm(async () => false)).not.toHaveBeenCalled();
  expect(await openForm(() => Promise.reject(new Error('gone')))).not.toHaveBeenCalled();
});
