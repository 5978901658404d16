/** Sentences of the cards that are drawn on the device. Apart from `jaPhoto.ts` because they come with them. */

export const cardActions = {
  share: '共有する',
  save: '画像を保存',
  saved: '画像を保存しました。',
  making: 'カードを作っています',
} as const;

export const photoCard = {
  title: 'カードで共有',
  lead: '写真とクレジットを一枚の画像にします。画像はこの端末の中で作ります。',
  format: '画像の形',
  formats: { story: 'ストーリーズ（縦長）', chat: 'チャット（正方形）' },
  failed: 'カードを作れませんでした。写真を読み込めないか、通信が切れています。',
  retry: 'もう一度作る',
  /** What the picture shows, for those who cannot see it. */
  alt: (photo: string, texts: readonly string[]) =>
    `カードの見本：${[photo, ...texts].filter((text) => text !== '').join('、')}`,
  /** Between the names of several people. */
  between: '、',
  foot: (tenant: string, hashtag: string) => [tenant, hashtag].filter((text) => text !== '').join('　'),
  fileName: (tenant: string, format: string, photo: string) => `${tenant}-card-${format}-${photo}.jpg`,
} as const;

/** Where a text of the card may be divided into lines. */
export const cardBreaks = {
  afterComma: /(?<=、)/u,
  afterSpace: /(?<=[ \u3000・])/u,
  /** No line begins with these. */
  neverFirst: /^[\s、。，．・：；！？!?,.:;)\]）」』】〉》ー…]/u,
};
