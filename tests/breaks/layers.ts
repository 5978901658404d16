import type { Break } from './break.ts';

/**
 * Twenty breaks over all layers, each with the test that has always failed by it: whoever moves tests, merges them or makes them
 * quicker runs these before and after (`npm run test:breaks -- layers`). `rows` names the layer.
 */
export const layerBreaks: readonly Break[] = [
  {
    // The last second of a period belongs to it.
    rows: ['rules'],
    file: 'src/rules/eventPeriod.ts',
    find: 'return now < end + 1000 ?',
    replace: 'return now < end ?',
    test: [
      'src/rules/eventPeriod.test.ts',
      'EVT-04a the state changes with the first second of the period and after its last',
    ],
  },
  {
    // Names and times decide although the bytes are known.
    rows: ['rules'],
    file: 'src/rules/duplicatePhotos.ts',
    find: 'if (a.hash !== null && b.hash !== null) return a.hash === b.hash;',
    replace: '',
    test: [
      'src/rules/posting.test.ts',
      'PST-07c T31 the same bytes are refused under another name, also within one pick',
    ],
  },
  {
    // Anything of the shape of a cursor reaches the database.
    rows: ['contract'],
    file: 'src/contract/endpoints.ts',
    find: 'v.regex(/^(?:(?:rest\\.)?[1-9a-z][0-9a-z]{0,8}|likes\\.[1-9a-z][0-9a-z]{0,4})-[1-9a-z][0-9a-z]{0,9}$/)',
    replace: 'v.regex(/^[0-9a-z]+-[0-9a-z]+$/)',
    test: ['tests/api/routesCursors.test.ts', 'refuses a cursor from elsewhere and takes any of its own'],
  },
  {
    // Bytes go when they are stored: a server that misses the object cannot have it again.
    rows: ['outbox'],
    file: 'src/outbox/transition.ts',
    find: `if (after.step === 'registered') return allParts(after.name);`,
    replace: `if (after.step === 'registered' || after.step === 'stored') return allParts(after.name);`,
    test: ['tests/chaos/badDays.test.ts', 'is no success: the bytes stay until an answer names every photo'],
  },
  {
    // All phones of a stadium come again at the same moment.
    rows: ['outbox'],
    file: 'src/outbox/retry.ts',
    find: 'random() * (ceiling - least)',
    replace: '(ceiling - least)',
    test: [
      'tests/chaos/badDays.test.ts',
      'QUE-03a waits grow with jitter up to the cap, and start over after progress',
    ],
  },
  {
    // A post takes along what another tab put into the same draft.
    rows: ['outbox'],
    file: 'src/platform/storage/jobStore.ts',
    find: 'isRefused ? null : keep ? drafts.put(keep) : drafts.delete(job.tenant),',
    replace: 'drafts.delete(job.tenant),',
    test: ['src/platform/storage/jobStore.test.ts', 'SAF-22 other words for photos that are posted store nothing'],
  },
  {
    // WebKit loses its connection to the database: what is stored cannot be had until the page is loaded anew.
    rows: ['platform'],
    file: 'src/platform/storage/clientDatabase.ts',
    find: `(error.name === 'InvalidStateError' || error.name === 'UnknownError')`,
    replace: `error.name === 'InvalidStateError'`,
    test: ['src/platform/storage/jobStore.test.ts', 'T03 a lost connection is opened again, once'],
  },
  {
    // Lists load pictures of full size.
    rows: ['platform'],
    file: 'src/platform/images/prepareJpeg.ts',
    find: 'drawScaled(canvas, THUMBNAIL_SIDE)',
    replace: 'drawScaled(canvas, MAX_IMAGE_SIDE)',
    test: [
      'tests/journeys/prepare.spec.ts',
      'PST-08a T13 a turned picture comes out upright and capped, without its place',
    ],
  },
  {
    // What was typed and looked at in a window outlives the logout.
    rows: ['queries'],
    file: 'src/queries/clearUserQueries.ts',
    find: '    if (user !== null) tabStorage.clear();\n',
    replace: '',
    test: ['tests/journeys/logout.spec.ts', 'SAF-15 after a logout a shared device names the fan nowhere'],
  },
  {
    // The probe of the line is answered from a cache.
    rows: ['worker'],
    file: 'sw/requestKind.ts',
    find: `if (method !== 'GET' || cache === 'no-store' ||`,
    replace: `if (method !== 'GET' ||`,
    test: ['sw/requestKind.test.ts', 'T24 what asks for the network gets the network'],
  },
  {
    // A page that was not seen before is the browser's own error page.
    rows: ['worker'],
    file: 'sw/strategies.ts',
    find: 'const fallback = () => matchPrecache(SHELL);',
    replace: 'const fallback = async () => undefined;',
    test: ['tests/journeys/offline.spec.ts', 'RTE-18c DAT-02a every page seen once starts cold with no network'],
  },
  {
    // The button of a post that no photo fits into can be pressed.
    rows: ['features'],
    file: 'src/features/post/SubmitBar.tsx',
    find: 'disabled={max === 0 || isReading}',
    replace: 'disabled={isReading}',
    test: ['tests/journeys/badFiles.spec.ts', 'PST-09b PST-09c an event that takes three photos a fan takes three'],
  },
  {
    // The back button leaves what is open on the screen.
    rows: ['features'],
    file: 'src/ui/backStack.ts',
    find: "addEventListener('popstate', handlePop)",
    replace: 'void handlePop',
    test: [
      'src/app/overlays/OverlayHost.test.tsx',
      'OVL-01a the back button closes what is open and stays on the page',
    ],
  },
  {
    // The sentence of another dialog.
    rows: ['features'],
    file: 'src/messages/jaSocial.ts',
    find: `failed: 'コメントの削除に失敗しました。'`,
    replace: `failed: 'コメントの通報に失敗しました。'`,
    test: ['src/features/social/Comments.test.tsx', 'SOC-04a MOD-01c deletion and report say the result in a dialog'],
  },
  {
    // Any fan changes and deletes anybody's event.
    rows: ['server'],
    file: 'server/api/access/ownership.ts',
    find: `if (event.user_id !== userId) throw new ApiFailure('EVENT_NOT_OWNER');`,
    replace: '',
    test: ['tests/api/routesSocial.test.ts', 'by its creator only (403)'],
  },
  {
    // A reaction that is taken back still counts.
    rows: ['server'],
    file: 'server/api/reactions/handlers.ts',
    find: 'await addToReactionCount(trx, media_url, -1)',
    replace: 'await addToReactionCount(trx, media_url, 1)',
    test: ['tests/api/counts.test.ts', 'API-DELETE-/media/list/item whatever fans and operators do at once'],
  },
  {
    // A fan's bookmarks end with their first page.
    rows: ['server'],
    file: 'server/api/photos/listedPhotos.ts',
    find: 'limit ${rows + 1}`',
    replace: 'limit ${rows}`',
    test: ['tests/api/routesLists.test.ts', 'a fan’s own lists page without gap or double'],
  },
  {
    // A sign-in that was begun can be ended at any time.
    rows: ['identity'],
    file: 'server/identity/secretBlock.ts',
    find: `      if (opened.issuedAt + LIFETIME_MS < now()) return 'over';
`,
    replace: '',
    test: ['tests/api/identityProtocol.test.ts', 'a challenge goes stale after three minutes'],
  },
  {
    // Other bytes for a key that is taken are answered as if they had been stored.
    rows: ['objects'],
    file: 'server/objects/embeddedObjectStore.ts',
    find: 'if (existing?.md5 !== md5 || existing.size !== size) throw preconditionFailed();',
    replace: '',
    test: ['tests/api/objectsSafe.test.ts', 'SAF-09 its owner neither overwrites nor deletes an object'],
  },
  {
    // The server draws pages without their photos.
    rows: ['drawing'],
    file: 'src/app/boot/ssrEntry.tsx',
    find: '  hydrateQueryCache(queryClient, id, data, null);\n',
    replace: '',
    test: ['tests/journeys/budget.spec.ts', 'a page the server drew is taken over as it stands'],
  },
];
