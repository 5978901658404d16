/** Sentences of the staff's desk. They come with its script: no fan loads them. */
import type { CaseDecision, ReportKind } from '../contract/reports.ts';
import type { StaffPage } from '../contract/staffPages.ts';
import type { StaffRole } from '../contract/staffRoles.ts';
import type { Age } from '../rules/dates.ts';

export const staffPageNames: Readonly<Record<StaffPage, string>> = {
  index: '今日',
  reports: '通報',
  photos: '写真',
  wall: '大型画面',
  highlights: 'ハイライト',
  people: 'ユーザー',
  inbox: '受信箱',
  team: '担当者',
  log: '記録',
  events: '企画',
  players: '人物・表示',
  words: '言葉',
  figures: '数字',
  news: 'お知らせ',
};

export const staffRoleNames: Readonly<Record<StaffRole, string>> = {
  owner: 'オーナー',
  editor: '編集',
  moderator: 'モデレーター',
  viewer: '閲覧',
};

export const staffRoleHints: Readonly<Record<StaffRole, string>> = {
  owner: 'すべての操作と、担当者の管理',
  editor: 'コンテンツの編集',
  moderator: '通報への対応',
  viewer: '数字の閲覧',
};

export const decisionNames: Readonly<Record<CaseDecision, string>> = {
  none: '対応なし',
  hide: '非表示',
  remove: '削除',
  warn: '注意',
  suspend: '利用停止',
};

export const caseKindNames: Readonly<Record<ReportKind, string>> = {
  photo: '写真',
  fan: 'ユーザー',
  comment: 'コメント',
};

/** How long something has waited. */
export function waitedFor(age: Age): string {
  switch (age.unit) {
    case 'now':
      return 'たった今';
    case 'minutes':
      return `${age.count}分前から`;
    case 'hours':
      return `${age.count}時間前から`;
    case 'days':
      return `${age.count}日前から`;
    default:
      return '1週間以上前から';
  }
}

export const desk = {
  title: 'スタッフ',
  nav: 'スタッフのページ',
  waiting: (open: number) => `確認待ちの通報 ${open}件`,
  hiddenByReports: (hidden: number) => `うち通報により非表示 ${hidden}件`,
  appeals: (appeals: number) => `異議の申し立て ${appeals}件`,
  inbox: (open: number) => `返事を待っているお問い合わせ ${open}件`,
  inboxEmpty: '返事を待っているお問い合わせはありません',
  inboxLate: (late: number) => `うち期限（7日）を過ぎたもの ${late}件`,
  toInbox: '受信箱を開く',
  nothing: '確認待ちの通報はありません',
  toReports: '通報を確認する',
  yourRole: (role: string) => `あなたの役割：${role}`,
  failed: '読み込めませんでした。電波の良い場所で、もう一度お試しください。',
} as const;

export const reportsPage = {
  open: '確認待ち',
  appealed: '異議',
  decided: '対応済み',
  noneAppealed: '確認待ちの異議はありません',
  states: '通報の状態',
  noneOpen: '確認待ちの通報はありません',
  noneOpenText: '通報が届くと、ここに表示されます。',
  noneDecided: '対応済みの通報はまだありません',
  /** Of a long list the first ones are shown. */
  listed: {
    open: (count: number) => `古い順に${count}件を表示しています。対応すると、続きが表示されます。`,
    appealed: (count: number) => `古い順に${count}件を表示しています。回答すると、続きが表示されます。`,
    decided: (count: number) => `新しい順に${count}件を表示しています。`,
  },
  /** Without a report a word held it back. */
  count: (reports: number) => (reports === 0 ? '止める言葉' : `通報${reports}件`),
  by: (name: string) => `投稿：${name}`,
  left: '退会したユーザー',
  hidden: '非表示中',
  gone: '削除済み',
  photoOf: (name: string) => `${name}さんの写真`,
  commentOf: (name: string) => `${name}さんのコメント`,
  openPhoto: '写真を開く',
  openFan: 'ページを開く',
  reason: '相手と通報者に伝える理由',
  more: '通報の内容と履歴',
  less: '閉じる',
  history: (photos: number, hidden: number, cases: number) =>
    `これまでの写真${photos}枚（非表示${hidden}枚）、通報された案件${cases}件`,
  suspended: '利用停止中',
  earlier: (decision: string, at: string) => `以前の対応：${decision}（${at}）`,
  days: '利用停止の期間',
  forDays: (days: number) => `${days}日間`,
  forGood: '期限なし',
  askRemove: '写真を削除しますか？ すべてのサイズの画像が削除され、元に戻せません。',
  askSuspend: (name: string) => `${name}さんの利用を停止しますか？`,
  done: (decision: string) => `「${decision}」にしました`,
  undo: '元に戻す',
  undone: '元に戻しました',
  select: 'まとめて対応',
  stopSelect: 'まとめて対応をやめる',
  selectOf: (title: string) => `${title}を選ぶ`,
  selected: (count: number) => `${count}件を選択中`,
  together: (decision: string) => `選んだ通報を「${decision}」にする`,
  doneTogether: (done: number, failed: number) =>
    failed === 0 ? `${done}件に対応しました` : `${done}件に対応しました。${failed}件は対応できませんでした。`,
  appeal: (at: string) => `異議の申し立て　${at}`,
  answerReason: '本人に伝える理由',
  keep: '対応を変えない',
  overturn: '対応を取り消す',
  isOthers: 'あなたが対応した案件です。異議には別の担当者が答えます。',
  answered: { kept: '異議に回答しました：対応は変わりません', overturned: '異議に回答しました：対応を取り消しました' },
  keys: 'パソコンでは、数字キー（1〜5）で選んだ通報に対応できます。',
  key: (name: string, key: string) => `${name}（${key}キー）`,
  decidedAt: (decision: string, at: string, who: string) => `${decision}　${at}　${who}`,
} as const;

export const passwordAgain = {
  title: 'パスワードの確認',
  lead: '元に戻せない操作です。続けるには、パスワードを入力してください。',
  password: 'パスワード',
  action: '確認して続ける',
  wrong: 'パスワードが正しくありません。',
} as const;

export const teamPage = {
  members: '担当者',
  invitations: '招待中',
  invite: '招待する',
  inviteLead: '招待したメールアドレスで登録・ログインすると、役割が付きます。招待したことは、ご本人にお伝えください。',
  email: 'メールアドレス',
  role: '役割',
  roleOf: (name: string) => `${name}さんの役割`,
  official: '公式アカウント',
  suspended: '利用停止中',
  remove: '外す',
  removeOf: (name: string) => `${name}さんをスタッフから外す`,
  askRemove: (name: string) => `${name}さんをスタッフから外しますか？`,
  removed: (name: string) => `${name}さんをスタッフから外しました`,
  changed: (name: string, role: string) => `${name}さんの役割を「${role}」にしました`,
  invited: (email: string) => `${email}を招待しました`,
  takeBack: '取り消す',
  takeBackOf: (email: string) => `${email}の招待を取り消す`,
  takenBack: '招待を取り消しました',
  unnamed: '名前のない担当者',
  settings: '通報の設定',
  hides: '通報が3件になった写真を自動で非表示にする',
  hidesHint: '別々の人・回線からの通報だけを数えます。モデレーターが対応すると、その結果に変わります。',
} as const;

export const peoplePage = {
  search: '名前・ID',
  find: '検索する',
  byMail: 'メールアドレスで検索',
  byMailHint: '完全に一致する1件だけを探します。検索したことは記録されます。',
  email: 'メールアドレス',
  none: '見つかりませんでした',
  noneText: 'このクラブに登録しているユーザーだけを検索します。',
  left: '退会したユーザー',
  photos: (count: number) => `写真${count}枚`,
  staff: 'スタッフ',
  suspended: '利用停止中',
  show: (name: string) => `${name}さんの詳細`,
  joined: (at: string) => `登録：${at}`,
  suspendedUntil: (until: string | null, reason: string) =>
    `利用停止中（${until === null ? '期限なし' : `${until}まで`}）　理由：${reason}`,
  posts: '投稿した写真',
  noPosts: '投稿はありません',
  hidden: '非表示',
  photo: (at: string) => `${at}の写真`,
  cases: 'このユーザーへの通報',
  noCases: '通報はありません',
  reported: (count: number) => `このユーザーがした通報：${count}件`,
  acts: 'これまでの対応',
  noActs: '対応はありません',
  consents: '写真利用の許諾の履歴',
  noConsents: '履歴はありません',
  gave: '許諾した',
  withdrew: '許諾しない',
  open: 'ページを開く',
  reason: '理由（記録されます）',
  reveal: '本名とメールアドレスを表示',
  revealed: (name: string, email: string) => `本名：${name}　メールアドレス：${email}`,
  unknown: '登録なし',
  signOut: '全端末でログアウト',
  askSignOut: (name: string) => `${name}さんをすべての端末でログアウトさせますか？`,
  signedOut: (count: number) => `${count}件のログインを終了しました`,
  rename: '名前の変更を要請',
  askRename: (name: string) => `「${name}」を使えなくしますか？ ご本人が新しい名前を選ぶまで、仮の名前で表示されます。`,
  renamed: (name: string) => `名前を「${name}」にしました。ご本人にお知らせしました。`,
} as const;

export const inboxPage = {
  states: 'お問い合わせの状態',
  open: '未対応',
  done: '対応済み',
  noneOpen: '未対応のお問い合わせはありません',
  noneDone: '対応済みのお問い合わせはまだありません',
  from: (name: string) => (name ? `${name}さん` : 'お名前のない方'),
  visitor: 'ログインなし',
  photo: '申し出の写真を開く',
  confirmed: 'メールアドレス確認済み',
  unconfirmed: 'メールアドレス未確認',
  fan: 'ユーザーのページ',
  dueAt: (at: string) => `返信の期限：${at}`,
  late: '期限切れ',
  template: '定型文',
  noTemplate: '選んでください',
  answer: '返信の内容',
  answerHint: 'ご本人のメールアドレスに送ります。元のお問い合わせが引用されます。',
  send: '返信する',
  askSend: 'この内容をメールで送りますか？ 送ったあとは取り消せません。',
  close: '返信せずに完了',
  reopen: '未対応に戻す',
  outcomes: {
    closed: '返信せずに完了',
    mailing: '返信を受け付けました（メールの送信待ち）',
    mailed: '返信を送りました',
  },
  sent: '返信を受け付けました',
  doneAt: (outcome: string, at: string, who: string) => `${outcome}　${at}　${who}`,
  templates: {
    received: {
      name: '確認します',
      text: 'お問い合わせありがとうございます。\n内容を確認し、あらためてご連絡します。今しばらくお待ちください。',
    },
    removed: {
      name: '写真に対応した',
      text: 'ご連絡ありがとうございます。\nご指摘の写真を確認し、サイトに表示されないようにしました。',
    },
    kept: {
      name: '写真に問題なし',
      text: 'ご連絡ありがとうございます。\nご指摘の写真を確認しましたが、利用規約に反する点は見つかりませんでした。ほかにお気づきの点があれば、お知らせください。',
    },
    usage: {
      name: '使い方',
      text: 'お問い合わせありがとうございます。\n操作の方法は、次のとおりです。\n\n',
    },
  },
} as const;
