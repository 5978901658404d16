/** Titles of the system's notification while it fetches a kept match, and after. Apart: the worker says them, too. */
export const keptNotices = {
  fetching: (title: string) => `「${title}」の写真を保存しています`,
  done: (title: string) => `「${title}」の写真を保存しました`,
  partly: (title: string) => `「${title}」の保存が途中です。次に開いたときに続きから保存します`,
  stopped: (title: string) => `「${title}」の保存が止まりました。開くと理由を確かめられます`,
} as const;
