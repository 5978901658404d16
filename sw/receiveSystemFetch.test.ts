import { beforeEach, expect, test, vi } from 'vitest';
import { systemIdOf } from '../src/platform/kept/endSystemFetch.ts';
import type { SystemFetchEvent } from '../src/platform/systemFetch/systemFetch.ts';
import { zipFetchIdOf } from '../src/platform/systemFetch/zipFetch.ts';
import { FakeSystemFetch } from '../tests/fakes/fakeSystemFetches.ts';
import { receiveSystemFetch } from './receiveSystemFetch.ts';

const calls = vi.hoisted((): unknown[][] => []);
const noted = vi.hoisted(
  () => (name: string) => async (given: unknown) =>
    void calls.push([name, typeof given === 'string' ? given : 'event']),
);
vi.mock('./receiveKept.ts', () => ({ receiveKept: noted('receiveKept'), openKeptPage: noted('openKeptPage') }));
vi.mock('./receiveZip.ts', () => ({ receiveZip: noted('receiveZip'), openZipPage: noted('openZipPage') }));
beforeEach(() => void calls.splice(0));

const MATCH = systemIdOf('club/event/e1');
const ZIP = zipFetchIdOf({ tenantId: 'club', begunAt: 5 });
test.each([
  [MATCH, 'backgroundfetchclick', ['openKeptPage', 'event']],
  [MATCH, 'backgroundfetchsuccess', ['receiveKept', 'event']],
  [MATCH, 'backgroundfetchabort', ['receiveKept', 'event']],
  [ZIP, 'backgroundfetchclick', ['openZipPage', 'club']],
  [ZIP, 'backgroundfetchfail', ['receiveZip', 'event']],
])('KEP-03c KEP-03f of %s a %s goes to what it was fetched for', async (id, type, call) => {
  await receiveSystemFetch({
    type,
    registration: new FakeSystemFetch(id, []),
  } as Partial<SystemFetchEvent> as SystemFetchEvent);
  expect(calls).toEqual([call]);
});
