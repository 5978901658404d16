/** Titles and descriptions of shared links, as chats and feeds show them (FAN-11). Read by the server. */
export const links = {
  photoBy: (name: string) => `${name}さんの写真`,
  /** Players and the match: '高峰蓮・中村俊｜第36節'. */
  parts: (parts: readonly string[]) => parts.join('｜'),
  players: (names: readonly string[]) => (names.length > 3 ? `${names.slice(0, 3).join('・')}ほか` : names.join('・')),
  takenBy: (name: string) => `撮影：${name}さん`,
  player: (name: string) => `${name}の写真`,
  ofPlayer: (label: string, name: string, tenant: string) =>
    `${label}「${name}」を${tenant}のファンが撮った写真を見られます。`,
  /** `kind`: the tenant's word for a match. */
  ofEvent: (kind: string, name: string) => `${kind}「${name}」の写真を見られます。`,
} as const;
