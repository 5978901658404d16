import { sessions as texts } from '../../../messages/jaSettings.ts';

/** First match counts: every browser also names those it descends from. */
const BROWSERS = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/OPR\//, 'Opera'],
  [/(Chrome|CriOS|Chromium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'Mac'],
  [/Linux|X11/, 'Linux'],
] as const;

const nameIn = (list: typeof BROWSERS | typeof SYSTEMS, text: string) =>
  list.find(([pattern]) => pattern.test(text))?.[1];

/** A User-Agent in words a fan knows the device by. */
export function deviceOf(userAgent: string): string {
  const [browser, system] = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)];
  if (browser && system) return texts.device(browser, system);
  return browser ?? system ?? texts.unknown;
}
