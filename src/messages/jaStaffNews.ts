/** Sentences of the desk's page about news. They come with the desk's script. */
import type { NewsAudience, NewsRefusal, NewsState } from '../contract/staffNewsEndpoints.ts';
import { formatCount } from '../rules/formatCount.ts';

export const newsStates: Readonly<Record<NewsState, string>> = {
  draft: '下書き',
  scheduled: '予約',
  sending: '送信中',
  sent: '送信済み',
  withdrawn: '取り下げ済み',
};

export const newsAudiences: Readonly<Record<NewsAudience, string>> = {
  all: '全員',
  person: '推している人',
  event: '企画を保存した人',
  posters: '企画に投稿した人・保存した人',
};

/** Whom a news item reaches. `name`: of the person or the event. */
export function newsReach(audience: NewsAudience, name: string): string {
  switch (audience) {
    case 'all':
      return '全員';
    case 'person':
      return `「${name || '未選択'}」を推している人`;
    case 'event':
      return `「${name || '未選択'}」を保存した人`;
    case 'posters':
      return `「${name || '未選択'}」に投稿した人・保存した人`;
  }
}

export const newsPage = {
  lead: 'クラブからのお知らせを、お知らせの一覧とプッシュ通知で届けます。',
  add: 'お知らせを書く',
  waiting: '下書きと予約',
  noneWaiting: '下書きと予約はありません',
  published: '送信したお知らせ',
  nonePublished: '送信したお知らせはまだありません',
  at: (time: string) => `${time}（日本時間）`,
  counts: (delivered: number, pushed: number, opened: number) =>
    `届いた ${formatCount(delivered)}人　プッシュ ${formatCount(pushed)}件　開いた ${formatCount(opened)}人`,
  countsHint:
    '「開いた」は、お知らせの一覧で見た人の数です。1人は1回だけ数え、だれが見たかは表示しません。全員あてのお知らせは、あとから参加した人も数えます。',
} as const;

export const newsForm = {
  newTitle: 'お知らせを書く',
  editTitle: 'お知らせを編集',
  title: '見出し',
  body: '本文',
  url: 'リンク先',
  urlHint: 'https:// から始まるアドレス、またはこのサイトの / から始まるアドレス。空でもかまいません。',
  urlWrong: 'https:// または / から始まるアドレスを入力してください。',
  picture: '写真',
  audience: '届ける相手',
  person: '人物',
  event: '企画',
  posters: '企画',
  eventHint: '企画をコレクションに保存した人に届きます。公式の企画では、すべての企画の開始通知を選んだ人にも届きます。',
  titleMissing: '見出しを入力してください。',
  save: '保存する',
  saved: '保存しました',
  next: '送信へ進む',
  remove: '削除する',
  removed: '削除しました',
  askRemove: (title: string) => `「${title}」を削除しますか？ 元に戻せません。`,
  preview: 'プレビュー',
  push: 'プッシュ通知',
  list: 'お知らせの一覧',
  untitled: '（見出し）',
  already: 'ほかの担当者がすでに送信したか、取り下げました。ここでは変更できません。',
  changed: 'ほかの担当者が先に変更しました。まだ保存していません。',
  scheduledNote: (time: string) => `${time}（日本時間）に送信する予約です。保存しても、予約はそのままです。`,
} as const;

export const newsSend = {
  title: 'お知らせを送る',
  reach: (who: string) => `届ける相手：${who}`,
  when: '送る時間',
  now: '今すぐ',
  later: '日時を指定',
  time: '日時（日本時間）',
  timeMissing: '日時を選んでください。',
  note: '送信したお知らせは編集できません。取り下げると、だれにも表示されなくなります。',
  night: '深夜や早朝でも、指定した時間にプッシュ通知が届きます。',
  send: '今すぐ送る',
  schedule: '予約する',
  unschedule: '予約を取り消す',
  back: '編集に戻る',
  sent: '送信を始めました',
  scheduled: '予約しました',
  unscheduled: '予約を取り消し、下書きに戻しました',
} as const;

export const publishedNews = {
  withdraw: '取り下げる',
  askWithdraw: (title: string) =>
    `「${title}」を取り下げますか？ だれにも表示されなくなり、もう一度送ることはできません。届いたプッシュ通知は消せません。`,
  withdrawn: '取り下げました',
} as const;

/** Why a write changed nothing. */
export const newsRefusals: Readonly<Record<NewsRefusal, string>> = {
  changed: newsForm.changed,
  gone: 'ほかの担当者が削除しました。入力した内容で、新しく追加できます。',
  full: '下書きと予約が多すぎます。使わないものを削除してください。',
  tooMany: 'この日時の前後1日に送るお知らせが多すぎます。ほかの日時を選んでください。',
  past: '過ぎた日時、または1年より先の日時です。ほかの日時を選んでください。',
  incomplete: '本文を入力してください。',
  noAudience: '届ける相手を選んでください。',
};
