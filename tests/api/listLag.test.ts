import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLUB } from '../support/tenants.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const fan of ['aki', 'ben']) await server.join(fan);
});
afterAll(() => server.close());

let clock = NOON;
const aSecondLater = () => {
  clock += 1_000;
  server.setNow(clock);
};
async function listOf(event: string, as?: string) {
  const call = { tenant: CLUB, params: { publicListId: 'all' }, query: { e: event } };
  const { media_list, total } = await server.ok('getPublicList', as === undefined ? call : { ...call, as });
  return { total, photos: media_list.map(({ media_url }) => media_url), likes: media_list[0]?.reactionInfo };
}
async function postTo(event: string, as = 'aki'): Promise<string> {
  const photo = server.storePhoto(as, event);
  expect(await server.post(as, event, [photo])).toMatchObject({ status: 200 });
  return photo.media_url;
}
const like = (as: string, media_url: string) =>
  server.ok('putReaction', { as, body: { media_url, reaction: '1', targetuser: 'aki' } });

test('HLF-05 a like is seen at once by who gave it, a second later by everybody', async () => {
  await server.addEvent('liked');
  const photo = await postTo('liked');
  aSecondLater();
  const readers = ['aki', 'ben', undefined];
  for (const as of readers) expect((await listOf('liked', as)).likes).toMatchObject({ total: 0, own_reacted: false });
  await like('ben', photo);
  expect((await listOf('liked')).likes).toMatchObject({ total: 0 });
  expect((await listOf('liked', 'ben')).likes).toMatchObject({ total: 1, own_reacted: true });
  aSecondLater();
  for (const as of readers)
    expect((await listOf('liked', as)).likes).toMatchObject({ total: 1, own_reacted: as === 'ben' });
  // A call that is made without a token is exact for everybody: who it is cannot be told.
  const bookmarks = () => server.ok('getFavoriteCount', { query: { media_url: photo } });
  expect(await bookmarks()).toEqual({ number: 0 });
  await server.ok('putFavorite', { as: 'ben', body: { media_url: photo, targetuser: 'aki' } });
  expect(await bookmarks()).toEqual({ number: 1 });
});

test('HLF-05 a post and its count are seen at once by who posted, a second later by everybody', async () => {
  await server.addEvent('posted');
  const first = await postTo('posted');
  aSecondLater();
  for (const as of ['aki', 'ben', undefined]) expect((await listOf('posted', as)).photos).toEqual([first]);
  const second = await postTo('posted');
  expect(await listOf('posted', 'aki')).toMatchObject({ photos: [second, first], total: 2 });
  expect(await listOf('posted')).toMatchObject({ photos: [first], total: 1 });
  aSecondLater();
  for (const as of ['ben', undefined])
    expect(await listOf('posted', as)).toMatchObject({ photos: [second, first], total: 2 });
});

test('HLF-05 what is deleted or hidden is gone at once, from everybody’s lists', async () => {
  await server.addEvent('removed');
  const [first, second, third] = [await postTo('removed'), await postTo('removed'), await postTo('removed', 'ben')];
  aSecondLater();
  const readers = ['aki', 'ben', undefined];
  for (const as of readers) expect((await listOf('removed', as)).photos).toEqual([third, second, first]);
  await server.ok('deletePhoto', { as: 'aki', body: { public_list_id: 'event', media_url: second } });
  for (const as of readers) expect((await listOf('removed', as)).photos).toEqual([third, first]);
  await server.db.updateTable('photo').set({ hidden_at: new Date() }).where('media_url', '=', third).execute();
  for (const as of readers) expect((await listOf('removed', as)).photos).toEqual([first]);
  await server.ok('putMute', { as: 'ben', body: { mute_user: 'aki' } });
  expect((await listOf('removed', 'ben')).photos).toEqual([]);
});
