import type { Break } from './break.ts';

const test = ['tests/world/world.test.ts', 'QUE-07a on fixed days'] as const;

/** What the simulation of the whole product must notice (`npm run test:breaks -- world`). `rows` says where the mistake is made. */
export const worldBreaks: readonly Break[] = [
  {
    // A photo that is registered already is registered once more.
    rows: ['server'],
    file: 'server/api/photos/postPhotos.ts',
    find: 'const fresh = post.media_list.filter((photo) => !known.has(photo.media_url));',
    replace: 'const fresh = post.media_list;',
    test,
  },
  {
    // The limit is looked at before the transaction alone: two phones of a fan pass it together.
    rows: ['server'],
    file: 'server/api/photos/postPhotos.ts',
    find: 'if (event.post_limit !== null && state.own',
    replace: 'if (db === context.db && event.post_limit !== null && state.own',
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
    find: "job.state !== 'done' && !job.registering && !job",
    replace: "job.state !== 'done' && !job",
    test,
  },
  {
    // Photos count as public although no answer came.
    rows: ['outbox'],
    file: 'src/outbox/registerPhotos.ts',
    find: 'await run.sender.registry.register(marked, photos, { signal: run.signal });',
    replace:
      'await run.sender.registry.register(marked, photos, { signal: run.signal }).catch(() => photos.map((photo) => photo.mediaUrl));',
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
