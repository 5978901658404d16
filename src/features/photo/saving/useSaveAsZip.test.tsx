// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServices, renderHookWith, signedInFan } from '../../../../tests/support/render.tsx';
import { photo as known } from '../../../../tests/support/socialScreen.tsx';
import type { Photo } from '../../../contract/entities.ts';
import { pageZip } from './pageZip.ts';
import { useSaveAsZip } from './useSaveAsZip.ts';

afterEach(() => void vi.restoreAllMocks());

const photoOf = (user_id: string, usepermit: boolean, more: Partial<Photo> = {}): Photo =>
  ({ ...known, user_id, usepermit, player: '', event_name: '', created_at: '2026-11-21 15:30:00', ...more }) as Photo;

test('KEP-02c what may be saved is saved with its own time, previews marked; others are counted', async () => {
  const start = vi.spyOn(pageZip, 'start').mockResolvedValue(undefined as never);
  const { result } = await renderHookWith(() => useSaveAsZip(), undefined, fakeServices({ state: signedInFan }));
  const photos = [
    photoOf('others', true, { original_pending: true }),
    photoOf('others', false),
    photoOf('me', false),
    photoOf('others', false),
  ];
  await act(async () => expect(result.current(photos)).toBe(true));
  await waitFor(() => expect(start).toHaveBeenCalledTimes(1));
  const at = Date.parse('2026-11-21T06:30:00Z');
  expect(start.mock.calls[0]?.[0]).toMatchObject({
    userId: 'me',
    leftOut: 2,
    photos: [
      { postedAt: at, isPreview: true },
      { postedAt: at, isPreview: false },
    ],
  });
  expect(result.current([photoOf('others', false)])).toBe(false);
});
