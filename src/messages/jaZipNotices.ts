/** Titles of the system's notification while it fetches the photos of a ZIP, and after. Apart: the worker says them, too. */
export const zipNotices = {
  fetching: (count: number) => `ZIPにする写真${count}枚を取得しています`,
  done: (count: number) => `写真${count}枚がそろいました。タップしてZIPを保存できます`,
  partly: 'ZIPにする写真の取得が途中です。タップして続きから保存できます',
} as const;
