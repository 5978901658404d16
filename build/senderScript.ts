import type { Plugin, ResolvedConfig } from 'vite';
import { awsXmlParser } from './awsXmlParser.ts';
import { collectPackages } from './documents/bundledPackages.ts';

/**
 * Builds `sw/senderScript.ts` as the classic script `/sender.js` for the service worker's importScripts.
 * @param folders takes the folders of the packages it bundles
 */
export function senderScript(folders: Set<string>): Plugin {
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
        await build({
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
            lib: { entry: 'sw/senderScript.ts', name: 'sender', formats: ['iife'], fileName: () => 'sender.js' },
          },
        });
      },
    },
  };
}
