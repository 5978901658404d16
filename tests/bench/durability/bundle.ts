/** Builds the pages and workers of the bench, the product's worker among them, and reads them into memory. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { build } from 'vite';
import { awsXmlParser } from '../../../build/awsXmlParser.ts';
import { benchConfig } from './ourCalls.ts';
import { CONTENDERS, type ContenderName, SCRIPTS, scriptOf } from './plan.ts';

export interface BenchFile {
  readonly type: string;
  readonly body: Buffer;
}

const root = resolve(import.meta.dirname, '../../..');
const pages = join(import.meta.dirname, 'pages');
const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.json': 'application/json' };

export const pageAddress = (contender: ContenderName): string => `/${contender}.html`;

/** By path, as the server serves them. */
export async function bundleAll(): Promise<ReadonlyMap<string, BenchFile>> {
  const outDir = mkdtempSync(join(tmpdir(), 'bench-durability-'));
  const plugins = [awsXmlParser()];
  const shared = { root, configFile: false, logLevel: 'warn', publicDir: false, plugins } as const;
  const define = { global: 'globalThis', 'process.env.NODE_ENV': '"production"' };
  const output = { outDir, emptyOutDir: false, target: 'es2022' } as const;
  try {
    const entry = Object.fromEntries(SCRIPTS.map((name) => [name, join(pages, `${name}.ts`)]));
    await build({ ...shared, define, build: { ...output, lib: { entry, formats: ['es'] } } });
    const workers = {
      sw: 'sw/main.ts',
      sender: 'sw/senderScript.ts',
      workboxWorker: join(pages, 'workboxWorker.ts'),
    };
    for (const [name, script] of Object.entries(workers))
      await build({
        ...shared,
        // Pages of the product are not under test: its worker keeps none.
        define: { ...define, 'self.__WB_MANIFEST': '[]' },
        build: { ...output, lib: { entry: script, name, formats: ['iife'], fileName: () => `${name}.js` } },
      });
    return new Map([...readAll(outDir), ...pageFiles()]);
  } finally {
    rmSync(outDir, { recursive: true, force: true });
  }
}

const readAll = (folder: string): [string, BenchFile][] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) === '.js')
    .map((name) => [`/${name}`, { type: TYPES[extname(name)] ?? '', body: readFileSync(join(folder, name)) }]);

const pageFiles = (): [string, BenchFile][] => [
  ['/bench-config.json', { type: 'application/json', body: Buffer.from(JSON.stringify(benchConfig)) }],
  ...CONTENDERS.map((name): [string, BenchFile] => [
    pageAddress(name),
    {
      type: 'text/html; charset=utf-8',
      body: Buffer.from(
        `<!doctype html><title>${name}</title><script type="module" src="/${scriptOf(name)}.js"></script>`,
      ),
    },
  ]),
];
