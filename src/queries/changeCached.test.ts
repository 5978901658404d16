import { InfiniteQueryObserver, notifyManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { changeCached } from './changeCached.ts';

interface Page {
  readonly liked: boolean;
}
const like = (known: { readonly pages: readonly Page[] }) => ({
  ...known,
  pages: known.pages.map((page) => ({ ...page, liked: true })),
});

test('SOC-01a an answer asked for before the write does not take it back, nor is it drawn in between', async () => {
  const client = new QueryClient();
  const { promise, resolve } = Promise.withResolvers<{ pages: Page[] }>();
  const observer = new QueryObserver(client, { queryKey: ['photo'], queryFn: () => promise });
  // As useQuery listens.
  const drawn: unknown[] = [];
  const stop = observer.subscribe(notifyManager.batchCalls(() => drawn.push(observer.getCurrentResult().data)));
  changeCached(client, { queryKey: ['photo'] }, like);
  resolve({ pages: [{ liked: false }] });
  await vi.waitFor(() => expect(drawn.at(-1)).toEqual({ pages: [{ liked: true }] }));
  expect(drawn).not.toContainEqual({ pages: [{ liked: false }] });
  stop();
});

test('SOC-01a a next page that was on its way does not bring the pages before it back as they were', async () => {
  const client = new QueryClient();
  const next = Promise.withResolvers<Page>();
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['list'],
    queryFn: ({ pageParam }) => (pageParam === 0 ? Promise.resolve({ liked: false }) : next.promise),
    initialPageParam: 0,
    getNextPageParam: () => 1,
  });
  const stop = observer.subscribe(() => {});
  await observer.refetch();
  const asked = observer.fetchNextPage();
  changeCached(client, { queryKey: ['list'] }, like);
  next.resolve({ liked: false });
  await asked;
  expect(client.getQueryData(['list'])).toMatchObject({ pages: [{ liked: true }, { liked: true }] });
  stop();
});

test('SOC-01a an answer that fails changes nothing, and what is not meant is left alone', async () => {
  const client = new QueryClient();
  client.setQueryData(['other'], { pages: [{ liked: false }] });
  const failed = Promise.withResolvers<{ pages: Page[] }>();
  const asked = client.fetchQuery({ queryKey: ['photo'], queryFn: () => failed.promise, retry: false });
  const elsewhere = client.fetchQuery({
    queryKey: ['elsewhere'],
    queryFn: async () => ({ pages: [{ liked: false }] }),
  });
  changeCached(client, { queryKey: ['photo'] }, like);
  failed.reject(new Error('no signal'));
  await expect(asked).rejects.toThrow('no signal');
  expect(client.getQueryData(['photo'])).toBeUndefined();
  await elsewhere;
  for (const key of ['other', 'elsewhere'])
    expect([key, client.getQueryData([key])]).toEqual([key, { pages: [{ liked: false }] }]);
});
