/** Texts of strangers on the wire: what they may say (SAF-14) and what they may cost (SAF-01). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mayUseName } from '../../server/api/users/reservedNames.ts';
import { BYTES_PER_CHARACTER, MAX_BODY_BYTES } from '../../src/contract/limits.ts';
import { CLUB } from '../support/tenants.ts';
import { draftOf } from './contract/draft.ts';
import { bound } from './cpuCost.ts';
import { type RoutesServer, startRoutesServer } from './routesServer.ts';

const nicknames: Record<string, string> = { off: '川崎オフィシャル', amb: 'ひより', fan: 'みどり' };
let server: RoutesServer;
let photo = '';
beforeAll(async () => {
  server = await startRoutesServer({
    attributesOf: async (sub) => ({ name: sub, nickname: nicknames[sub] ?? sub, avatar: null }),
  });
  for (const sub of Object.keys(nicknames)) await server.join(sub);
  await server.addEvent('e');
  const stored = server.storePhoto('fan', 'e');
  await server.post('fan', 'e', [stored]);
  photo = stored.media_url;
  const tenant = CLUB;
  await server.db.insertInto('reserved_name').values({ tenant, name: '公式' }).execute();
  await server.db.insertInto('official_user').values({ tenant, user_id: 'off' }).execute();
  await server.db
    .insertInto('ambassador')
    .values({ tenant, user_id: 'amb', name: 'アンバサダーひより', object_key: null })
    .execute();
});
afterAll(() => server.close());

describe('what a text may say', () => {
  test('SAF-14b SOC-03d a comment of signs nobody sees is none, and one keeps no tag however it is hidden', async () => {
    const comment = (text: string) =>
      server.call('putComment', {
        as: 'fan',
        body: { comment: text, media_url: photo, targetuser: 'fan', parent_id: null },
      });
    for (const text of [
      '\u034f',
      '\u034f\u034f',
      '\u{e0100}',
      '\u{1d159}',
      '\u2800',
      '<b></b>',
      '<\u202eb>',
      '\u{e0041}\u3164',
    ])
      expect([text, await comment(text)]).toEqual([text, { status: 400, code: 'INVALID_REQUEST' }]);
    expect((await comment('<\u202eb>太<\u2066!-- x --\u2069>字</b>')).status).toBe(200);
    const { comments } = await server.ok('getComments', { params: { media_url: photo } });
    expect(comments.map((one) => one.comment)).toEqual(['太字']);
  });

  test('PST-05c SOC-03d 500 emoji are 500 characters everywhere, 501 and a heap of accents are refused', async () => {
    const put = async (text: string) => {
      const body = { comment: text, media_url: photo, targetuser: 'fan', parent_id: null };
      return (await server.call('putComment', { as: 'fan', body })).status;
    };
    const emoji = '👏🏻'.repeat(500);
    expect([
      await put(emoji),
      await put(`${emoji}👏🏻`),
      await put(`e${'\u0301'.repeat(BYTES_PER_CHARACTER * 250)}`),
    ]).toEqual([200, 400, 400]);
    const { comments } = await server.ok('getComments', { params: { media_url: photo } });
    expect(comments.some((one) => one.comment === emoji)).toBe(true);
    const stored = {
      ...server.storePhoto('fan', 'e'),
      comment: emoji,
      htag: `#${'🔥'.repeat(50)}`,
      player: '👨‍👩‍👧'.repeat(61),
    };
    await server.post('fan', 'e', [stored]);
    const { media_list } = await server.ok('getPublicList', { params: { publicListId: 'all' } });
    const told = media_list.find(({ media_url }) => media_url === stored.media_url);
    expect([told?.comment, told?.htag, told?.player]).toEqual([emoji, [`#${'🔥'.repeat(50)}`], '👨‍👩‍👧'.repeat(60)]);
  });

  test('SAF-14a PST-05c a nickname of 40 emoji is kept whole', async () => {
    nicknames.amb = '👏🏻'.repeat(41);
    await server.ok('getOwnAttributes', { as: 'amb' });
    expect((await server.ok('getUserAttributes', { params: { userId: 'amb' } })).Name).toBe('👏🏻'.repeat(40));
    nicknames.amb = 'ひより';
    await server.ok('getOwnAttributes', { as: 'amb' });
  });

  test('SAF-14a a nickname of any identity provider is shown without tags, lines and signs that turn', async () => {
    nicknames.fan = '<b>み\u202eどり</b>\n\u2066';
    await server.ok('getOwnAttributes', { as: 'fan' });
    expect((await server.ok('getUserAttributes', { params: { userId: 'fan' } })).Name).toBe('みどり');
    nicknames.fan = '\u034f<i>';
    await server.ok('getOwnAttributes', { as: 'fan' });
    expect((await server.ok('getUserAttributes', { params: { userId: 'fan' } })).Name).toMatch(/^ファン\d{4}$/);
  });

  test('SAF-14c ROL-04a names of officials, ambassadors and reserved ones are taken, and their lookalikes', async () => {
    const free = (name: string, sub: string | null = null, isPublic = true) =>
      mayUseName(server.db, name, sub, isPublic);
    for (const name of [
      '公式',
      '公͏式',
      '公 弍',
      '★公式★',
      '川崎オフィシャル',
      '川崎才フィシヤル',
      '川崎オフィツャル',
      'ひより',
      'ひよリ',
    ])
      expect([name, await free(name), await free(name, 'fan')]).toEqual([name, false, false]);
    for (const name of ['アンバサダーひより', 'アンバサダーひよリ'])
      expect([name, await free(name, 'fan')]).toEqual([name, false]);
    for (const name of ['みどり', '公一ファン', 'ひより☆', 'ひよりん', '川崎ファン'])
      expect([name, await free(name)]).toEqual([name, true]);
    // Their own, and what is reserved for the staff; not each other's.
    for (const [sub, name, may] of [
      ['off', '川崎オフィシャル', true],
      ['off', '公式', true],
      ['amb', '公式', true],
      ['amb', 'ひより', true],
      ['amb', '川崎オフィシャル', false],
      ['off', 'ひより', false],
    ] as const)
      expect([sub, name, await free(name, sub)]).toEqual([sub, name, may]);
    // A namesake may tell the private name, which nobody else sees; the club's own name not even there.
    expect([await free('ひより', null, false), await free('公式', null, false)]).toEqual([true, false]);
  });

  test('SAF-14c the name an official user bears now is the one that is taken', async () => {
    for (const name of ['前の声', '等々力の声']) {
      nicknames.off = name;
      await server.ok('getOwnAttributes', { as: 'off' });
    }
    expect(await mayUseName(server.db, '等々カの声', 'fan')).toBe(false);
    expect(await mayUseName(server.db, '前の声', 'fan')).toBe(true);
  });

  test('SAF-14c a fan’s event is not called by the tenant’s own name; one that is keeps its name', async () => {
    const put = (event_name: string, event_id: string | null = null, as = 'fan') =>
      server.call('putEvent', { as, body: draftOf({ event_name, event_id }) });
    for (const name of ['公式', '【公͏式】', '等々力の声'])
      expect([name, await put(name)]).toEqual([name, { status: 400, code: 'INVALID_REQUEST' }]);
    expect((await put('公式', null, 'off')).status).toBe(200);
    const made = await server.ok('putEvent', { as: 'fan', body: draftOf({ event_name: '未来の名' }) });
    await server.db.insertInto('reserved_name').values({ tenant: CLUB, name: '未来の名' }).execute();
    expect((await put('未来の名', made.event_id)).status).toBe(200);
    expect((await put('公式', made.event_id)).status).toBe(400);
  });

  test('SAF-14b hashtags and players of unseen signs are none', async () => {
    const stored = server.storePhoto('fan', 'e', { htag: '#\u034f #勝利 #\u3164\u{e0100}', player: '\u034f,山田' });
    await server.post('fan', 'e', [stored]);
    const [shown] = (await server.ok('getPhoto', { query: { media_url: btoa(stored.media_url) } })).list;
    expect([shown?.htag, shown?.player]).toEqual([['#勝利'], '山田']);
  });
});

describe('what a text may cost', () => {
  /** The least CPU time of a few calls, the database's included. */
  async function costOfCall(body: string): Promise<number> {
    const headers = { 'x-api-key': 'fan-web', 'x-api-tenant': CLUB, 'content-type': 'application/json' };
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 6; i += 1) {
      const before = process.cpuUsage();
      const { status } = await server.send('PUT', '/f/search/word/item', headers, body);
      const { user, system } = process.cpuUsage(before);
      expect(status).toBeLessThan(500);
      least = Math.min(least, (user + system) / 1000);
    }
    return least;
  }
  const filled = (unit: string) => {
    const ends = ['{"word":"\\ud83d","tagtype":"text","x":[', '0]}'];
    return ends.join(unit.repeat(Math.floor((MAX_BODY_BYTES - 100) / unit.length)));
  };

  test.each(['0,', '{},', '[[[[[0]]]]],', '"\\ud83d",'])(
    'SAF-01a a body full of %s beside half a pair is cheap',
    async (unit) => {
      const plain = await costOfCall('{"word":"x","tagtype":"text"}');
      expect((await costOfCall(filled(unit))) - plain).toBeLessThan(bound);
    },
  );

  test('SAF-01a a search for more words than ten finds what ten do; more players than a photo has find none', async () => {
    const stored = server.storePhoto('fan', 'e', { comment: 'あ い う え お か き く け こ' });
    await server.post('fan', 'e', [stored]);
    const search_text = 'あ い う え お か き く け こ さ し す せ そ た ち つ て と';
    const found = await server.ok('getPublicList', { params: { publicListId: 'all' }, query: { search_text } });
    expect(found.media_list.map(({ media_url }) => media_url)).toEqual([stored.media_url]);
    const cp = Array.from({ length: 600 }, (_, i) => String.fromCharCode(0x4e00 + i)).join(',');
    const none = await server.ok('getPublicList', { params: { publicListId: 'all' }, query: { cp } });
    expect(none).toEqual({ media_list: [], cursor: null, total: null });
  });
});
