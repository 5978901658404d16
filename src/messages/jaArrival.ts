/** What tells a fan that queued photos are public (FAN-01). Loaded with the first arrival. */

export const arrival = {
  label: '投稿のお知らせ',
  title: '届きました',
  /** On the small card. */
  lead: (photos: number) => `${photos}枚が公開されました`,
  see: '見る',
  seeLabel: (event: string) => `${event}で見る`,
  seePhoto: '公開された写真を見る',
  /** On the toast of a post that was made with signal, until it is public (FAN-26). */
  sent: {
    sending: { lead: '写真の投稿が完了しました。', text: (photos: number) => `${photos}枚を送信しています` },
    offline: {
      lead: '電波がありません',
      text: (photos: number) => `${photos}枚は端末に保存しました。電波が届いたら自動で送信します。`,
    },
    waiting: { lead: '送信を待っています', text: (photos: number) => `${photos}枚は端末に保存しました。` },
    problem: {
      lead: '送信できない写真があります',
      text: (photos: number) => `${photos}枚の投稿です。理由は「送信待ち」で確認できます。`,
    },
  },
  details: '詳しく',
  album: 'アルバムで見る',
  share: '送る',
  shareText: (event: string, hashtag: string) => `「${event}」に写真を投稿しました ${hashtag}`,
  copied: 'リンクをコピーしました。',
  copyFailed: 'リンクをコピーできませんでした。',
  again: '同じ設定で次の写真も投稿',
  close: 'お知らせを消す',
  more: (photos: number) => `ほか${photos}枚`,
  first: 'はじめての投稿です。',
  count: (photos: number) => `投稿した写真が${photos}枚に届きました。`,
  firstOfEvent: (event: string) => `「${event}」の最初の写真です。`,
  /** Tenants with support points. */
  points: (players: readonly string[], others: number) =>
    `${players.join('・')}${others > 0 ? `ほか${others}人` : ''}の応援ポイントが付与されました。`,
} as const;
