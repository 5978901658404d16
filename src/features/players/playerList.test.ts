import { expect, test } from 'vitest';
import { byTeam, findPlayers, joinPlayers, type Player, playersIn, withDoor } from './playerList.ts';

const person = (name: string, count: number, number: string | null = null, team_id: string | null = null) => ({
  name,
  count,
  number,
  team_id,
});
const named = (players: readonly Pick<Player, 'name'>[]) => players.map(({ name }) => name);

test('FAN-04b players with photos have a door, favourites before those with most photos', () => {
  const persons = [person('山田 太郎', 2), person('佐藤 次郎', 0), person('鈴木 三郎', 9), person('田中 四郎', 0)];
  const players = joinPlayers({ persons, pictures: [], favorites: ['山田太郎', '田中 四郎'] });
  expect(named(withDoor(players))).toEqual(['山田 太郎', '田中 四郎', '鈴木 三郎']);
});

test('FAN-04c a typed number is a player, whole and in any width; a typed word is part of a name', () => {
  const one = { name: '山田 太郎', number: '1' };
  const eleven = { name: '佐藤 次郎', number: '11' };
  expect(findPlayers([one, eleven], '１')).toEqual([one]);
  expect(findPlayers([one, eleven], '11')).toEqual([eleven]);
  expect(findPlayers([one, eleven], '佐藤次')).toEqual([eleven]);
  expect(findPlayers([one, eleven], ' ')).toEqual([]);
});

test('FAN-25a a typed reading finds its player whatever its case and accents; begun ones come first', () => {
  const leo = { name: 'レオ・サンドーラ', number: '14', reading: 'Léo Sandora' };
  const aleo = { name: '阿礼', number: null, reading: 'Aleo' };
  const unread = { name: '高峰 蓮', number: '7' };
  const players = [aleo, unread, leo];
  for (const typed of ['leo', 'LÉO', 'Ｌｅｏ', ' leo '])
    expect([typed, findPlayers(players, typed)]).toEqual([typed, [leo, aleo]]);
  expect(findPlayers(players, 'サンド')).toEqual([leo]);
  expect(findPlayers(players, 'gaku')).toEqual([]);
});

test('FAN-13d a typed number finds its player before names it stands in, also as shirts and fans write it', () => {
  const named14 = { name: '応援14番隊', number: '140' };
  const begins = { name: '14期 田中', number: null };
  const shirt = { name: '鈴木 三郎', number: '14' };
  const players = [named14, begins, { name: '高橋', number: '114' }, shirt];
  expect(findPlayers(players, '14')).toEqual([shirt, begins, named14]);
  for (const typed of ['１４', '#14', '＃１４', 'No.14', '背番号14', ' 14番'])
    expect([typed, findPlayers(players, typed)[0]]).toEqual([typed, shirt]);
});

test('FAN-04d players of a match have its counts; of two teams they stand by team, favourites before all', () => {
  const persons = [person('A', 50, '1', 'x'), person('B', 40, '2', 'y'), person('C', 30, '3', 'x')];
  const players = joinPlayers({ persons, pictures: [], favorites: ['C'] });
  const shown = playersIn(
    [
      { name: 'B', count: 5 },
      { name: 'A', count: 3 },
      { name: 'C', count: 1 },
      { name: 'だれか', count: 1 },
    ],
    players,
  );
  expect(shown.map(({ name, number, count }) => [name, number, count])).toEqual([
    ['B', '2', 5],
    ['A', '1', 3],
    ['C', '3', 1],
    ['だれか', null, 1],
  ]);
  const teams = [
    { team_id: 'x', team_name: 'X', object_key: null, gender: null },
    { team_id: 'y', team_name: 'Y', object_key: null, gender: null },
  ];
  const groups = byTeam(shown, teams).map(({ team, players }) => [team, ...named(players)]);
  expect(groups).toEqual([
    [null, 'C'],
    ['Y', 'B'],
    ['X', 'A'],
    [null, 'だれか'],
  ]);
  expect(
    byTeam(
      shown.filter(({ teamId }) => teamId === 'x'),
      teams,
    ).map(({ team }) => team),
  ).toEqual([null]);
});
