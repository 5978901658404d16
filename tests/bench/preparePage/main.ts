import { AppError } from '../../../src/contract/errors.ts';
import type { Prepared } from '../../../src/outbox/job.ts';
import { trustedScriptUrl } from '../../../src/platform/device/trustedTypes.ts';
import { createImagePreparer } from '../../../src/platform/images/imagePreparer.ts';
import { readJpegHeader, uprightSize } from '../../../src/rules/jpegHeader.ts';
import plainUrl from './plainWorker.ts?worker&url';

export type Outcome =
  | { readonly code: string; readonly retry: string }
  | {
      readonly prepared: Prepared;
      readonly original: string;
      readonly preview: string | null;
      readonly thumbnail: string;
    };

export interface PreparePage {
  /** Prepares a picture as the product does; outputs in base64. */
  prepare(url: string): Promise<Outcome>;
  /** Milliseconds of one preparation and the longest time the main thread was blocked meanwhile. */
  timeOurs(url: string): Promise<{ ms: number; blockedMs: number }>;
  /** The same for the yardstick: what the machine's other work does to the main thread shows in both. */
  timePlain(url: string): Promise<{ ms: number; blockedMs: number }>;
  /** Prepares a picture `count` times one after the other, drops the outputs. */
  repeat(url: string, count: number): Promise<void>;
}

const preparer = createImagePreparer();
let plain: Worker | undefined;

const load = async (url: string) => (await fetch(url)).arrayBuffer();

async function base64(bytes: ArrayBuffer): Promise<string> {
  const reader = new FileReader();
  await new Promise((resolve) => {
    reader.onload = resolve;
    reader.readAsDataURL(new Blob([bytes]));
  });
  return String(reader.result).split(',')[1] ?? '';
}

/** A timer that should fire every 5 ms: the longest gap is how long the main thread was blocked. */
async function withGapWatch<T>(run: () => Promise<T>): Promise<{ value: T; blockedMs: number }> {
  let blockedMs = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    blockedMs = Math.max(blockedMs, now - last - 5);
    last = now;
  }, 5);
  try {
    return { value: await run(), blockedMs };
  } finally {
    clearInterval(timer);
  }
}

const page: PreparePage = {
  async prepare(url) {
    try {
      const { prepared, original, preview, thumbnail } = await preparer.prepare(await load(url), url);
      return {
        prepared,
        original: await base64(original),
        preview: preview && (await base64(preview)),
        thumbnail: await base64(thumbnail),
      };
    } catch (error) {
      return error instanceof AppError ? { code: error.code, retry: error.retry } : { code: String(error), retry: '' };
    }
  },
  async timeOurs(url) {
    const bytes = await load(url);
    const start = performance.now();
    const { blockedMs } = await withGapWatch(() => preparer.prepare(bytes, url));
    return { ms: performance.now() - start, blockedMs };
  },
  async timePlain(url) {
    const bytes = await load(url);
    const header = readJpegHeader(new Uint8Array(bytes));
    if (typeof header === 'string') throw new Error(header);
    plain ??= new Worker(trustedScriptUrl(plainUrl), { type: 'module' });
    const worker = plain;
    const start = performance.now();
    const { blockedMs } = await withGapWatch(
      () =>
        new Promise((resolve) => {
          worker.onmessage = resolve;
          worker.postMessage({ bytes, ...uprightSize(header) });
        }),
    );
    return { ms: performance.now() - start, blockedMs };
  },
  async repeat(url, count) {
    const bytes = await load(url);
    for (let i = 0; i < count; i++) await preparer.prepare(bytes, url);
  },
};

Object.assign(globalThis, { preparePage: page });
