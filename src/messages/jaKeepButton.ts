/** The button that keeps a match on the device, by state. Apart from its sheet's sentences: the page draws it. */
import { formatCount } from '../rules/formatCount.ts';

export const keepButton = {
  keep: 'オフライン用に保存',
  keptAlready: 'オフライン用に保存済み',
  keeping: (percent: number) => `オフライン用に保存中 ${percent}%`,
  waiting: 'オフライン用の保存を待機中',
  paused: 'オフライン用の保存を一時停止中',
  stopped: 'オフライン用の保存が止まっています',
  news: (photos: number) => `新しい写真${formatCount(photos)}枚を保存`,
  keptAt: (time: string) => `${time}にオフライン用に保存`,
} as const;
