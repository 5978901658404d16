import { join } from 'node:path';
import type { Plugin, ResolvedConfig } from 'vite';

/** File of the script below the build's folder. Hosts serve no dot folders: it is the server's alone. */
export const SSR_SCRIPT = '.vite/ssrEntry.js';
/** Name of the global variable it makes. */
export const SSR_GLOBAL = 'ssrEntry';

/**
 * Builds `src/app/boot/ssrEntry.tsx` as a classic script: the pages' first commit as HTML. Parts that load later stay out; nothing
 * asks for them while it draws. Of those that are drawn all the same, a file whose name begins with `Lazy` wraps the component in
 * React.lazy for browsers (`LazyLeadingMatch.tsx`); here it exports the component itself.
 */
export function ssrScript(): Plugin {
  let config: ResolvedConfig | undefined;
  return {
    name: 'ssr-script',
    apply: 'build',
    configResolved(resolved) {
      config = resolved;
    },
    closeBundle: {
      sequential: true,
      async handler(error?: Error) {
        if (error || config === undefined) return;
        const [{ build }, { default: react }] = await Promise.all([import('vite'), import('@vitejs/plugin-react')]);
        await build({
          root: config.root,
          configFile: false,
          logLevel: 'warn',
          publicDir: false,
          define: { global: 'globalThis', 'process.env.NODE_ENV': '"production"' },
          plugins: [react({ jsxImportSource: '/src/ui/phrases' }), withoutLazy],
          resolve: { alias: { ...SHIM, 'react-dom/server': join(config.root, DRAWING) } },
          css: { ...(config.css.modules !== undefined && { modules: config.css.modules }) },
          build: {
            target: 'es2022',
            outDir: config.build.outDir,
            emptyOutDir: false,
            // Else the script would make a style element.
            cssCodeSplit: false,
            lib: {
              entry: 'src/app/boot/ssrEntry.tsx',
              name: SSR_GLOBAL,
              formats: ['iife'],
              fileName: () => SSR_SCRIPT,
            },
          },
        });
      },
    },
  };
}

/** The part of React's that draws at once. The others come with a message channel, which keeps the server's process alive. */
const DRAWING = 'node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js';
/** As in the client's own build. */
const SHIM = { 'use-sync-external-store/shim/index.js': 'react' };

const LAZY = /\/Lazy(\w+)\.tsx$/;

const withoutLazy: Plugin = {
  name: 'without-lazy',
  enforce: 'pre',
  load: {
    filter: { id: LAZY },
    handler(id) {
      const name = LAZY.exec(id)?.[1];
      return `export { ${name} as Lazy${name} } from './${name}.tsx';`;
    },
  },
  resolveDynamicImport: (specifier) => (typeof specifier === 'string' ? { id: specifier, external: true } : null),
  /** The styles stand in the client's own build. */
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      for (const name of Object.keys(bundle)) if (name.endsWith('.css')) delete bundle[name];
    },
  },
};
