/** Sentences about photos handed over from outside the product. */

export const shareTarget = {
  failed: '共有された写真を受け取れませんでした。「投稿」から写真を選んでください。',
  foreign: 'ほかのサイトから送られた写真は受け取りませんでした。「投稿」から写真を選んでください。',
  received: '端末の共有メニューから受け取った写真です。心当たりのない写真は、投稿する前に外してください。',
  empty: '共有された内容に写真がありませんでした。「投稿」から写真を選んでください。',
} as const;
