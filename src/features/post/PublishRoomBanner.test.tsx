// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeServices, newQueryClient, renderWith, signedInFan } from '../../../tests/support/render.tsx';
import { PUBLISHED_PER_DAY } from '../../contract/abuseLimits.ts';
import { publishRoom } from '../../messages/jaPublishRoom.ts';
import { PublishRoomBanner } from './PublishRoomBanner.tsx';

afterEach(cleanup);
const MB = 1_000_000;
/** What is shown once the server has told. */
async function shown(left: number, until: string | null = null): Promise<string> {
  cleanup();
  const getPublishRoom = vi.fn(async () => ({ left, limit: PUBLISHED_PER_DAY.bytes, until }));
  const queries = newQueryClient();
  await renderWith(<PublishRoomBanner />, fakeServices({ api: { getPublishRoom }, state: signedInFan }), queries);
  // What the query tells its components, it tells with the next timer.
  await act(() => vi.waitFor(() => expect(queries.isFetching()).toBe(0)));
  await act(() => new Promise((done) => void setTimeout(done)));
  expect(getPublishRoom).toHaveBeenCalledOnce();
  return document.body.textContent ?? '';
}

test('SAF-45b the post form tells of the bound before it is reached, and when there is more', async () => {
  expect(await shown(PUBLISHED_PER_DAY.soonBytes)).toBe('');
  expect(await shown(40 * MB)).toContain(publishRoom.soon(10));
  expect(await shown(MB, '2026-11-28 18:05:00')).toContain(publishRoom.none('11/28 18:05'));
  expect(await shown(0)).toContain(publishRoom.none(null));
});
