/** Sentences of the desk about moving an event (STF-08). They come with the desk's script. */
import { formatCount } from '../rules/formatCount.ts';

export const eventMove = {
  open: '移動する',
  openOf: (name: string) => `${name}を移動する`,
  title: (name: string) => `「${name}」を移動`,
  ways: '移動のしかた',
  date: '新しい日程にする',
  into: 'ほかの企画へ移す',
  dateLead: '中止や延期になった企画に、新しい日程と場所を付けます。投稿された写真は、すべてそのまま残ります。',
  intoLead:
    '新しい日程の企画がすでにあるときに使います。写真とコレクションがその企画へ移り、この企画はなくなります。古いアドレスを開いた人には、移した先の企画を表示します。',
  target: '移す先の企画',
  note: 'お知らせに添える言葉',
  noteHint: '会場の変更など。空でもかまいません。',
  reach: (photos: number, told: number) =>
    `この企画の写真は${formatCount(photos)}枚です。投稿した人と保存した人の合計${formatCount(told)}人に、お知らせが1回届きます。`,
  waiting: (days: number) =>
    `電波がなく、まだスマートフォンに残っている投稿は、移動のあと${days}日のあいだ受け付けます。`,
  wall: '大型画面の鍵と承認も、移した先の企画へ移ります。スクリーンは、そのまま新しい企画の写真を映します。',
  moveDate: '日程を変更する',
  moveInto: '移す',
  askDate: (name: string, day: string, told: number) =>
    `「${name}」の開催日を${day}にして、${formatCount(told)}人にお知らせしますか？`,
  askInto: (name: string, into: string, photos: number) =>
    `「${name}」の写真${formatCount(photos)}枚を「${into}」に移しますか？ 元に戻せません。`,
  dated: '日程を変更しました',
  begun: '移動を始めました',
  running: (name: string, into: string, moved: number, left: number) =>
    `「${name}」から「${into}」へ移動しています（写真 ${formatCount(moved)}枚が完了、残り${formatCount(left)}枚）`,
  changed: 'ほかの担当者が先に企画を変更しました。まだ移動していません。',
  overwrite: 'この日程で変更する',
  gone: 'この企画は、ほかの担当者が削除したか、移しました。',
} as const;
