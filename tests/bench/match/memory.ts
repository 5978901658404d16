/** Memory over time: of the server, as its own metrics tell it, and of a page that is kept browsing. */
import { chromium, type Page } from 'playwright';
import { ensureChromium } from '../../../.ci/ensure-chromium.mjs';
import { CLUB } from '../../support/tenants.ts';

export interface Sample {
  /** Minutes since the start. */
  readonly at: number;
  /** MB. */
  readonly used: number;
}

export interface Watch {
  readonly samples: Sample[];
  stop(): Promise<void>;
}

const MB = 2 ** 20;

/** MB a minute by least squares, over the samples after `from` minutes; null: too few of them. */
export function slopeOf(samples: readonly Sample[], from: number): number | null {
  const late = samples.filter(({ at }) => at >= from);
  if (late.length < 3) return null;
  const mean = (of: (sample: Sample) => number) => late.reduce((sum, sample) => sum + of(sample), 0) / late.length;
  const at = mean((sample) => sample.at);
  const used = mean((sample) => sample.used);
  const covariance = mean((sample) => (sample.at - at) * (sample.used - used));
  return covariance / mean((sample) => (sample.at - at) ** 2);
}

/** Takes a sample every so often, until stopped. */
function watch(everyMs: number, take: () => Promise<number>): Watch {
  const began = performance.now();
  const samples: Sample[] = [];
  let isOver = false;
  let wake = (): void => undefined;
  const work = async (): Promise<void> => {
    while (!isOver) {
      const used = await take();
      samples.push({ at: (performance.now() - began) / 60_000, used: used / MB });
      await new Promise<void>((done) => {
        wake = done;
        setTimeout(done, everyMs);
      });
    }
  };
  const done = work();
  // Thrown to whoever stops the watch.
  done.catch(() => undefined);
  return {
    samples,
    async stop() {
      isOver = true;
      wake();
      await done;
    },
  };
}

export function watchServer(origin: string): Watch {
  return watch(5_000, async () => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
  });
}

const CARD = 'main li[data-photo] a';
/** The page shares two cores with fans, readers and the server. */
const PATIENCE_MS = 120_000;

/** One page that scrolls the gallery, opens photos and comes back, as long as the match lasts. Heap after a collection. */
export async function watchPage(origin: string): Promise<Watch> {
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(`${origin}/${CLUB}/gallery.html`);
  await page.locator(CARD).first().waitFor();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  const watching = watch(8_000, async () => {
    await browse(page);
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');
    return usedSize;
  });
  return {
    samples: watching.samples,
    async stop() {
      await watching.stop();
      await browser.close();
    },
  };
}

/** Down by ten screens, up again, into a photo and back. */
async function browse(page: Page): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await page.mouse.wheel(0, turn < 10 ? 844 : -844);
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  }
  const detail = page.getByRole('dialog').filter({ has: page.locator('[data-photo-detail]') });
  await page.locator(CARD).first().click();
  await detail.waitFor();
  await page.keyboard.press('Escape');
  await detail.waitFor({ state: 'detached' });
}
