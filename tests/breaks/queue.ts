import type { Break } from './break.ts';

/** From the server's limits to the phone's queue and its logout (`npm run test:breaks -- queue`). `rows` says where the mistake is made. */
export const queueBreaks: readonly Break[] = [
  {
    // The limit of an event forgets what the fan posted before.
    rows: ['server'],
    file: 'server/api/photos/postPhotos.ts',
    find: 'state.own + fresh.length > event.post_limit',
    replace: 'fresh.length > event.post_limit',
    test: ['tests/api/routesPost.test.ts', 'PST-09b two posts at once never exceed post_limit'],
  },
  {
    // Posts that are done stay on the phone after a logout.
    rows: ['page'],
    file: 'src/app/boot/clientServices.ts',
    find: '    await forgetDone(store, userId);\n',
    replace: '',
    test: ['tests/journeys/logout.spec.ts', 'DAT-03b DAT-03c what was answered to a fan goes at logout'],
  },
  {
    // The sign-in stays on the phone after a logout.
    rows: ['page'],
    file: 'src/session/session.ts',
    find: '    await tokens.clear();\n',
    replace: '',
    test: ['src/session/session.test.ts', 'ACC-03b logout clears the login tenant'],
  },
  {
    // A post moves to another event while its registration may still land in the old one.
    rows: ['outbox'],
    file: 'src/outbox/edits.ts',
    find: '!job.registering && !job.photos.every(isPublic)',
    replace: '!job.photos.every(isPublic)',
    test: ['tests/chaos/fansWill.test.ts', 'while a lost answer leaves the outcome open nothing can be changed'],
  },
  {
    // Photos count as public although no answer came.
    rows: ['outbox'],
    file: 'src/outbox/registerPhotos.ts',
    find: 'await run.sender.registry.register(marked, photos);',
    replace: 'await run.sender.registry.register(marked, photos).catch(() => photos.map((photo) => photo.mediaUrl));',
    test: ['tests/chaos/fewDays.test.ts', 'QUE-01d bad day'],
  },
  {
    // What the server refuses for good is tried for ever.
    rows: ['outbox'],
    file: 'src/outbox/retry.ts',
    find: "  POST_LIMIT_REACHED: 'permanent',",
    replace: "  POST_LIMIT_REACHED: 'temporary',",
    test: ['tests/chaos/badDays.test.ts', 'POST_LIMIT_REACHED stops the post, keeps its photos'],
  },
];
