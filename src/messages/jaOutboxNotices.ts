/** Words of the notifications about waiting posts. Apart, because the service worker carries them. */

interface NoticeFacts {
  readonly event: string;
  readonly photos: number;
}
type Words = (facts: NoticeFacts) => { readonly title: string; readonly body: string };

export const outboxNotices = {
  sent: ({ event, photos }) => ({ title: '写真の投稿が完了しました。', body: `${event}・${photos}枚` }),
  refused: ({ event }) => ({
    title: '送信できない投稿があります',
    body: `「${event}」への投稿が止まっています。写真は端末に残っています。開いて確認してください。`,
  }),
  login: ({ event }) => ({
    title: '送信にはログインが必要です',
    body: `「${event}」への投稿が待っています。もう一度ログインすると送信します。`,
  }),
  late: ({ event, photos }) => ({
    title: 'まだ送信できていない写真があります',
    body: `「${event}」の${photos}枚が端末で待っています。電波の良い場所でアプリを開くと送信します。`,
  }),
} as const satisfies Record<'sent' | 'refused' | 'login' | 'late', Words>;
