/** Sentences about photos handed over from outside the product. */

export const shareTarget = {
  failed: '共有された写真を受け取れませんでした。「投稿」から写真を選んでください。',
  empty: '共有された内容に写真がありませんでした。「投稿」から写真を選んでください。',
} as const;
