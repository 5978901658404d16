/** Sentences of the ways to players: rows, lists, chips, favourites. `label` is the tenant's word for a player. */
import { formatCount } from '../rules/formatCount.ts';

export const players = {
  from: (label: string) => `${label}からさがす`,
  all: 'すべて見る',
  allOf: (label: string) => `すべての${label}`,
  rest: (count: number) => `ほか${formatCount(count)}人を表示`,
  count: (count: number) => `${formatCount(count)}枚`,
  list: (label: string) => `${label}の一覧`,
  none: (label: string) => `写真のある${label}はまだいません。`,
  failed: (label: string) => `${label}を読み込めませんでした`,
  team: 'チーム',
  allTeams: 'すべてのチーム',
  shown: (label: string) => `写っている${label}`,
  only: 'だけを表示、',
  isOnly: 'だけを表示中、押すと全員に戻る、',
  unit: '枚',
} as const;

export const favorites = {
  mark: '推し',
  add: (name: string) => `${name}を推しにする`,
  button: '推しにする',
  added: (name: string) => `${name}を推しにしました。先頭に並びます。`,
  full: (max: number) => `推しは${max}人までです。`,
  title: 'あなたの推し',
} as const;

/** A player's number as printed on shirts, and as fans write it: 14, #14, No.14, 背番号14, 14番. Of a search key (`rules/searchMatch.ts`). */
export const writtenNumber = /^(?:#|no\.?|背番号)?(\d+)番?$/;
