/** Sentences of what a fan keeps to be seen without signal. Apart, because they come with its sheet and the settings. */
import { formatCount } from '../rules/formatCount.ts';

/** Bytes as a fan reads them. */
function size(bytes: number): string {
  if (bytes >= 1_000_000_000) return `${Math.round(bytes / 100_000_000) / 10}GB`;
  return bytes < 1_000_000 ? '1MB未満' : `${formatCount(Math.round(bytes / 1_000_000))}MB`;
}
const about = (bytes: number) => (bytes < 1_000_000 ? size(bytes) : `約${size(bytes)}`);
const quoted = (titles: readonly string[]) => titles.map((title) => `「${title}」`).join('');

export const kept = {
  title: 'オフライン用に保存',
  lead: 'このページの写真を端末に保存します。機内モードや電波のない場所でも、開いて検索できます。',
  measuring: '必要な容量を調べています…',
  photos: '写真',
  photoCount: (photos: number) => `${formatCount(photos)}枚`,
  photosOf: (stored: number, total: number) => `${formatCount(stored)} / ${formatCount(total)}枚`,
  needed: '保存に使う容量',
  keptBytes: '使っている容量',
  row: (stored: number, total: number, bytes: number) =>
    `${stored < total ? `${formatCount(stored)} / ${formatCount(total)}枚` : `${formatCount(stored)}枚`} ・ ${size(bytes)}`,
  bytes: (bytes: number, isExact: boolean) => (isExact ? size(bytes) : about(bytes)),
  budgetUsed: 'オフライン用の容量',
  used: (used: number, budget: number) => `${size(used)} / 上限${size(budget)}`,
  free: '端末の空き（ブラウザの見積もり）',
  about,
  savedAt: '保存した日時',
  tooMany: (photos: number) => `写真が多いため、新しい順に${formatCount(photos)}枚までを保存します。`,
  goneFor: (titles: readonly string[]) =>
    `上限を超えるときは、最近開いていない${quoted(titles)}を端末から消して、場所を空けます。`,
  overBudget: '上限を超えるため、保存できません。下の「保存できる容量の上限」を大きくすると保存できます。',
  noSpace: '端末の空き容量が足りません。使っていないアプリや写真を整理して空きを作ってから、もう一度お試しください。',
  metered: 'モバイル回線につながっています。通信量がかかるので、Wi-Fiでの保存をおすすめします。',
  nothing: 'まだ保存できる写真がありません。',
  measureFailed: '必要な容量を調べられませんでした。電波の良いところで、もう一度お試しください。',
  start: '保存する',
  startOnMetered: 'モバイル回線で保存する',
  pause: '一時停止',
  resume: '保存を再開する',
  remove: '端末から消す',
  removeOf: (title: string) => `「${title}」を端末から消す`,
  removeAsk: (title: string) =>
    `オフライン用に保存した「${title}」を、この端末から消しますか？ 投稿された写真はそのまま残ります。`,
  removed: (title: string) => `オフライン用に保存した「${title}」を端末から消しました。`,
  running: 'ほかの画面を見ていても保存は続きます。閉じたときは、次に開いたときに続きから保存します。',
  runningBySystem:
    'この画面を閉じても、端末が保存を続けます。進み具合は通知やダウンロードの一覧にも表示されます。Wi-Fiから離れると、モバイル回線で続くことがあります。',
  stalled:
    'いまは進んでいません。電波が届かないか、サーバーが混み合っているか、通知で一時停止になっている可能性があります。動き出すと、続きから保存します。',
  whole: '電波がなくても、この写真をすべて開けます。',
  newPhotos: (photos: number) => `保存したあとに、新しい写真が${formatCount(photos)}枚届いています。`,
  failures: {
    line: '電波が届かないか、サーバーが混み合っています。つながり次第、続きから保存します。',
    metered: 'Wi-Fiを待っています。モバイル回線で続けるときは「モバイル回線で保存する」を押してください。',
    space:
      '端末の空き容量が足りなくなりました。ここまでの写真は保存されています。使っていないアプリや写真を整理して空きを作ってから、「保存を再開する」を押してください。',
    budget:
      '保存できる容量の上限に達しました。ここまでの写真は保存されています。上限を大きくするか、ほかを端末から消してから、「保存を再開する」を押してください。',
    storage: '端末に保存できませんでした。時間をおいて「保存を再開する」を押してください。',
  },
  pausedText: '一時停止しています。ここまでの写真は、電波がなくても開けます。',
  failed: 'うまくいきませんでした。もう一度お試しください。',

  /** In the settings, and below in the sheet. */
  listTitle: 'オフライン用に保存した写真',
  listLead: '「オフライン用に保存」を押したページの写真を、まとめて端末に保存します。ログアウトしても端末に残ります。',
  none: 'オフライン用に保存した写真はありません。',
  budget: '保存できる容量の上限',
  budgetHint: '上限に達すると、最近開いていないものから端末から消します。',
  budgetOption: (bytes: number) => size(bytes),
  budgetGone: (titles: readonly string[]) => `上限に合わせて、${quoted(titles)}を端末から消しました。`,
  budgetSaved: '上限を変更しました。',
  persistent: 'ブラウザが自動で消さない設定になっています。',
  notPersistent: '端末の空きが少なくなると、ブラウザが自動で消すことがあります。',
  askPersistent: '自動で消さないように頼む',
  refused: 'このブラウザには受け付けられませんでした。ホーム画面に追加すると、消されにくくなります。',
} as const;
