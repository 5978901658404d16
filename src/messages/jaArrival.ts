/** What tells a fan that queued photos are public (FAN-01). Loaded with the first arrival. */

export const arrival = {
  label: '投稿のお知らせ',
  title: '届きました',
  /** On the small card. */
  lead: (photos: number) => `${photos}枚が公開されました`,
  see: '見る',
  seeLabel: (event: string) => `${event}で見る`,
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
