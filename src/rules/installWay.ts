/** What an iPhone or iPad can do towards its home screen. */
export type InstallWay =
  /** By the share menu of the browser. */
  | 'share'
  /** A browser inside another app has no such entry: the page must be opened in Safari first. */
  | 'openSafari';

interface Visitor {
  readonly userAgent: string;
  /** navigator.maxTouchPoints: an iPad calls itself a Mac with a touch screen. */
  readonly touchPoints: number;
}

/** LINE, Instagram, Facebook, X, Yahoo! and whatever names itself no browser at all. */
const INSIDE_AN_APP = /\b(Line|Instagram|FBAN|FBAV|FB_IAB|Twitter|YJApp)\b/;
const BROWSER = /\b(Safari|CriOS|FxiOS|EdgiOS|OPiOS|DuckDuckGo)\//;

/** True on an iPhone, iPod or iPad, whichever browser. */
export const isAppleTouchDevice = ({ userAgent, touchPoints }: Visitor): boolean =>
  /iP(hone|ad|od)/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);

/** How a visitor's device is told to keep the app (TEN-11); null: it offers that by itself, or cannot. */
export function installWay(visitor: Visitor): InstallWay | null {
  if (!isAppleTouchDevice(visitor)) return null;
  const { userAgent } = visitor;
  return INSIDE_AN_APP.test(userAgent) || !BROWSER.test(userAgent) ? 'openSafari' : 'share';
}
