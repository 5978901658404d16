/**
 * The picture iOS shows while the app starts. iOS makes none from a manifest and takes it from the page at the moment the app is
 * added, in the exact size of the screen: so it is drawn here, for this very device, when the instructions open.
 */
const EMBLEM_SHARE = 0.3;

interface Screen {
  /** CSS pixels in portrait. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

/** Portrait, whichever way the device is held. */
export const portraitOf = (width: number, height: number, scale: number): Screen => ({
  width: Math.min(width, height),
  height: Math.max(width, height),
  scale,
});

/** Adds the picture to the page: the emblem on the page's own ground. Never throws; without it iOS shows an empty ground. */
export async function addStartupImage(icon: string): Promise<void> {
  try {
    const { width, height, scale } = portraitOf(screen.width, screen.height, devicePixelRatio);
    const emblem = new Image();
    emblem.src = icon;
    await emblem.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * scale;
    canvas.height = height * scale;
    const context = canvas.getContext('2d');
    if (context === null) return;
    context.fillStyle = getComputedStyle(document.body).backgroundColor;
    context.fillRect(0, 0, canvas.width, canvas.height);
    const side = canvas.width * EMBLEM_SHARE;
    context.drawImage(emblem, (canvas.width - side) / 2, (canvas.height - side) / 2, side, side);
    setHeadLink('apple-touch-startup-image', canvas.toDataURL('image/png')).media = '(orientation: portrait)';
  } catch {
    // as above
  }
}

/** One link of its kind: a second dialog replaces what the first one wrote. */
export function setHeadLink(rel: string, href: string): HTMLLinkElement {
  const link = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`) ?? document.createElement('link');
  link.rel = rel;
  link.href = href;
  document.head.append(link);
  return link;
}
