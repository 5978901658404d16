/** Path of a Chromium for tests, installed if need be. Throws when none can be had. */
export function ensureChromium(): string;

/** As ensureChromium, without a window of its own: cheaper; no notifications, not installable. */
export function ensureHeadlessShell(): string;
