/** What is shown of a push that cannot be read here, or is for somebody else: it names nobody. Alone, since the worker has it at hand. */
export const unknownPush = {
  title: '新しいお知らせがあります',
  body: 'アプリを開いてご確認ください。',
} as const;
