/** ZIPs as tests look at them, and the browser of a phone, where pages may write no file. */

/** File names in a ZIP, as its directory at the end has them. */
export function namesIn(bytes: Buffer): string[] {
  const names: string[] = [];
  for (let at = bytes.indexOf('PK\u0001\u0002'); at >= 0; at = bytes.indexOf('PK\u0001\u0002', at + 46))
    names.push(bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28)));
  return names;
}

/** Runs in the page, before its own scripts. */
export const withoutFilePicker = (): void => void Reflect.deleteProperty(globalThis, 'showSaveFilePicker');
