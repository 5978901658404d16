/** Sentences of the notices. Apart from `ja.ts` because they come with their page. */
import { formatCount } from '../rules/formatCount.ts';

export const notices = {
  title: 'お知らせ',
  failed: '通知一覧の取得に失敗しました。',
  empty: 'お知らせはまだありません',
  emptyText: '写真へのいいねやコメント、フォローがあると、ここに届きます。',
  unread: '未読',
  unreadCount: (count: number) => `未読 ${count}件`,
  news: '運営からのお知らせ',
  newsPicture: 'お知らせの画像',
  settings: 'お知らせの設定',
  settingsShort: '設定',
  left: '退会したユーザー',
  by: (name: string) => `${name}さん`,
  comment: (name: string) => `${name}があなたの写真にコメントしました`,
  reply: (name: string) => `${name}があなたのコメントに返信しました`,
  reaction: (name: string, others: number) =>
    others > 0
      ? `${name}、ほか${formatCount(others)}人があなたの写真に「いいね」しました`
      : `${name}があなたの写真に「いいね」しました`,
  post: (name: string, count: number) => `${name}が写真を${formatCount(count)}枚投稿しました`,
  best: 'あなたの写真がベストショットに選ばれました',
  memory: (years: number) => `${years}年前の今日の写真があります。あの日を見返してみませんか`,
  follow: (name: string) => `${name}があなたをフォローしました`,
  /** Only pushed: stands in no list. */
  event: (name: string) => `「${name}」がはじまりました`,
  eventBody: 'さっそく写真を投稿しましょう。',
  player: (names: string, count: number) => `推しの${names}の写真が${formatCount(count)}枚届きました`,
  newTab: '（新しいタブで開きます）',
} as const;
