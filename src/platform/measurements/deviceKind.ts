/** The little a measurement says of its device (OPS-02): too coarse to tell one from another. */

/** Family of the browser's engine; every browser of an iPhone is WebKit. */
function engineOf(userAgent: string): 'chromium' | 'firefox' | 'webkit' | 'other' {
  if (/Chrome\//.test(userAgent)) return 'chromium';
  if (/Firefox\//.test(userAgent)) return 'firefox';
  return /AppleWebKit\//.test(userAgent) ? 'webkit' : 'other';
}

/** In pages and workers, by what both are told. */
export const deviceKind = (userAgent: string = navigator.userAgent) =>
  ({
    device: /Android|iPhone|iPad|iPod/.test(userAgent) ? 'phone' : 'desktop',
    engine: engineOf(userAgent),
  }) as const;
