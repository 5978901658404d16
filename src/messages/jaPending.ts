/** Words of own photos that wait to be sent, above a list. Apart, because mostly there are none. */
export const waitingPhotos = {
  pendingTitle: 'あなたの送信待ち',
  pending: '送信待ち',
  sending: '送信中',
  paused: '一時停止中',
  needsLogin: 'ログインで再開',
  refused: '送信できません',
  openOutbox: '送信の状況を見る',
} as const;
