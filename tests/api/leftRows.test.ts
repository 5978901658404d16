/** What fans and visitors can leave behind: rows nobody is shown go again, and a network begins only so many. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { removeUnused } from '../../server/database/removeUnused.ts';
import { KEPT_DAYS } from '../../src/contract/limits.ts';
import { NEW_WORDS, UNUSED_WORD_DAYS, WORD_CANDIDATES, WORD_VOTES } from '../../src/contract/wordLimits.ts';
import { CLUB, LEAGUE } from '../support/tenants.ts';
import { expectExactCounts } from './countsCheck.ts';
import { DAY, NOON, type RoutesServer, startRoutesServer } from './routesServer.ts';

let server: RoutesServer;
beforeAll(async () => {
  server = await startRoutesServer();
  await server.join('aki');
  // Words count only if they match something: here they are names of players.
  const words = ['応援', 'random', ...Array.from({ length: WORD_CANDIDATES + 3 }, (_, n) => `w${n}`)];
  const persons = [CLUB, LEAGUE].flatMap((tenant) =>
    words.map((name) => ({ tenant, name, team_id: null, number: null })),
  );
  await server.db.insertInto('person').values(persons).execute();
});
beforeEach(async () => {
  for (const table of ['identity_limit', 'search_word'] as const) await server.db.deleteFrom(table).execute();
});
afterAll(() => server.close());

const removeAll = () => removeUnused(server.db, () => NOON);

describe('counters that came to nothing', () => {
  async function postedBy(as: string, event: string) {
    await server.addEvent(event, { season_id: 's' });
    const photo = server.storePhoto(as, event, { htag: '#first', player: '一番', photo_location: '一階' });
    expect((await server.post(as, event, [photo])).status).toBe(200);
    return (words: { htag: string; player: string; photo_location: string | null }) =>
      server.ok('putCaption', {
        as,
        body: {
          public_list_id: 'event',
          media_url: photo.media_url,
          caption: '',
          event_id: event,
          season_id: null,
          usepermit: true,
          team_id: null,
          ...words,
        },
      });
  }
  const valuesOf = async (table: 'tally' | 'person_tally', column: 'value' | 'name') =>
    (
      await sql<{ text: string }>`select distinct ${sql.ref(column)} as text from ${sql.table(table)}`.execute(
        server.db,
      )
    ).rows.map(({ text }) => text);

  test('SAF-31b whatever captions said for a while leaves no row, and what they say is counted', async () => {
    const change = await postedBy('aki', 'edited');
    for (let n = 0; n < 5; n += 1)
      await change({ htag: `#a${n} #b${n}`, player: `選手${n},控え${n}`, photo_location: `席${n}` });
    await removeAll();
    const [values, names] = [await valuesOf('tally', 'value'), await valuesOf('person_tally', 'name')];
    expect([...values, ...names].filter((text) => /[0-3]$|first|一/.test(text))).toEqual([]);
    expect(values).toEqual(expect.arrayContaining(['a4', 'b4']));
    expect(names.toSorted()).toEqual(['控え4', '選手4'].toSorted());
    await change({ htag: '#a0', player: '選手0', photo_location: '席0' });
    await expectExactCounts(server.db);
  });

  test('SAF-31b a counter that is still to be added up to nothing stays until it is', async () => {
    await sql`insert into tally(tenant, kind, value, n) values (${CLUB}, 'htag', 'early', -1)`.execute(server.db);
    await removeAll();
    expect(await valuesOf('tally', 'value')).toContain('early');
    await sql`update tally set n = n + 1 where value = 'early'`.execute(server.db);
    await removeAll();
    expect(await valuesOf('tally', 'value')).not.toContain('early');
  });
});

describe('search words', () => {
  const say = (word: string, address = '198.51.100.1', tenant = CLUB) =>
    server.send(
      'PUT',
      '/f/search/word/item',
      { 'x-api-key': 'fan-web', 'x-api-tenant': tenant, 'content-type': 'application/json' },
      JSON.stringify({ word, tagtype: 'text' }),
      address,
    );
  const countsOf = async () =>
    Object.fromEntries(
      (await server.db.selectFrom('search_word').select(['word', 'n']).orderBy('word').execute()).map((row) => [
        row.word,
        row.n,
      ]),
    );

  test('SAF-31b words nobody chose for a month go, but those of the ranking and those chosen since', async () => {
    const long = new Date(NOON - UNUSED_WORD_DAYS * DAY - 1);
    const words = Array.from({ length: WORD_CANDIDATES + 3 }, (_, n) => ({
      word: `w${n}`,
      n: 1_000 - n,
      used_at: long,
    }));
    const one = { tenant: CLUB, tagtype: 'text', target_id: null };
    await server.db
      .insertInto('search_word')
      .values([
        ...words.map((row) => ({ ...one, ...row })),
        { ...one, word: 'late', n: 1, used_at: new Date(NOON - UNUSED_WORD_DAYS * DAY) },
        { ...one, tenant: LEAGUE, word: 'elsewhere', n: 1, used_at: long },
      ])
      .execute();
    const { list } = await server.ok('getWordRanking');
    expect(await removeAll()).toBe(3);
    expect(Object.keys(await countsOf()).toSorted()).toEqual(
      [...words.slice(0, WORD_CANDIDATES).map(({ word }) => word), 'late', 'elsewhere'].toSorted(),
    );
    expect((await server.ok('getWordRanking')).list).toEqual(list);
  });

  test('SAF-31c a network begins no more than so many words; known ones count on, other networks too', async () => {
    await say('応援', '198.51.100.9');
    const spent = { count: NEW_WORDS.count, expires_at: new Date(NOON + DAY) };
    await server.db
      .insertInto('identity_limit')
      .values({ key: 'new-words:198.51.100.1', ...spent })
      .execute();
    // The visitor need not know.
    expect((await say('random')).status).toBe(200);
    await say('random', undefined, LEAGUE);
    await say('応援');
    expect(await countsOf()).toEqual({ 応援: 2 });
    await say('random', '198.51.100.2');
    await say('random');
    expect(await countsOf()).toEqual({ 応援: 2, random: 2 });
  });

  test('SAF-31c of a call that tells no address nothing is counted against anybody', async () => {
    await server.ok('putSearchWord', { body: { word: '応援', tagtype: 'text' } });
    expect(await countsOf()).toEqual({ 応援: 1 });
    const counted = await server.db.selectFrom('identity_limit').select('key').execute();
    expect(counted.filter(({ key }) => /^(?:new-words|word):/.test(key))).toEqual([]);
  });

  test('SAF-31c a word more than a network may begin leaves no count of its votes either', async () => {
    await say('応援');
    const limits = () => server.db.selectFrom('identity_limit').select('key').execute();
    const before = await limits();
    await server.db
      .updateTable('identity_limit')
      .set({ count: NEW_WORDS.count })
      .where('count', '<=', WORD_VOTES.count)
      .execute();
    await say('random');
    expect(await limits()).toHaveLength(before.length);
  });
});

describe('what is old', () => {
  const long = (days: number) => new Date(NOON - days * DAY - 1);
  const just = (days: number) => new Date(NOON - days * DAY + 1);

  test('SAF-31e notices of a fan go after a year with their marks; news stays', async () => {
    const notice = { tenant: CLUB, title: 't', body: 'b', url: null, user_id: null, media_url: null };
    await server.db
      .insertInto('notice')
      .values([
        { ...notice, notice_id: 'old', recipient_id: 'aki', created_at: long(KEPT_DAYS.notice) },
        { ...notice, notice_id: 'kept', recipient_id: 'aki', created_at: just(KEPT_DAYS.notice) },
        { ...notice, notice_id: 'news', recipient_id: null, created_at: long(KEPT_DAYS.notice) },
      ])
      .execute();
    const marks = ['old', 'kept', 'news'].map((notice_id) => ({ tenant: CLUB, notice_id, user_id: 'aki' }));
    await server.db.insertInto('notice_read').values(marks).execute();
    await removeAll();
    for (const table of ['notice', 'notice_read'] as const) {
      const rows = await server.db.selectFrom(table).select('notice_id').orderBy('notice_id').execute();
      expect(rows.map(({ notice_id }) => notice_id)).toEqual(['kept', 'news']);
    }
  });

  test('SAF-31e messages go two years after they were dealt with; open ones and requests about photos stay', async () => {
    const message = {
      tenant: CLUB,
      user_id: null,
      name: '',
      email: 'a@example.jp',
      topic: 'other',
      message: 'm',
      user_agent: '',
    } as const;
    await server.db
      .insertInto('contact')
      .values([
        { ...message, contact_id: 'gone', closed_at: long(KEPT_DAYS.message) },
        { ...message, contact_id: 'kept', closed_at: just(KEPT_DAYS.message) },
        { ...message, contact_id: 'open', created_at: long(KEPT_DAYS.message) },
        { ...message, contact_id: 'photo', closed_at: long(KEPT_DAYS.message), photo_key: 'ugc/x' },
      ])
      .execute();
    await removeAll();
    const rows = await server.db.selectFrom('contact').select('contact_id').orderBy('contact_id').execute();
    expect(rows.map(({ contact_id }) => contact_id)).toEqual(['kept', 'open', 'photo']);
  });
});
