/** Builds and serves the little page that runs the product's preparation, under the product's own strict policy. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, preview } from 'vite';

const root = fileURLToPath(new URL('./preparePage', import.meta.url));

const policy = [
  "default-src 'self'",
  "worker-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types fanphoto',
].join('; ');

export interface PrepareServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function startPrepareServer(): Promise<PrepareServer> {
  const { NODE_ENV } = process.env;
  const outDir = mkdtempSync(join(tmpdir(), 'prepare-page-'));
  const shared = { configFile: false, root, logLevel: 'error' } as const;
  await build({
    ...shared,
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: { polyfill: false } },
    worker: { format: 'es' },
  });
  const server = await preview({
    ...shared,
    build: { outDir },
    preview: { port: 0, host: '127.0.0.1', headers: { 'Content-Security-Policy': policy } },
  });
  // Vite sets it for the whole process: a server that is started afterwards would be a production one.
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  const url = server.resolvedUrls?.local[0];
  if (url === undefined) throw new Error('The page is not served');
  return {
    url,
    async close() {
      await server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
