import { resolve } from 'node:path';
import type { Plugin } from 'vite';

const LOADER = resolve(import.meta.dirname, '../src/app/boot/loadPart.ts');

/** Puts `loadPart` in the place of the helper Vite wraps every dynamic import in. */
export function partLoader(): Plugin {
  return {
    name: 'part-loader',
    apply: 'build',
    enforce: 'pre',
    load: {
      filter: { id: /^\0vite\/preload-helper\.js$/ },
      handler: () => `export { loadPart as __vitePreload } from ${JSON.stringify(LOADER)};`,
    },
  };
}
