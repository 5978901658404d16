/** The product's page and worker as one script, evaluated anew for each page and worker: none of them shares a variable with another. */
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { FetchHttpHandler } from '@smithy/fetch-http-handler';
import type { QueryClient } from '@tanstack/react-query';
import { build, type Rollup } from 'vite';
import type { createClientServices } from '../../src/app/boot/clientServices.ts';
import type { loadRememberedUser } from '../../src/session/rememberedUser.ts';
import type { rememberedState } from '../../src/session/sessionState.ts';
import { setQuickArithmetic } from '../api/quickArithmetic.ts';

const root = resolve(import.meta.dirname, '../..');

export interface Client {
  readonly QueryClient: typeof QueryClient;
  readonly createClientServices: typeof createClientServices;
  readonly rememberedState: typeof rememberedState;
  readonly loadRememberedUser: typeof loadRememberedUser;
  /** Of the worker. */
  readonly drainOutbox: (isLastChance: boolean) => Promise<void>;
}
/** The worker's types are not a page's, so the compiler reads none of it here. */
const ENTRY = `
  export { QueryClient } from '@tanstack/react-query';
  export { createClientServices } from '${root}/src/app/boot/clientServices.ts';
  export { rememberedState } from '${root}/src/session/sessionState.ts';
  export { loadRememberedUser } from '${root}/src/session/rememberedUser.ts';
  export { drainOutbox } from '${root}/sw/drainOutbox.ts';`;

const require = createRequire(import.meta.url);

/** As browsers have it: requests go by fetch, also where the product names no handler. Node's builds of both packages use sockets. */
const STORAGE_SDK = `
  import { HeadObjectCommand, PutObjectCommand, S3Client as Amazons } from '@aws-sdk/client-s3';
  import { browserHandler } from 'world:handler';
  export { HeadObjectCommand, PutObjectCommand };
  export class S3Client extends Amazons {
    constructor(settings) {
      super({ ...settings, requestHandler: browserHandler(settings.requestHandler) });
    }
  }`;
const ofBrowsers = {
  browserHandler: (given: { handle?: unknown }) => (given.handle ? given : new FetchHttpHandler()),
};

async function bundle(): Promise<string> {
  const made = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    define: { 'import.meta.env.SSR': 'false' },
    plugins: [
      {
        name: 'world',
        enforce: 'pre',
        resolveId(id) {
          if (id.startsWith('world:')) return { id, external: true };
          return id === 'client:entry' || id.endsWith('?worker&url') ? id : null;
        },
        load(id) {
          if (id === 'client:entry') return ENTRY;
          if (id.endsWith('?worker&url')) return `export default ${JSON.stringify(id)}`;
          return id.endsWith('/storageSdk.ts') ? STORAGE_SDK : null;
        },
      },
    ],
    build: {
      ssr: true,
      write: false,
      minify: false,
      rolldownOptions: { input: 'client:entry', output: { format: 'cjs', codeSplitting: false } },
    },
  })) as Rollup.RollupOutput;
  return made.output[0].code;
}

/** Gives a new evaluation with each call. */
export async function loadClient(): Promise<() => Client> {
  setQuickArithmetic();
  // What is loaded later comes within the same event: Node's own way takes real time.
  const code = (await bundle()).replaceAll(/\bimport\((?=["'])/g, 'importLater(');
  const evaluate = compileFunction(code, ['require', 'exports', 'module', 'importLater'], { filename: 'client.cjs' });
  const find = (id: string): unknown => (id === 'world:handler' ? ofBrowsers : require(id));
  return () => {
    const module = { exports: {} as Client };
    evaluate(find, module.exports, module, async (id: string) => find(id));
    return module.exports;
  };
}
