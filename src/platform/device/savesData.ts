/** Does the fan save data, or is the line so slow that what nobody asked for yet would stand in the way? False where nothing is told. */
export function savesData(): boolean {
  const { connection } = navigator as {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  };
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '');
}
