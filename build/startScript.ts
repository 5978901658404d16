import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { withoutComments } from './withoutComments.ts';

/** Source of the script that asks for the client on server-rendered pages; its key in the build's manifest. */
export const START_SCRIPT = 'src/app/boot/startScript.js';

/** Emits it as a file named by its content, as it is cached for ever. It is no module: it runs before the client's. */
export function startScript(): Plugin {
  let root = '';
  return {
    name: 'start-script',
    apply: 'build',
    configResolved: (config) => {
      root = config.root;
    },
    generateBundle() {
      const source = withoutComments(readFileSync(join(root, START_SCRIPT), 'utf8'));
      this.emitFile({ type: 'asset', name: 'start.js', originalFileName: START_SCRIPT, source });
    },
  };
}
