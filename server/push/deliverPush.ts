import { createHash } from 'node:crypto';
import webPush from 'web-push';
import type { ComposedPush } from './composePush.ts';
import { declarePush } from './declarePush.ts';
import type { PushDevice } from './pushDevices.ts';
import { isApplePush } from './pushServices.ts';
import type { VapidKeys } from './vapidKeys.ts';

const TIMEOUT_MS = 15_000;
const RETRY_AFTER_MAX_S = 3600;

/**
 * 'gone': the browser will never hear of us again. 'later': try again, not before `waitMs` if told. 'refused': no other try changes
 * that; the browser stays.
 */
export type Delivery =
  | { readonly is: 'sent' }
  | { readonly is: 'gone' }
  | { readonly is: 'refused'; readonly why: string }
  | { readonly is: 'later'; readonly waitMs: number | null; readonly why: string };

export interface DeliveryDeps {
  readonly keys: VapidKeys;
  readonly fetch: typeof globalThis.fetch;
  /** Epoch ms. */
  readonly now: () => number;
}

/** Encrypts and signs one push (RFC 8291, RFC 8292) and hands it to the browser's push service. Never rejects. */
export async function deliverPush(
  { endpoint, p256dh, auth, origin }: PushDevice,
  { payload, until }: ComposedPush,
  { keys, fetch, now }: DeliveryDeps,
): Promise<Delivery> {
  const said = origin === null ? payload : declarePush(payload, origin);
  let request: ReturnType<typeof webPush.generateRequestDetails>;
  try {
    request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(said), {
      vapidDetails: keys,
      // A push service keeps it this long for a phone that is off, in seconds.
      TTL: Math.max(0, Math.ceil((until - now()) / 1000)),
      urgency: 'normal',
      // A phone that was off gets the latest of one matter only.
      topic: createHash('sha256').update(`${payload.tenant} ${payload.id}`).digest('base64url').slice(0, 32),
    });
  } catch (error) {
    if (!canEncryptFor({ p256dh, auth })) return { is: 'gone' };
    // The fault is ours, such as keys of our own that cannot sign.
    return { is: 'later', waitMs: null, why: error instanceof Error ? error.message : 'unknown' };
  }
  try {
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: {
        ...(request.headers as Record<string, string>),
        ...(said !== payload && isApplePush(endpoint) ? { 'Content-Type': 'application/notification+json' } : {}),
      },
      body: request.body === null ? null : new Uint8Array(request.body),
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    return deliveryOf(response);
  } catch (error) {
    return { is: 'later', waitMs: null, why: error instanceof Error ? error.name : 'unknown' };
  }
}

/** Whether these are keys at all. */
function canEncryptFor({ p256dh, auth }: Pick<PushDevice, 'p256dh' | 'auth'>): boolean {
  try {
    webPush.encrypt(p256dh, auth, '', 'aes128gcm');
    return true;
  } catch {
    return false;
  }
}

function deliveryOf({ status, ok, headers }: Response): Delivery {
  if (ok) return { is: 'sent' };
  // These two alone say that the subscription has ended (RFC 8030).
  if (status === 404 || status === 410) return { is: 'gone' };
  if (status === 413) return { is: 'refused', why: '413' };
  // Any other refusal may be of all fans' browsers at once: our keys, our clock, the service itself. It passes, or an operator mends it.
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  const waitMs = seconds > 0 ? Math.min(seconds, RETRY_AFTER_MAX_S) * 1000 : null;
  return { is: 'later', waitMs, why: String(status) };
}
