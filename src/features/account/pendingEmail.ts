/** The mail address on its way from sign-up to activation to login. In the tab only, never in an address. */
const KEY = 'account_mail';

export function loadPendingEmail(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function savePendingEmail(email: string): void {
  try {
    sessionStorage.setItem(KEY, email.trim());
  } catch {
    // Storage denied: the fan types it once more.
  }
}
