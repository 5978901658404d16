import { expect, test } from 'vitest';
import type { Person, Team } from '../../contract/entities.ts';
import { countedIn, rankPersons, scopeOf } from './rankPersons.ts';

const person = (name: string, count: number, team_id: string): Person => ({ name, count, team_id, number: null });
const teams: Team[] = [
  { team_id: 'm1', team_name: 'M', object_key: null, gender: 'm' },
  { team_id: 'f1', team_name: 'F', object_key: null, gender: 'f' },
];
const persons = [
  person('a', 3, 'm1'),
  person('b', 5, 'f1'),
  person('c', 3, 'f1'),
  person('d', 1, 'm1'),
  person('e', 0, 'm1'),
];
const ranks = (scope: Parameters<typeof rankPersons>[2]) =>
  rankPersons(persons, teams, scope).map(({ name, rank }) => `${rank}${name}`);

test('RNK-01a those with most points first, equal points share a rank, nobody without points', () => {
  expect(ranks({ team: null, gender: null })).toEqual(['1b', '2a', '2c', '4d']);
});

test('RNK-01a by gender and by team, ranked among themselves', () => {
  expect(ranks({ team: null, gender: 'm' })).toEqual(['1a', '2d']);
  expect(ranks({ team: 'f1', gender: null })).toEqual(['1b', '2c']);
});

test('RNK-01a RTE-07 the address says the scope; a team of the other gender or of nobody is none', () => {
  const of = (text: string) => scopeOf(new URLSearchParams(text), teams);
  expect(of('gender=f&team=f1')).toEqual({ team: 'f1', gender: 'f' });
  expect(of('gender=m&team=f1')).toEqual({ team: null, gender: 'm' });
  expect(of('gender=x&team=none')).toEqual({ team: null, gender: null });
});

test('FAN-30a a period counts its own photos, however a name is written; others than the list have no rank', () => {
  const shown = [
    { name: 'Ａ', count: 1 },
    { name: 'a', count: 2 },
    { name: 'e', count: 4 },
    { name: 'x', count: 9 },
  ];
  const ofPeriod = rankPersons(countedIn(persons, shown), teams, { team: null, gender: null });
  expect(ofPeriod.map(({ name, count, rank }) => [rank, name, count])).toEqual([
    [1, 'e', 4],
    [2, 'a', 3],
  ]);
});
