/** What fans are notified of when staff move an event (STF-08): texts of the notice. */

const about = (note: string): string => (note === '' ? '' : `\n${note}`);

export const eventMoveNotice = {
  title: (name: string) => `「${name}」の日程が変わりました`,
  /** @param day, was days as the screens write them */
  newDate: (name: string, was: string, day: string, note: string) =>
    `「${name}」は、${was === day ? day : `${was}から${day}`}に変わりました。${about(note)}\nこれまでに投稿した写真は、そのまま残ります。`,
  /** @param into name of the event that takes the posts */
  intoOther: (name: string, into: string, day: string, note: string) =>
    `「${name}」は「${into}」（${day}）になりました。${about(note)}\nこれまでに投稿した写真とコレクションは、「${into}」に移ります。`,
} as const;
