import type { Plugin, ResolvedConfig } from 'vite';
import { awsXmlParser } from './awsXmlParser.ts';
import { collectPackages } from './documents/bundledPackages.ts';

const SENDER_NAME = 'assets/workerSender-[hash:7].js';

interface SenderPlugins {
  /** For the client's build. */
  readonly script: Plugin;
  /** For the worker's, which comes after it: tells it the script's address. */
  readonly address: Plugin;
}

/**
 * Builds `sw/senderScript.ts` as a classic script for the service worker's importScripts. It is named by its content, as the client's
 * scripts are: browsers look for a new worker at each visit and then need not ask for this one, and of its next version they load
 * what is new (build/deltas.ts).
 * @param folders takes the folders of the packages it bundles
 */
export function senderScript(folders: Set<string>): SenderPlugins {
  let address: string | undefined;
  return {
    script: buildScript(folders, (fileName) => {
      address = `/${fileName}`;
    }),
    address: {
      name: 'sender-address',
      config() {
        if (address === undefined) throw new Error('The sender is not built yet');
        return { define: { SENDER_ADDRESS: JSON.stringify(address) } };
      },
    },
  };
}

function buildScript(folders: Set<string>, done: (fileName: string) => void): Plugin {
  let config: ResolvedConfig | undefined;
  return {
    name: 'sender-script',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      async handler(error?: Error) {
        if (error || config === undefined) return;
        const { build } = await import('vite');
        const built = await build({
          root: config.root,
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
          plugins: [awsXmlParser(), collectPackages(folders)],
          build: {
            target: config.build.target,
            outDir: config.build.outDir,
            emptyOutDir: false,
            lib: { entry: 'sw/senderScript.ts', name: 'sender', formats: ['iife'] },
            rolldownOptions: { output: { entryFileNames: SENDER_NAME } },
          },
        });
        for (const part of [built].flat()) if ('output' in part) done(part.output[0].fileName);
      },
    },
  };
}
