import { expect, test } from 'vitest';
import type { Person } from '../../contract/entities.ts';
import { grownRow, rowNames } from './playerRow.ts';

const person = (name: string): Person => ({ name, count: 0, team_id: null, number: null });
const names = Array.from({ length: 30 }, (_, index) => `選手 ${index}`);
const persons = names.map(person);

test('FAN-03c favourites, then those chosen last, then those of the match; each once', () => {
  const row = rowNames({
    persons,
    favorites: ['選手20', '去った人'],
    recent: ['選手 7', '選手 20'],
    shown: ['選手 3', '選手 7', '選手 1', ...names.slice(8, 20)],
  });
  expect(row.slice(0, 5)).toEqual(['選手 20', '選手 7', '選手 3', '選手 1', '選手 8']);
  expect(new Set(row).size).toBe(row.length);
});

test('FAN-03c a short row is filled from the list, once it is known who is shown in the match', () => {
  const sources = { persons, favorites: ['選手 9'], recent: [] };
  expect(rowNames({ ...sources, shown: null })).toEqual(['選手 9']);
  expect(rowNames({ ...sources, shown: ['選手 4'] })).toEqual([
    '選手 9',
    '選手 4',
    ...names.slice(0, 4),
    ...names.slice(5, 9),
    ...names.slice(10, 12),
  ]);
  expect(rowNames({ ...sources, persons: persons.slice(9, 11), shown: [] })).toEqual(['選手 9', '選手 10']);
});

test('FAN-03c what stands in the row keeps its place, whoever comes', () => {
  const row = ['い', 'ろ'];
  expect(grownRow(row, ['は', 'い', 'に', 'は'])).toEqual(['い', 'ろ', 'は', 'に']);
  expect(grownRow(row, ['ろ', 'い'])).toBe(row);
});
