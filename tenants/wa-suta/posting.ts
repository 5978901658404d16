/** What may be posted, told before a fan's first post. */
export const posting: readonly string[] = [
  '撮影が認められた公演や場面で撮影した写真だけを投稿してください。',
  '特典会などで撮影した写真は、その場の案内に従って投稿してください。',
  'メンバーや、ほかのファンを傷つける写真や言葉、隠し撮りした写真は投稿できません。',
  '写真を商品の販売や宣伝に使うことはできません。',
];
