import { expect, test } from 'vitest';
import type { Photo } from '../../contract/entities.ts';
import { memoryHead } from './ownMemories.ts';

const NOW = Date.parse('2026-06-10T12:00:00+09:00');
const at = (created_at: string) => ({ created_at, event_name: '開幕戦' }) as Photo;

test('FAN-23a the strip says how many years ago, each year once, and of the last match its name', () => {
  const list = ['2025-06-10 23:59:59', '2025-06-10 10:00:00', '2023-06-10 00:00:00'].map(at);
  expect(memoryHead({ of: 'day', day: '2026-06-10', list }, NOW, '試合')).toEqual({
    title: 'この日の写真',
    note: '1年前・3年前',
  });
  expect(memoryHead({ of: 'match', day: '2026-06-10', list }, NOW, 'レース')).toEqual({
    title: '前回のレースの写真',
    note: '開幕戦',
  });
});

test('FAN-23a without photos, and of another day’s answer, there is no strip of this day', () => {
  const list = [at('2025-06-09 10:00:00')];
  expect(memoryHead({ of: 'day', day: '2026-06-10', list: [] }, NOW, '試合')).toBeNull();
  expect(memoryHead({ of: 'match', day: '2026-06-10', list: [] }, NOW, '試合')).toBeNull();
  expect(memoryHead({ of: 'day', day: '2026-06-09', list }, NOW, '試合')).toBeNull();
  expect(memoryHead({ of: 'match', day: '2026-06-09', list }, NOW, '試合')).not.toBeNull();
});
