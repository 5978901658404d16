/** What a fan is told whom an operator keeps from posting (OPR-03). The reason is the operator's own text. */

const endOf = (lastDay: string | null): string =>
  lastDay === null ? '期限は決まっていません' : `${lastDay.replaceAll('-', '/')}まで`;

export const suspension = {
  title: '投稿やコメントなどのご利用が停止されています',
  reason: (reason: string) => `理由：${reason}`,
  end: (lastDay: string | null) => `期限：${endOf(lastDay)}`,
  profile: 'ご利用が停止されている間は、ニックネームとアイコン画像を変更できません。',
  kept: '閲覧や、ご自身の写真の削除はこれまでどおりできます。いま投稿した写真は端末に残り、停止が終わってから「もう一度送信する」で送れます。',
} as const;

/** The notice of it. @param lastDay 'YYYY-MM-DD'; null: open */
export const suspensionNotice = (reason: string, lastDay: string | null) =>
  ({
    title: suspension.title,
    body: `${suspension.reason(reason)}\n${suspension.end(lastDay)}\n閲覧や、ご自身の写真の削除はこれまでどおりできます。`,
  }) as const;

export const suspensionOver = {
  title: 'ご利用の停止が終わりました',
  body: '投稿やコメントができるようになりました。端末に残っている投稿は「もう一度送信する」で送れます。',
} as const;
