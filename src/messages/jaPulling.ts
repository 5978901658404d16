/** What a home-screen app says while a list is pulled down to be loaded again. */
export const pulling = {
  pull: '引っぱって更新',
  release: '指を離すと更新します',
  loading: '更新しています…',
  done: '最新の写真に更新しました。',
  failed: '更新できませんでした。電波の良い場所で、もう一度お試しください。',
} as const;
