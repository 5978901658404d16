/** Sentences of comments, follows and everything between fans. Apart from `ja.ts` because they come with an opened photo. */
import { formatCount } from '../rules/formatCount.ts';

export const comments = {
  title: 'コメント',
  empty: 'まだコメントはありません',
  emptyText: '最初のコメントを送って、撮った人に気持ちを伝えましょう。',
  failed: 'コメントの取得に失敗しました。',
  reactionsFailed: 'リアクション情報取得でエラーが発生しました。画面を更新してください。',
  reactionFailed: 'リアクション操作でエラーが発生しました。',
  sendFailed: 'リアクション情報取得でエラーが発生しました。画面を更新してください。',
  kept: '入力したコメントは残っています。',
  earlier: (count: number) => `前のコメントを見る（${count}件）`,
  deleted: 'このコメントは削除されました',
  muted: '表示しないユーザーのコメントです',
  left: '退会したユーザーです',
  label: 'コメントを書く',
  placeholder: 'コメントを書く',
  mention: (name: string) => `@${name} に返信`,
  replyTo: (name: string) => `${name}さんに返信`,
  reply: '返信',
  replyOf: (name: string) => `${name}さんのコメントに返信`,
  stopReply: '返信をやめる',
  send: '送信',
  offline: '電波がないため、今はコメントを送れません。',
  like: 'いいね',
  likeOf: (name: string, total: number) => `${name}さんのコメントにいいね ${total}件`,
  menuOf: (name: string) => `${name}さんのコメントの操作`,
  remove: '削除する',
  report: '通報する',
  sent: 'コメントを送りました。',
  inReplyTo: (name: string) => `@${name}`,
} as const;

export const commentRemove = {
  title: 'コメントの削除',
  ask: 'コメントを削除しますか？ 削除を実行すると元に戻せません。',
  action: '削除する',
  done: 'コメントを削除しました。',
  failed: 'コメントの削除に失敗しました。',
} as const;

export const commentReport = {
  title: 'コメントの通報',
  ask: 'このコメントを運営に通報しますか？ 通報したことは相手に伝わりません。',
  action: '通報する',
  done: 'コメントを通報しました。',
  failed: 'コメントの通報に失敗しました。',
} as const;

export const follow = {
  follow: 'フォロー',
  following: 'フォロー中',
  followOf: (name: string) => `${name}さんをフォロー`,
  followingOf: (name: string) => `${name}さんをフォロー中`,
  failed: 'フォロー操作に失敗しました。',
  full: 'フォローできる人数の上限に達しています。フォロー中のユーザーを減らしてからお試しください。',
  follows: 'フォロー',
  followers: 'フォロワー',
  count: (count: number) => formatCount(count),
  followsFailed: 'フォローユーザー取得に失敗しました。',
  followersFailed: 'フォロワー取得に失敗しました。',
  followsEmpty: 'フォローしているユーザーはいません',
  followersEmpty: 'フォロワーはまだいません',
  more: 'もっと見る',
  unknown: '名前を読み込めませんでした',
} as const;

export const reactionUsers = {
  title: 'いいねしたユーザー',
  failed: 'リアクションの取得に失敗しました。',
  empty: 'まだ「いいね」はありません',
  rest: (count: number) => `ほか${formatCount(count)}人`,
} as const;

export const firstFollow = {
  title: 'フォローしてみましょう',
  lead: (tenant: string) =>
    `${tenant}の公式アカウントとアンバサダーです。フォローしておくと、マイページからいつでも写真を見に行けます。`,
  leadAlone: (tenant: string) =>
    `${tenant}の公式アカウントです。フォローしておくと、マイページからいつでも写真を見に行けます。`,
  failed: 'おすすめのユーザーを読み込めませんでした',
  none: 'おすすめのユーザーはまだいません',
  later: 'あとで',
  done: '完了',
} as const;

export const photoReport = {
  menu: 'この写真の操作',
  actionOf: (name: string) => `${name}さんの写真を報告する`,
} as const;

export const mute = {
  action: '表示しない',
  actionOf: (name: string) => `${name}さんを表示しない`,
  ask: (name: string) =>
    `${name}さんの写真とコメントを、あなたの画面に表示しないようにしますか？ 相手には伝わりません。設定からいつでも戻せます。`,
  done: (name: string) => `${name}さんの写真とコメントを表示しません。設定の「表示しないユーザー」から戻せます。`,
  undo: '表示する',
  undone: (name: string) => `${name}さんの写真とコメントを表示します。`,
  state: 'このユーザーの写真とコメントは表示していません。',
  failed: '設定を変更できませんでした。',
  full: '表示しないユーザーが上限に達しています。設定で減らしてからお試しください。',
} as const;

export const block = {
  menuOf: (name: string) => `${name}さんへの操作`,
  actionOf: (name: string) => `${name}さんをブロックする`,
  action: 'ブロックする',
  ask: (name: string) =>
    `${name}さんをブロックしますか？ お互いの写真・コメント・お知らせが表示されなくなり、フォローも解除されます。相手には伝わりません。設定からいつでも解除できます。`,
  done: (name: string) => `${name}さんをブロックしました。設定の「ブロックしたユーザー」から解除できます。`,
  undo: 'ブロックを解除',
  undone: (name: string) => `${name}さんのブロックを解除しました。`,
  state: 'このユーザーをブロックしています。お互いの写真やコメントは表示されません。',
  failed: '設定を変更できませんでした。',
  refused: '公式アカウントはブロックできません。人数の上限に達したときは、設定で減らしてからお試しください。',
} as const;
