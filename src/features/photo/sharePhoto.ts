/** What goes out with a shared photo. */
export interface Share {
  readonly url: string;
  /** Sentence with the tenant's fixed hashtag. */
  readonly text: string;
}

/** Pages of other services that post an address. */
export function shareAddresses({ url, text }: Share) {
  const withQuery = (address: string, query: Readonly<Record<string, string>>) =>
    `${address}?${new URLSearchParams(query)}`;
  return {
    x: withQuery('https://x.com/intent/post', { text, url }),
    line: withQuery('https://social-plugins.line.me/lineit/share', { url, text }),
    facebook: withQuery('https://www.facebook.com/sharer/sharer.php', { u: url }),
  } as const;
}

/** Waiting longer for the picture would outlast the press the share sheet needs, in milliseconds. */
const PATIENCE_MS = 2_500;

/** The picture as a file; it mostly is in the browser's cache. null: cannot be had in time. */
export async function fetchPicture(address: string, name: string): Promise<File | null> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) });
    return response.ok ? new File([await response.blob()], name, { type: 'image/jpeg' }) : null;
  } catch {
    return null;
  }
}

/** Opens the device's share sheet, with the picture where it takes one. false: there is none or it did not open. */
export async function shareOnDevice(share: Share, picture: File | null): Promise<boolean> {
  const files = picture === null ? undefined : [picture];
  const canTakeFiles = files !== undefined && navigator.canShare?.({ ...share, files }) === true;
  try {
    await navigator.share(canTakeFiles ? { ...share, files } : { ...share });
    return true;
  } catch (cause) {
    // The fan closed the sheet: that is an answer.
    return cause instanceof DOMException && cause.name === 'AbortError';
  }
}

export async function copyText(text: Promise<string>): Promise<void> {
  if (typeof ClipboardItem === 'undefined') return navigator.clipboard.writeText(await text);
  const blob = text.then((value) => new Blob([value], { type: 'text/plain' }));
  await navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]);
}
