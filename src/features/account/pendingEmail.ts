import { readJson, writeJson } from '../../platform/storage/storedJson.ts';
import { tabStorage } from '../../platform/storage/webStorage.ts';
import { plainEmail } from '../../rules/emailAddress.ts';

/**
 * The mail address on its way from sign-up to activation to login. In the tab only, never in an address, and no longer than a mailed code is
 * waited for: whoever walks away from a shared device leaves it to the next one (SAF-15). A logout clears the whole tab.
 */
const KEY = 'account_mail';
const KEEP_MS = 30 * 60_000;

interface Pending {
  readonly email: string;
  /** Epoch ms. */
  readonly typedAt: number;
}

/** Empty: none, or too long ago. */
export function loadPendingEmail(): string {
  const kept = readJson(tabStorage, KEY) as Partial<Pending> | null;
  if (kept === null) return '';
  const { email, typedAt } = kept;
  if (email !== undefined && Math.abs(Date.now() - (typedAt ?? 0)) < KEEP_MS) return email;
  tabStorage.removeItem(KEY);
  return '';
}

/** Storage may be denied: then the fan types it once more. */
export function savePendingEmail(email: string): void {
  writeJson(tabStorage, KEY, { email: plainEmail(email), typedAt: Date.now() } satisfies Pending);
}
