/** Sentences of a row of photos that is scrolled sideways. */
export const photoRow = {
  back: '写真の列を左へ送る',
  on: '写真の列を右へ送る',
} as const;
