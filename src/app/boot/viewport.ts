import { TABLET_VIEWPORT } from '../../contract/limits.ts';

/** Shortest side of a tablet's screen, in CSS pixels: wider than any phone. */
const TABLET_MIN_SIDE = 600;

/** A tablet: a touch screen too large for a phone. iPadOS calls itself a Mac but has touch points. */
export function isTablet(device: {
  readonly userAgent: string;
  readonly maxTouchPoints: number;
  readonly shortestSide: number;
}): boolean {
  if (device.maxTouchPoints === 0 || device.shortestSide < TABLET_MIN_SIDE) return false;
  return (
    /iPad|Macintosh/.test(device.userAgent) || (/Android/.test(device.userAgent) && !/Mobile/.test(device.userAgent))
  );
}

/** Tablets get a fixed viewport width (LAY-01). */
export function fixTabletViewport(): void {
  const { userAgent, maxTouchPoints } = navigator;
  if (!isTablet({ userAgent, maxTouchPoints, shortestSide: Math.min(screen.width, screen.height) })) return;
  document
    .querySelector('meta[name="viewport"]')
    ?.setAttribute('content', `width=${TABLET_VIEWPORT}, viewport-fit=cover`);
}
