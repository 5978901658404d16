interface Line {
  readonly saveData?: boolean;
  readonly effectiveType?: string;
}
const lineOf = (): Line | undefined => (navigator as { readonly connection?: Line }).connection;

/** What the browser measured, where it tells (Chromium); below '4g' a page takes seconds. */
export const isLineThin = (): boolean => /2g|3g/.test(lineOf()?.effectiveType ?? '');

/** Does the fan save data, or is the line so slow that what nobody asked for yet would stand in the way? False where nothing is told. */
export const savesData = (): boolean => lineOf()?.saveData === true || isLineThin();
