/** Where the browsers of the engine tests are. */
export interface EnginePaths {
  readonly chromium: string;
  readonly firefox: string;
}
/** Finds Chromium, Firefox and WebKitGTK with what they need, or installs by apt what is missing. Throws when one cannot be had. */
export function ensureEngines(): EnginePaths;
