/**
 * The pictures iOS shows while the app starts. iOS makes none from a manifest and takes them from the page at the moment the app is
 * added, in the exact size of the screen: so they are drawn here, for this very device, before a fan opens the share menu.
 */
const EMBLEM_SHARE = 0.3;

export interface ScreenSize {
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly scale: number;
}

interface StartScreen {
  readonly orientation: 'portrait' | 'landscape';
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
}

/** Both ways the device may be held when the app starts, whichever way it is held now. */
export function startScreens({ width, height, scale }: ScreenSize): readonly StartScreen[] {
  const [short, long] = [Math.min(width, height) * scale, Math.max(width, height) * scale];
  return [
    { orientation: 'portrait', width: short, height: long },
    { orientation: 'landscape', width: long, height: short },
  ];
}

/** Adds the pictures to the page: the emblem on the page's own ground. Never throws; without them iOS shows an empty ground. */
export async function addStartupImages(icon: string): Promise<void> {
  try {
    const emblem = new Image();
    emblem.src = icon;
    await emblem.decode();
    const { width, height } = screen;
    for (const start of startScreens({ width, height, scale: devicePixelRatio })) {
      const picture = drawStart(start, emblem);
      if (picture !== null) setHeadLink('apple-touch-startup-image', picture, `(orientation: ${start.orientation})`);
    }
  } catch {
    // as above
  }
}

/** The picture as a data: address. */
function drawStart({ width, height }: StartScreen, emblem: HTMLImageElement): string | null {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.fillStyle = getComputedStyle(document.body).backgroundColor;
  context.fillRect(0, 0, width, height);
  const side = Math.min(width, height) * EMBLEM_SHARE;
  context.drawImage(emblem, (width - side) / 2, (height - side) / 2, side, side);
  return canvas.toDataURL('image/png');
}

/** One link of its kind and medium: another tenant's is replaced. */
export function setHeadLink(rel: string, href: string, media = ''): void {
  const found = [...document.head.querySelectorAll<HTMLLinkElement>(`link[rel="${rel}"]`)];
  const link = found.find((one) => one.media === media) ?? document.createElement('link');
  Object.assign(link, { rel, href, media });
  document.head.append(link);
}
