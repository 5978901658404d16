import { CONTACT_MAX } from './limits.ts';

/** What may stand before the '@': the letters of a dot-atom, with dots anywhere, as old addresses of Japanese phones have them. */
const LOCAL = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}$/;
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/**
 * Whether mail can go to an address (ACC-04g): what browsers take for `type=email`, but with a dot in the domain. One rule for the
 * forms and the server, so that no form takes what the server refuses. Expects `plainEmail`.
 */
export function isEmailAddress(plain: string): boolean {
  const at = plain.lastIndexOf('@');
  const labels = plain.slice(at + 1).split('.');
  const isDomain = labels.length > 1 && labels.every((label) => LABEL.test(label));
  return plain.length <= CONTACT_MAX.email && LOCAL.test(plain.slice(0, Math.max(at, 0))) && isDomain;
}
