import { expect, test, vi } from 'vitest';
import type { FanEvent, Person, Photo, Season } from '../../contract/entities.ts';
import { parseWireDate } from '../../rules/dates.ts';
import { withoutCondition } from './conditionParts.ts';
import { conditionsOf, filterOf } from './conditions.ts';
import { locationsWith, matchReference, withMessage, wordQueryOptions } from './findWord.ts';
import { narrowContext, narrowFormOf, withEvent, withSeason, withTeam, writeForm } from './narrowForm.ts';
import { isOfSeason, narrowOptions } from './narrowOptions.ts';
import { reportWords } from './reportWords.ts';

const now = parseWireDate('2026-06-10 12:00:00') ?? Number.NaN;
const season = (id: string, year: number, count = 1): Season => ({
  season_id: id,
  season_name: `${year} J LEAGUE`,
  season_period_start: `${year}-01-01 00:00:00`,
  season_period_end: `${year}-12-31 23:59:59`,
  count,
  person_list: ['加藤 ケン'],
});
const event = (id: string, fields: Partial<FanEvent> = {}) =>
  ({
    event_id: id,
    event_name: `Match ${id}`,
    event_type: 'official',
    event_date: '2026-05-01',
    count: 1,
    person_list: [],
    photo_location: ['メインスタンド'],
    ...fields,
  }) as FanEvent;
const person = (name: string, count = 1, team_id: string | null = null): Person => ({
  name,
  count,
  team_id,
  number: null,
});

test('SRC-04a the address is the state: conditions out of it, and a hashtag with its # is the same', () => {
  const params = new URLSearchParams('ht=＃勝利&photographer=nobody&s=&text= ゴール &q=x');
  expect(conditionsOf(params)).toEqual({ text: 'ゴール', ht: '勝利' });
  expect(filterOf(conditionsOf(params))).toEqual({ ht: '勝利', search_text: 'ゴール' });
  expect(conditionsOf(new URLSearchParams('photographer=staff'))).toEqual({ photographer: 'staff' });
});

test('SRC-04a one condition, or one person of several, is taken off and the rest stays', () => {
  const params = new URLSearchParams('t=a&cp=加藤,佐藤&s=1&q=x');
  expect(withoutCondition(params, 'cp', '加藤').get('cp')).toBe('佐藤');
  expect(withoutCondition(params, 's').toString()).toBe(new URLSearchParams('t=a&cp=加藤,佐藤').toString());
});

test('SRC-02 RTE-15 every parameter of the result page becomes a condition of the list', () => {
  const params = new URLSearchParams('e=e1&s=s1&cp=a&pl=b&ht=c&text=d');
  expect(filterOf(conditionsOf(params))).toEqual({ e: 'e1', s: 's1', cp: 'a', pl: 'b', ht: 'c', search_text: 'd' });
});

test('SRC-03b season resets event, location, persons; event location, persons; team limits persons', () => {
  const form = narrowFormOf(new URLSearchParams('team=t1&s=s1&e=e1&pl=x&photographer=official&cp=a,b'));
  expect(withSeason(form, 's2')).toEqual({ ...form, season: 's2', event: '', location: '', persons: [] });
  expect(withEvent(form, 'e2')).toEqual({ ...form, event: 'e2', location: '', persons: [] });
  expect(withTeam(form, 't2', (name) => name === 'a').persons).toEqual(['a']);
  expect(withTeam(form, '', () => false).persons).toEqual(['a', 'b']);
});

test('SRC-03a what a page hides: season on events and mediasite, photographer on my-photo and mediasite', () => {
  const of = (page: Parameters<typeof narrowContext>[0]) => {
    const { hasSeason, hasPhotographer } = narrowContext(page, new URLSearchParams());
    return [hasSeason, hasPhotographer];
  };
  expect(of('gallery')).toEqual([true, true]);
  expect(of('event-detail')).toEqual([false, true]);
  expect(of('mediasite')).toEqual([false, false]);
  expect(of('my-photo')).toEqual([true, false]);
  expect(narrowContext('download', new URLSearchParams()).allowsEmpty).toBe(true);
});

test('SRC-04a the form writes what it has, keeps what is not its own and closes an open photo', () => {
  const params = new URLSearchParams('p=加藤&mode=my-photo&q=x&cp=佐藤');
  const form = narrowFormOf(params);
  const next = writeForm(params, { ...form, season: 's1', persons: [] });
  expect(Object.fromEntries(next)).toEqual({ p: '加藤', mode: 'my-photo', s: 's1' });
});

test('SRC-05c SRC-05d started seasons, their events, persons with photos there, not the page’s own', () => {
  const sources = {
    seasons: [season('s27', 2027), season('s26', 2026), season('s25', 2025, 0)],
    events: [
      event('now'),
      event('old', { event_date: '2025-05-01', photo_location: ['北'] }),
      event('fan', { event_type: 'memorial', event_date: '2020-01-01' }),
    ],
    persons: [person('加藤 ケン'), person('佐藤', 3, 't1'), person('控え', 0)],
  };
  const all = narrowOptions(sources, { team: '', season: '', event: '' }, { now, ownPerson: null });
  expect(all.seasons.map(({ value, hasPhotos }) => [value, hasPhotos])).toEqual([
    ['s26', true],
    ['s25', false],
  ]);
  expect(all.persons.map(({ hasPhotos }) => hasPhotos)).toEqual([true, true, false]);
  const inSeason = narrowOptions(sources, { team: '', season: 's26', event: '' }, { now, ownPerson: '佐藤' });
  expect(inSeason.events.map(({ value }) => value)).toEqual(['now', 'fan']);
  expect(inSeason.locations).toEqual(['メインスタンド']);
  expect(inSeason.persons.map(({ value, hasPhotos }) => [value, hasPhotos])).toEqual([
    ['加藤 ケン', true],
    ['控え', false],
  ]);
  const ofTeam = narrowOptions(sources, { team: 't1', season: '', event: '' }, { now, ownPerson: null });
  expect(ofTeam.persons.map(({ value }) => value)).toEqual(['佐藤']);
  // However the address and the season spell them.
  const spelled = { ...sources, seasons: [{ ...season('s26', 2026), person_list: ['加藤ｹﾝ'] }] };
  const { persons } = narrowOptions(spelled, { team: '', season: 's26', event: '' }, { now, ownPerson: '佐 藤' });
  expect(persons.map(({ value, hasPhotos }) => [value, hasPhotos])).toEqual([
    ['加藤 ケン', true],
    ['控え', false],
  ]);
  expect(isOfSeason(event('x', { event_date: '2026-12-31' }), season('s', 2026))).toBe(true);
});

test('SRC-05a SRC-05c names with photos only: persons, seasons and events whatever spaces, case and width', () => {
  const shared = {
    seasons: [season('s26', 2026), season('s25', 2025, 0), season('s27', 2027)],
    events: [event('J league day'), event('j LEAGUE eve', { count: 0 })],
    persons: [person('ＫＡＴＯ １０'.normalize('NFKC')), person('kato 11', 0)],
  };
  const found = matchReference(shared, 'j league', now);
  expect(found.seasons.map(({ season_id }) => season_id)).toEqual(['s26']);
  expect([found.events.length, found.eventCount]).toEqual([1, 2]);
  expect(matchReference(shared, 'kato１0', now).persons).toHaveLength(1);
  expect(locationsWith([event('a'), event('b')], 'メイン')).toEqual(['メインスタンド']);
});

test('SRC-01b messages are those with the word in the fan’s own text', () => {
  const photo = (comment: string) => ({ comment }) as Photo;
  expect(withMessage([photo('ナイス GOAL'), photo('空')], 'ｇｏａｌ')).toHaveLength(1);
  // As the server found them: all words, in any order.
  expect(withMessage([photo('ナイス GOAL'), photo('ナイス')], 'goal　ﾅｲｽ')).toHaveLength(1);
});

test('SRC-06 chosen words are reported, persons one by one; failures change nothing', async () => {
  const putSearchWord = vi.fn(async (_: { body: unknown }) => Promise.reject(new Error('offline')));
  reportWords({ putSearchWord } as never, [
    { word: '加藤, 佐藤', tagtype: 'person' },
    { word: 'a,b', tagtype: 'text' },
    { word: '', tagtype: 'event' },
  ]);
  expect(putSearchWord.mock.calls.map(([{ body }]) => body)).toEqual([
    { word: '加藤', tagtype: 'person' },
    { word: '佐藤', tagtype: 'person' },
    { word: 'a,b', tagtype: 'text' },
  ]);
});

const empty = { media_list: [], cursor: null, total: null };
const sourceWith = (api: object) => ({ api, tenant: { id: 'x' } }) as never;
const run = (source: never, word: string, places: string[] = []) => {
  const { queryFn } = wordQueryOptions(source, word, places);
  return (queryFn as unknown as (context: object) => Promise<unknown>)({ signal: new AbortController().signal });
};

test('SRC-01a a part of the search that fails is logged and left out; all of them failing is a failure', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const failing = async () => Promise.reject(new Error('no'));
  const users = async () => ({ list: [{ user_id: 'u', user_name: 'U' }] });
  expect(await run(sourceWith({ getPublicList: failing, findUsersByName: users }), 'a')).toMatchObject({
    isPartial: true,
    users: [{ user_id: 'u' }],
  });
  expect(warn).toHaveBeenCalled();
  await expect(run(sourceWith({ getPublicList: failing, findUsersByName: failing }), 'a')).rejects.toThrow('no');
  warn.mockRestore();
});

test('SRC-05b a word with # or ＃ asks for the bare hashtag', async () => {
  const getPublicList = vi.fn(async (_: { query: Record<string, string> }) => empty);
  await run(sourceWith({ getPublicList, findUsersByName: async () => ({ list: [] }) }), '＃勝利', ['北']);
  expect(getPublicList.mock.calls.map(([{ query }]) => query)).toEqual([
    { search_text: '勝利', l: '24' },
    { ht: '勝利', l: '24' },
    { pl: '北', l: '1' },
  ]);
});

test('SRC-01a each word has an answer of its own: an older one cannot stand for a newer word', () => {
  const keyOf = (word: string) => wordQueryOptions(sourceWith({}), word, []).queryKey;
  expect(keyOf('あ')).not.toEqual(keyOf('あい'));
});
