import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { type ResolvedVitePWAOptions, VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { findPostgres } from './.ci/ensure-postgres.mjs';
import { awsXmlParser } from './build/awsXmlParser.ts';
import { chunkGroups } from './build/chunkGroups.ts';
import { deltas } from './build/deltas.ts';
import { collectPackages } from './build/documents/bundledPackages.ts';
import { tenantDocuments } from './build/documents/documentsPlugin.ts';
import { marksInNowrap } from './build/marksInNowrap.ts';
import { partLoader } from './build/partLoader.ts';
import { precompress } from './build/precompress.ts';
import { senderScript } from './build/senderScript.ts';
import { ssrScript } from './build/ssrScript.ts';
import { startScript } from './build/startScript.ts';
import { tenantPagesPlugin } from './build/tenantPagesPlugin.ts';
import { onBothDatabases, postgresOnly } from './tests/api/databases.ts';

/** The one HTML file; tenantPagesPlugin makes every page from it. */
const template = 'src/app/index.html';

/** The tests need no pages, no worker and no compression: only what transforms a module. */
const building = process.env.VITEST === undefined;

/**
 * What the service worker keeps from the start: the one offline shell, the client's own code and styles (lazy pages, image
 * preparation and storage too: posting works with no signal), and the shared drawings. Tenants' art and the pages of every
 * tenant stay out.
 *
 * OFFLINE SHELL: the worker answers every navigation below `/{tenant}/` and `/common/` from the precached `/shell.html`.
 * It names no tenant: the client reads it from the address and sets data-tenant, title, icons and the manifest link.
 */
const precached = ['shell.html', 'assets/**/*.{js,css}', '*.svg'];

/** The worker's source is sw/main.ts, its address `/sw.js`: an address that must never change. */
function nameWorkerSw(options: ResolvedVitePWAOptions): void {
  options.swDest = join(dirname(options.swDest), 'sw.js');
  options.injectManifest.swDest = options.swDest;
}

/** Folders of the packages that are bundled anywhere: page, image worker, service worker, sender. The open-source notices name them. */
const packageFolders = new Set<string>();
const sender = senderScript(packageFolders);

/** Where none can be had, `npm test` says so, and fails in CI. */
const hasPostgres = !building && findPostgres() !== null;

/** Of built files, in Vite's folder for them. */
const NAMES = 'assets/[name]-[hash:7].[ext]';

/** A part of the tests, which inherits what all have. */
const project = (name: string, test: TestProjectInlineConfiguration['test']) => ({
  extends: true as const,
  test: { name, ...test },
});
const onEmbedded = {
  isolate: false,
  setupFiles: ['tests/fileSetup.ts', 'tests/api/storeEmbedded.ts'],
  globalSetup: 'tests/api/emptyDatabase.ts',
};
const onPostgres = {
  isolate: false,
  setupFiles: ['tests/fileSetup.ts', 'tests/api/storePostgresUrl.ts'],
  globalSetup: 'tests/api/storePostgresSetup.ts',
};

export default defineConfig({
  appType: 'mpa',
  define: { global: 'globalThis' },
  plugins: [
    react({ jsxImportSource: '/src/ui/phrases' }),
    awsXmlParser(),
    marksInNowrap(),
    building && partLoader(),
    building && tenantPagesPlugin(template),
    building && collectPackages(packageFolders),
    building && startScript(),
    building && sender.script,
    building && ssrScript(),
    building &&
      VitePWA({
        strategies: 'injectManifest',
        srcDir: 'sw',
        filename: 'main.ts',
        manifest: false,
        injectRegister: false,
        integration: { beforeBuildServiceWorker: nameWorkerSw },
        injectManifest: {
          rollupFormat: 'iife',
          globPatterns: precached,
          // The worker has its sender among its own scripts. No fan sees the desk and its charts.
          globIgnores: ['plain-*.css', 'workerSender-*.js', 'charts-*.js', 'staff-*.{js,css}'].map(
            (name) => `assets/${name}`,
          ),
          buildPlugins: { vite: [collectPackages(packageFolders), sender.address] },
        },
      }),
    building && tenantDocuments(packageFolders),
    building && precompress(),
    building && deltas(),
  ],
  // React has had it built in since 18; the router still asks for the shim.
  resolve: {
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
  },
  // Short class names: they stand in the first bundle too.
  css: { modules: { generateScopedName: building ? '[hash:base64:6]' : '[local]' } },
  worker: { format: 'es', plugins: () => [awsXmlParser(), collectPackages(packageFolders)] },
  build: {
    target: 'es2022',
    manifest: true,
    // Every browser of the target knows modulepreload. A part that is one file alone is named too: `loadPart` asks for it by name.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (file, names, { hostType }) => (hostType === 'js' && names.length === 0 ? [file] : names),
    },
    rolldownOptions: {
      input: template,
      output: {
        codeSplitting: { groups: chunkGroups },
        // Short hashes: the names of all later files stand in the first bundle. 42 bits tell a file from its next version.
        entryFileNames: NAMES.replace('[ext]', 'js'),
        chunkFileNames: NAMES.replace('[ext]', 'js'),
        assetFileNames: NAMES,
      },
    },
  },
  test: {
    // One more than there are cores: the tests wait for child processes and timers often enough.
    maxWorkers: availableParallelism() + 1,
    // Under load a step takes long without being wrong.
    testTimeout: 180_000,
    // As the journeys: a machine shared with others may fail a test once, not twice in a row.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 30_000 } },
    projects: [
      project('unit', {
        // Modules are loaded once a worker, not once a file: half of the time went there. The set-up file takes stubs back.
        isolate: false,
        setupFiles: 'tests/fileSetup.ts',
        include: [
          '{src,tenants,sw,server,build,demo}/**/*.test.{ts,tsx}',
          'tests/*.test.ts',
          'tests/fixtures/*.test.ts',
          'tests/bench/**/*.test.ts',
        ],
      }),
      // On the embedded database: all of them where there is no PostgreSQL, else those whose database does not matter.
      project('api', {
        ...onEmbedded,
        include: ['tests/api/**/*.test.ts'],
        exclude: ['tests/api/**/*.postgres.test.ts', ...(hasPostgres ? [...postgresOnly, ...onBothDatabases] : [])],
      }),
      // A server's life: its start, its end, what stands before and behind it, and its backups. Each starts processes of its own.
      project('operations', {
        ...onEmbedded,
        include: ['tests/operations/**/*.test.ts'],
        exclude: ['tests/operations/**/*.postgres.test.ts'],
      }),
      // Attacks as an outsider runs them, over HTTP; a command of its own (`npm run test:adversary`).
      project('adversary', {
        ...onEmbedded,
        include: ['tests/adversary/**/*.test.ts'],
        // Some ask a thousand times and more.
        testTimeout: 600_000,
      }),
      project('chaos', { setupFiles: 'tests/fileSetup.ts', include: ['tests/chaos/**/*.test.ts'] }),
      // Walks of the queue's model.
      project('model', { setupFiles: 'tests/fileSetup.ts', include: ['tests/model/**/*.test.ts'] }),
      ...(hasPostgres
        ? [
            // What the database's kind could change, on a real PostgreSQL, and what only several servers on one database can show;
            // `npm run test:all` has the first on the embedded database, too.
            project('api-embedded', { ...onEmbedded, include: onBothDatabases, exclude: postgresOnly }),
            project('api-postgres', {
              ...onPostgres,
              include: [...onBothDatabases, 'tests/api/**/*.postgres.test.ts', ...postgresOnly],
            }),
            project('operations-postgres', { ...onPostgres, include: ['tests/operations/*.postgres.test.ts'] }),
            // After all others and one after the other, since each needs the whole machine.
            project('alone', {
              ...onPostgres,
              include: ['tests/operations/alone/*.postgres.test.ts'],
              sequence: { groupOrder: 1 },
              maxWorkers: 1,
            }),
          ]
        : []),
    ],
  },
});
