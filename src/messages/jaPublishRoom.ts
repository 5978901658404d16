/** What a fan is told who has published nearly as many bytes as one may within a day (SAF-45b). */

export const publishRoom = {
  soon: (photos: number) => `1日に公開できる写真の容量には上限があります。あと約${photos}枚公開できます。`,
  /** @param until 'MM/DD HH:mm'; null: not known */
  none: (until: string | null) =>
    `1日に公開できる写真の容量に達しています。いま投稿した写真は端末に残り、${until === null ? '空きができしだい' : `${until}以降に`}自動で送信されます。`,
} as const;
