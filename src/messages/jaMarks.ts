/** Words of the badges (§6). Apart because cards show them, which come before everything social. */
export const marks = {
  official: '公式',
  ambassador: 'アンバサダー',
  premium: 'プレミアム',
} as const;
