import { expect, test } from 'vitest';
import { NOTHING_KNOWN } from '../../outbox/client.ts';
import type { JobPhoto } from '../../outbox/job.ts';
import { createJob } from '../../outbox/outbox.ts';
import { originalProgress } from './originalProgress.ts';

const mediaUrl = 'ugc/club/e/original/a.jpg';
const fields = { comment: '', htag: '', player: '', photo_location: null, usepermit: true };
const photo: JobPhoto = {
  name: 'a',
  mediaUrl,
  step: 'public',
  fileName: 'a.jpg',
  original: 'later',
  fields,
  prepared: null,
  error: null,
};
const job = createJob(
  { userId: 'me', tenant: 'club', event: { id: 'e', name: '試合', seasonId: null }, teamId: null, photos: [photo] },
  0,
);
const kindOf = (
  change: Partial<JobPhoto>,
  snapshot: Partial<typeof NOTHING_KNOWN> = {},
  of: Partial<typeof job> = {},
) =>
  originalProgress(
    { ...NOTHING_KNOWN, jobs: [{ ...job, ...of, photos: [{ ...photo, ...change }] }], ...snapshot },
    mediaUrl,
  );

test('PUB-03a the author learns where the original is: on its way, waiting here, held, or not here', () => {
  expect(kindOf({})).toEqual({ kind: 'waiting', share: 0 });
  const live = { jobId: job.id, photoName: 'a', sent: 25, total: 100 };
  expect(kindOf({}, { progress: [{ ...live, stage: 'originals' }] })).toEqual({ kind: 'sending', share: 0.25 });
  expect(kindOf({}, { progress: [live] }).kind).toBe('waiting');
  expect(kindOf({}, { holdOriginals: 'metered' }).kind).toBe('held');
  expect(kindOf({}, { holdOriginals: 'metered' }, { forceSend: true }).kind).toBe('waiting');
  expect(kindOf({}, {}, { state: 'paused' }).kind).toBe('held');
  expect(kindOf({ error: 'INVALID_REQUEST' }).kind).toBe('refused');
  expect(kindOf({ step: 'registered' }).kind).toBe('sent');
  expect(originalProgress(NOTHING_KNOWN, mediaUrl).kind).toBe('elsewhere');
});
