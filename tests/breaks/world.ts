import type { Break } from './break.ts';

const test = ['tests/world/world.test.ts', 'QUE-07a on fixed days'] as const;

/** What the simulation of the whole product must notice (`npm run test:breaks -- world`). `rows` says where the mistake is made. */
export const worldBreaks: readonly Break[] = [
  {
    // The limit of an event forgets what the fan posted before.
    rows: ['server'],
    file: 'server/api/photos/postPhotos.ts',
    find: 'state.own + fresh.length > event.post_limit',
    replace: 'fresh.length > event.post_limit',
    test,
  },
  {
    // Posts that are done stay on the phone after a logout.
    rows: ['page'],
    file: 'src/app/boot/clientServices.ts',
    find: '    await forgetDone(store, userId);\n',
    replace: '',
    test,
  },
  {
    // The sign-in stays on the phone after a logout.
    rows: ['page'],
    file: 'src/session/session.ts',
    find: '    await tokens.clear();\n',
    replace: '',
    test,
  },
  {
    // A post moves to another event while its registration may still land in the old one.
    rows: ['outbox'],
    file: 'src/outbox/edits.ts',
    find: '!job.registering && !job.photos.every(isPublic)',
    replace: '!job.photos.every(isPublic)',
    test,
  },
  {
    // Photos count as public although no answer came.
    rows: ['outbox'],
    file: 'src/outbox/registerPhotos.ts',
    find: 'await run.sender.registry.register(marked, photos);',
    replace: 'await run.sender.registry.register(marked, photos).catch(() => photos.map((photo) => photo.mediaUrl));',
    test,
  },
  {
    // What the server refuses for good is tried for ever.
    rows: ['outbox'],
    file: 'src/outbox/retry.ts',
    find: "  POST_LIMIT_REACHED: 'permanent',",
    replace: "  POST_LIMIT_REACHED: 'temporary',",
    test,
  },
];
