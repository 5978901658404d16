/** Several photos at once: selecting, saving, sharing (KEP-02). */
import { SELECTED_MAX, SHARED_AT_ONCE } from '../contract/limits.ts';
import { formatCount } from '../rules/formatCount.ts';

const MEGABYTE = 1024 * 1024;
const size = (bytes: number): string =>
  `${bytes < 10 * MEGABYTE ? Math.max(0.1, Math.round((bytes / MEGABYTE) * 10) / 10) : Math.round(bytes / MEGABYTE)}MB`;

export const photoSelection = {
  select: '選択',
  group: '選択した写真',
  none: '写真を選んでください',
  count: (count: number) => `${formatCount(count)}枚を選択中`,
  hint: '矢印キーで移動、スペースキーで選択、Shiftを押しながら移動するとまとめて選択できます。Escapeキーで終わります。',
  all: 'すべて選択',
  nothing: '選択を解除',
  leave: '選択を終わる',
  full: `一度に選べるのは${SELECTED_MAX}枚までです`,
  save: 'ZIPで保存',
  share: '共有',
  like: 'いいね',
  unlike: 'いいね解除',
  bookmark: 'ブックマーク',
  unbookmark: 'ブックマーク解除',
  remove: '削除',
  noneAllowed: '選んだ写真は、投稿した方が利用を承諾していないため保存できません。',
  oneAtATime: 'いま保存している写真が終わってから、もう一度お試しください。',
  notReady: '準備ができませんでした。電波の良い場所でもう一度お試しください。',
  removeQuestion: (count: number) => `選んだ${formatCount(count)}枚の投稿を削除しますか？ 削除すると元に戻せません。`,
  removeAction: '削除する',
  running: (done: number, all: number) => `${formatCount(done)} / ${formatCount(all)}枚`,
  noneToLike: '自分の写真には、いいねできません。',
  finished: {
    like: (count: number) => `${formatCount(count)}枚にいいねしました。`,
    unlike: (count: number) => `${formatCount(count)}枚のいいねを取り消しました。`,
    bookmark: (count: number) => `${formatCount(count)}枚をブックマークしました。`,
    unbookmark: (count: number) => `${formatCount(count)}枚のブックマークを外しました。`,
    remove: (count: number) => `${formatCount(count)}枚を削除しました。`,
  },
  refused: (count: number) => `${formatCount(count)}枚はできませんでした。選んだままにしています。`,
  stopped: (count: number) => `残りの${formatCount(count)}枚は途中でやめました。`,
  shareMax: `一度に共有できるのは${SHARED_AT_ONCE.photos}枚までです。`,
  preparing: (done: number, all: number) => `共有の準備中 ${done} / ${all}枚`,
  shareReady: (count: number) => `${count}枚の準備ができました`,
  shareNow: '共有する',
  shareLinks: 'リンクで共有',
  shareFailed: '写真を準備できませんでした。リンクで共有できます。',
  shareText: (count: number, name: string) => `${name}の写真${count}枚`,
  linksCopied: (count: number) => `${count}枚のリンクをコピーしました。`,
  linksFailed: 'リンクをコピーできませんでした。',
  stop: 'やめる',
} as const;

export const photoZip = {
  label: '写真の保存',
  progress: '取得した写真',
  count: (done: number, all: number) => `${formatCount(done)} / ${formatCount(all)}枚`,
  fetching: '写真を保存しています',
  waiting: '電波を待っています',
  waitingText: 'つながると、続きから自動で再開します。',
  unfinished: '写真の保存が途中です',
  unfinishedText: (done: number, all: number) =>
    `${formatCount(all)}枚のうち${formatCount(done)}枚は取得済みです。続きから保存できます。`,
  goOn: '続きから保存',
  giveUp: 'やめる',
  close: '閉じる',
  ready: (parts: number) =>
    parts === 1 ? 'ZIPの準備ができました' : `ZIPの準備ができました（${parts}つに分けて保存します）`,
  part: (place: number, all: number, bytes: number, isSaved: boolean) =>
    `${isSaved ? '保存済み: ' : ''}ZIP${all > 1 ? ` ${place}/${all}` : ''}${isSaved ? '' : 'を保存'}（${size(bytes)}）`,
  done: (count: number) => `${formatCount(count)}枚を保存しました`,
  nothing: '写真を保存できませんでした',
  missing: (count: number) => `${formatCount(count)}枚は取得できませんでした。削除された可能性があります。`,
  previews: (count: number) => `${formatCount(count)}枚は、フル画質が届いていないためプレビュー画質です。`,
  leftOut: (count: number) => `${formatCount(count)}枚は、投稿した方が利用を承諾していないため含めていません。`,
  tryMissing: '取得できなかった写真をもう一度',
  failed: 'ZIPを保存できませんでした',
  failedText: '端末の空き容量を確認してください。取得した写真は残っています。',
  again: 'もう一度',
  elsewhere: '別の画面で写真を保存しています。終わってから、もう一度お試しください。',
} as const;
