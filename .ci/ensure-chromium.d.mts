/** Path of a Chromium for tests, installed if need be. Throws when none can be had. */
export function ensureChromium(): string;
