/** Sentences of the translation of fans' texts (FAN-24b). */
export const translation = {
  show: '翻訳',
  original: '原文を表示',
  working: '翻訳しています',
  loading: (percent: number) => `翻訳の準備をしています（${percent}%）`,
  failed: '翻訳できませんでした。もう一度お試しください。',
} as const;
