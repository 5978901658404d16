import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hidePhoto, setCommentHidden, unhidePhoto } from '../../server/api/access/hiding.ts';
import { deleteAccount } from '../../server/api/account/deleteAccount.ts';
import { inTransaction } from '../../server/database/retryTransaction.ts';
import { nonEmpty } from '../nonEmpty.ts';
import { CLUB } from '../support/tenants.ts';
import { expectExactCounts } from './countsCheck.ts';
import { NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  for (const user of FANS) await server.join(user);
  for (const event of EVENTS) await server.addEvent(event, { season_id: 's' });
  await server.db
    .insertInto('season')
    .values({
      tenant: CLUB,
      season_id: 's',
      season_name: 's',
      season_period_start: '2026-01-01',
      season_period_end: '2026-12-31',
    })
    .execute();
});
afterAll(() => server.close());

const FANS = ['aki', 'ben', 'chie', 'dai', 'emi', 'fumi'];
const EVENTS = ['e1', 'e2'];
const body = (media_url: string) => ({ media_url, public_list_id: 'event' }) as const;

/** A generator with a seed, so that a failure can be had again. */
function createChance(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { pick: <T>(list: readonly T[]): T | undefined => list[Math.floor(next() * list.length)] };
}

/** What one fan does, by chance, against what all others do at the same time. Answers the statuses it met. */
async function live(fan: string, seed: number, photos: string[], actions: number): Promise<Set<number>> {
  const { pick } = createChance(seed);
  const statuses = new Set<number>();
  const own: string[] = [];
  const comments: string[] = [];
  /** What can be taken back: by chance a fan would hardly ever meet it. */
  const liked: string[] = [];
  const kept: string[] = [];
  const facets = () => ({
    htag: pick(['#goal', '#goal #save', '', '#Ｇｏａｌ']) ?? '',
    player: pick(['A', 'A,B', 'B,C', '']) ?? '',
    photo_location: pick(['メイン', 'バック', null]) ?? null,
  });
  const call = async (reply: Promise<{ status: number }>) => statuses.add((await reply).status);
  const acts = {
    async post() {
      const event = pick(EVENTS) ?? '';
      const photo = server.storePhoto(fan, event, facets());
      await call(server.post(fan, event, [photo, server.storePhoto(fan, event, facets())]));
      own.push(photo.media_url);
      photos.push(photo.media_url);
    },
    async edit(media_url: string) {
      const event_id = media_url.split('/')[2] ?? '';
      const { htag, player, photo_location } = facets();
      const change = { ...body(media_url), caption: '', season_id: null, team_id: null, event_id, usepermit: true };
      await call(server.call('putCaption', { as: fan, body: { ...change, htag, player, photo_location } }));
    },
    remove: (media_url: string) => call(server.call('deletePhoto', { as: fan, body: body(media_url) })),
    react: (media_url: string) => {
      liked.push(media_url);
      return call(server.call('putReaction', { as: fan, body: { media_url, reaction: '1', targetuser: 'aki' } }));
    },
    unreact: (media_url: string) =>
      call(server.call('deleteReaction', { as: fan, body: { media_url, reaction: '1' } })),
    bookmark: (media_url: string) => {
      kept.push(media_url);
      return call(server.call('putFavorite', { as: fan, body: { media_url, targetuser: null } }));
    },
    unbookmark: (media_url: string) => call(server.call('deleteFavorite', { as: fan, body: { media_url } })),
    async comment(media_url: string) {
      const reply = await server.call('putComment', {
        as: fan,
        body: { comment: 'nice', media_url, targetuser: 'aki', parent_id: null },
      });
      statuses.add(reply.status);
      if ('answer' in reply) comments.push(reply.answer.comment_id);
    },
    uncomment: (comment_id: string) =>
      call(server.call('deleteComment', { as: fan, body: { comment_id, timestamp: '2026.06.10 12:00' } })),
    async hide(media_url: string) {
      await inTransaction(server.db, async (trx) => {
        const photo = await trx
          .selectFrom('photo')
          .selectAll()
          .where('media_url', '=', media_url)
          .forUpdate()
          .executeTakeFirst();
        if (photo) await (photo.hidden_at === null ? hidePhoto(trx, photo, new Date(NOON)) : unhidePhoto(trx, photo));
      });
    },
    async hideComment(comment_id: string) {
      await inTransaction(server.db, async (trx) => {
        const comment = await trx
          .selectFrom('comment')
          .selectAll()
          .where('comment_id', '=', comment_id)
          .forUpdate()
          .executeTakeFirst();
        if (comment) await setCommentHidden(trx, comment, comment.hidden_at === null ? new Date(NOON) : null);
      });
    },
  };
  await acts.post();
  const onAny = [acts.react, acts.react, acts.bookmark, acts.comment, acts.hide];
  for (let i = 0; i < actions; i++) {
    const onOwn = [acts.edit, acts.edit, acts.remove].map((act) => ({ act, target: pick(own) }));
    const onComments = [acts.uncomment, acts.hideComment].map((act) => ({ act, target: pick(comments) }));
    const takenBack = [
      { act: acts.unreact, target: pick(liked) },
      { act: acts.unbookmark, target: pick(kept) },
    ];
    const action = pick([
      ...onOwn,
      ...onComments,
      ...takenBack,
      ...onAny.map((act) => ({ act, target: pick(photos) })),
      null,
    ]);
    if (!action?.target) await acts.post();
    else await action.act(action.target);
  }
  return statuses;
}

describe('counts are exact', () => {
  test('API-PUT-/media/list/items API-DELETE-/media/list/item whatever fans and operators do at once', async () => {
    const photos: string[] = [];
    const met = await Promise.all(
      FANS.flatMap((fan, i) => [live(fan, i + 1, photos, 25), live(fan, 100 + i, photos, 25)]),
    );
    // Refusals are fine (somebody else was quicker); failures are not.
    for (const status of nonEmpty(met.flatMap((statuses) => [...statuses]))) expect([200, 403, 404]).toContain(status);
    expect(server.errors).toEqual([]);
    await expectExactCounts(server.db);
  }, 120_000);

  test('ACC-10b while fans leave the service, two of them at once', async () => {
    const photos: string[] = [];
    await Promise.all(FANS.map((fan, i) => live(fan, 200 + i, photos, 10)));
    const leaving = ['aki', 'ben'];
    await Promise.all([
      ...leaving.map((fan) => deleteAccount(server.db, fan, new Date(NOON))),
      ...FANS.slice(2).map((fan, i) => live(fan, 300 + i, photos, 10)),
    ]);
    expect(server.errors).toEqual([]);
    await expectExactCounts(server.db);
    for (const table of ['photo', 'reaction', 'favorite', 'membership', 'comment_reaction'] as const) {
      const left = await server.db.selectFrom(table).select('user_id').where('user_id', 'in', leaving).execute();
      expect([table, left]).toEqual([table, []]);
    }
  }, 120_000);

  test('API-GET-/favorite/count an event counts its bookmarks, a deleted one has none', async () => {
    await server.addEvent('short', { user_id: 'chie' });
    const target = { media_url: 'short' };
    for (const as of ['chie', 'dai', 'dai'])
      await server.ok('putFavorite', { as, body: { ...target, targetuser: null } });
    expect(await server.ok('getFavoriteCount', { query: target })).toEqual({ number: 2 });
    await server.ok('deleteFavorite', { as: 'dai', body: target });
    await server.ok('deleteFavorite', { as: 'dai', body: target });
    expect(await server.ok('getFavoriteCount', { query: target })).toEqual({ number: 1 });
    await server.ok('deleteEvent', { as: 'chie', body: { event_id: 'short' } });
    expect(await server.ok('getFavoriteCount', { query: target })).toEqual({ number: 0 });
    await expectExactCounts(server.db);
  });
});
