/** The fan saves data or the line is slow: nothing large is loaded that nobody asked for. */
export function isDataSaved(): boolean {
  const { connection } = navigator as {
    readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
  };
  return connection?.saveData === true || /2g|3g/.test(connection?.effectiveType ?? '');
}
