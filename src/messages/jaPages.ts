/** Sentences of single pages. Apart from `ja.ts` because each comes with its page. U+200B parts the phrases of big titles. */

export const pageTexts = {
  myPage: 'マイページ',
  fan: 'ファン',
  login: 'ログイン',
  joinLead: '応援の一枚を、みんなのアルバムに。',
  joinText: '登録は無料。ひとつのアカウントで、すべてのクラブ・リーグに参加できます。',
  notFoundTitle: 'ページが見つかりません',
  notFoundText: 'アドレスが変わったか、ページが削除された可能性があります。',
  unknownTenantTitle: 'サイトが見つかりません',
  unknownTenantText: 'このアドレスのクラブ・リーグは推しコレにありません。下の一覧からお選びください。',
  goHome: 'ホームへ戻る',
  loadFailed: '読み込めませんでした',
  loadFailedText: '通信の状態を確認して、もう一度お試しください。',
  failedText: '時間をおいて、もう一度お試しください。',
  unseen: '電波がないため表示できません',
  unseenText:
    'まだ見ていない内容です。つながると自動で表示します。これまでに見た写真や企画は、電波がなくても見られます。',
  unreachable: 'サーバーにつながりません',
  unreachableText:
    '電波が弱いか、サーバーが混み合っています。つながると自動で表示します。これまでに見た写真や企画は、このままでも見られます。',
  longWait: '読み込みに時間がかかっています。そのままお待ちいただくか、もう一度お試しください。',
  unseenDocument: 'この書類はまだ開いていないため、端末にありません。電波のある場所でもう一度開いてください。',
  retry: 'もう一度開く',
  brokenTitle: '画面を表示できませんでした',
  brokenText: '画面を更新してください。投稿待ちの写真は端末に残っています。',
  reload: '画面を更新',
} as const;

/** Where a list or an address leads to nothing. */
export const emptyList = {
  allPhotos: 'すべての写真を見る',
  narrowed: '条件に合う写真はありません',
  conditionsAre: (conditions: string) => `条件：${conditions}`,
  noTeam: (team: string) => `チーム「${team}」は見つかりません`,
} as const;
