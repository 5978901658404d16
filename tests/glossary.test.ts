/** Words of our own where the field has one (docs/glossary.md) stay out of the code: a newcomer searches for the field's. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '..');

/** Identifiers and file names that were, with the field's word. */
const REPLACED: Readonly<Record<string, string>> = {
  leaveService: 'deleteAccount',
  breath: 'yieldToMain',
  whenQuiet: 'runWhenIdle',
  pageParts: 'clientServices',
  laterPages: 'lazyPages',
  lazyParts: 'createLazyProxy',
  loadAhead: 'prefetchComponent',
  OptionalPart: 'DeferredBoundary',
  AfterFirstDraw: 'DeferredBoundary',
  drawnPage: 'hydration',
  firstScreen: 'ssrEntry',
  fillPage: 'renderPage',
  NetworkThenKept: 'NetworkFirstWithDeadline',
  sharedAnswers: 'responseCache',
  createShareRuns: 'singleFlight',
  createGatherReads: 'createBatchLoader',
  refreshStale: 'revalidateStale',
  freshness: 'revalidation',
  GridWindow: 'VirtualGrid',
  lostCode: 'chunkLoadRecovery',
  deedNotices: 'activityNotices',
  deed: 'action',
  deeds: 'actions',
  keepUsed: 'recentlyUsed',
  quietExpiration: 'deferredExpiration',
  followLeavers: 'syncDeletedAccounts',
  collectUnregistered: 'removeOrphanedObjects',
  upkeep: 'maintenance',
  accompanyOutbox: 'syncBadgeAndWakeLock',
  accompanyNotices: 'syncUnreadCount',
  judge: 'validate',
  keepEvent: 'lockEventForShare',
  ownerCame: 'ownerSignedIn',
  isUrged: 'forceSend',
};
/** Names that are stored on phones and must still be read. */
const STORED: ReadonlySet<string> = new Set(['src/outbox/migrateJob.ts: isUrged']);

const files = ['src', 'sw', 'server', 'build', 'demo', 'tenants']
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && /\.(?:tsx?|js|css|html)$/.test(entry.name) && !entry.name.includes('.test.'))
  .map((entry) => relative(root, join(entry.parentPath, entry.name)));

test('no identifier, comment or file name uses a word of our own where the field has one', () => {
  expect(files.length).toBeGreaterThan(600);
  const found = files.flatMap((file) => {
    const words = new Set(`${file} ${readFileSync(join(root, file), 'utf8')}`.match(/[A-Za-z]+/g));
    return [...words]
      .filter((word) => Object.hasOwn(REPLACED, word))
      .map((word) => `${file}: ${word}`)
      .filter((one) => !STORED.has(one));
  });
  expect(found.map((one) => `${one} → ${REPLACED[one.split(': ')[1] as string]}`)).toEqual([]);
});
