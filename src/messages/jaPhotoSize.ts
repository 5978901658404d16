/** Words of the choice of picture size. Apart, because they come with the left column of wide screens. */
export const photoSize = {
  legend: '写真の大きさ',
  small: '小',
  medium: '中',
  large: '大',
} as const;
