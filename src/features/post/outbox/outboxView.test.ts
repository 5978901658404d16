import { describe, expect, test, vi } from 'vitest';
import { API_ERRORS, CLIENT_ERRORS, STORAGE_ERRORS } from '../../../contract/errorCodes.ts';
import { AppError, type ErrorCode } from '../../../contract/errors.ts';
import { errorText } from '../../../messages/jaErrors.ts';
import { outbox } from '../../../messages/jaOutbox.ts';
import type { Job, JobPhoto, PhotoStep } from '../../../outbox/job.ts';
import { classifyFailure } from '../../../outbox/retry.ts';
import { photoShare, progressOf } from './outboxProgress.ts';
import {
  actionsOf,
  adviceFor,
  countWaitingFor,
  isOld,
  keptBytes,
  keptPhotos,
  leftText,
  partJobs,
  savedText,
  shownState,
  summaryOf,
} from './outboxView.ts';

const photo = (name: string, step: PhotoStep, bytes: number | null = 100): JobPhoto => ({
  name,
  mediaUrl: `ugc/club/e1/original/${name}.jpg`,
  step,
  fileName: `${name}.jpg`,
  fields: { comment: '', htag: '', player: '', photo_location: null, usepermit: true },
  prepared:
    bytes === null
      ? null
      : { width: 4, height: 3, color: '#112233', exif: null, originalBytes: bytes - 10, thumbnailBytes: 10 },
  error: null,
});
const job = (changes: Partial<Job> = {}): Job => ({
  id: 'job',
  version: 1,
  userId: 'fan',
  tenant: 'club',
  event: { id: 'e1', name: '試合', seasonId: null },
  teamId: null,
  photos: [photo('a', 'stored'), photo('b', 'ready'), photo('c', 'picked', null)],
  state: 'waiting',
  registering: false,
  refusedSession: null,
  attempts: 0,
  notBefore: 0,
  error: null,
  createdAt: 0,
  finishedAt: null,
  ...changes,
});

test('QUE-04a progress by bytes; a photo not prepared yet counts like the others', () => {
  const progress = [{ jobId: 'job', photoName: 'b', sent: 50, total: 100 }];
  expect(progressOf(job(), progress)).toEqual({
    stage: 'post',
    sentBytes: 150,
    totalBytes: 300,
    share: 0.5,
    sentPhotos: 1,
    photos: 3,
  });
  expect(job().photos.map((one) => photoShare(job(), one, progress))).toEqual([1, 0.5, 0]);
  expect(shownState(job(), progress)).toBe('sending');
  expect(shownState(job({ state: 'paused' }), progress)).toBe('paused');
  expect(progressOf(job({ state: 'done' }), []).share).toBe(1);
});

test('QUE-05d posts of another account show as a number only; what asks something of the fan stands first', () => {
  const jobs = [
    job({ id: 'full', state: 'refused' }),
    job({ id: 'sent', state: 'done' }),
    job({ id: 'old' }),
    job({ id: 'new' }),
    job({ id: 'x', userId: 'other' }),
    job({ id: 'y', userId: 'other', state: 'done' }),
  ];
  const { open, sent, others } = partJobs(jobs, 'fan');
  expect(open.map(({ id }) => id)).toEqual(['full', 'new', 'old']);
  expect(sent.map(({ id }) => id)).toEqual(['sent']);
  expect(others).toBe(1);
  expect(partJobs(jobs, null)).toMatchObject({ open: [], sent: [], others: 4 });
});

test('PST-09b what waits for the event counts, what arrived or was refused does not', () => {
  const photos = [photo('a', 'registered'), photo('b', 'refused'), photo('c', 'stored'), photo('d', 'picked')];
  expect(countWaitingFor([job({ photos })], 'fan', 'e1')).toBe(2);
  expect(countWaitingFor([job({ photos })], 'fan', 'e2')).toBe(0);
  expect(keptPhotos(job({ photos })).map(({ name }) => name)).toEqual(['b', 'c', 'd']);
});

/** What the registration, the object store and the preparation can refuse for good. */
const permanent: ErrorCode[] = [
  ...(Object.keys(API_ERRORS) as ErrorCode[]),
  ...STORAGE_ERRORS,
  ...CLIENT_ERRORS,
].filter((code) => classifyFailure(new AppError(code, 'never')).kind === 'permanent');

test('QUE-03b every permanent refusal has its reason, what to do, and a button that does it', () => {
  expect(permanent.length).toBeGreaterThan(15);
  for (const error of permanent) {
    const refused = job({ state: 'refused', error, photos: [photo('a', 'ready')] });
    expect(errorText(error), error).not.toContain('自動で');
    expect(adviceFor(error), error).toMatch(/端末|変更|同意|押して|投稿/);
    const { main, side, more } = actionsOf(refused, 'refused');
    expect(main, error).not.toBeNull();
    const all = [main, ...side, ...more];
    expect(all, error).toEqual(expect.arrayContaining(['save', 'cancel']));
    expect(new Set(all).size, error).toBe(all.length);
  }
});

test('QUE-03b a refusal by event, rules or picture leads to another event, the rules, the picture', () => {
  const main = (error: ErrorCode, change: Partial<Job> = {}) =>
    actionsOf(job({ state: 'refused', error, ...change }), 'refused').main;
  for (const error of ['EVENT_OVER', 'EVENT_NOT_FOUND', 'POST_LIMIT_REACHED', 'NOT_ALLOWED'] as const)
    expect(main(error)).toBe('move');
  expect(main('EVENT_NOT_STARTED')).toBe('retry');
  expect(main('NOT_A_MEMBER')).toBe('agree');
  expect(main('IMAGE_LOAD')).toBe('save');
  expect(main('EVENT_OVER', { registering: true }), 'its outcome is still open').toBe('retry');
});

test('QUE-04b QUE-04c one main action a state; nothing can be changed while the registration is open', () => {
  const mains = (['waiting', 'held', 'sending', 'paused', 'login', 'done'] as const).map(
    (state) => actionsOf(job(), state).main,
  );
  expect(mains).toEqual(['sendNow', 'sendNow', null, 'resume', 'login', null]);
  const { side, more } = actionsOf(job({ registering: true }), 'waiting');
  expect([...side, ...more]).toEqual(['pause', 'save', 'cancel']);
});

test('QUE-04a the summary says the one thing that matters most', () => {
  const going = { progress: [], hold: null, holdOriginals: null, bytesPerSecond: null };
  const sending = [{ jobId: 'job', photoName: 'b', sent: 50, total: 100 }];
  const kind = (jobs: Job[], change: Partial<Parameters<typeof summaryOf>[1]> = {}, isOnline = true) =>
    summaryOf(partJobs(jobs, 'fan'), { ...going, ...change }, isOnline)?.kind ?? null;
  const refused = job({ id: 'r', state: 'refused', error: 'EVENT_OVER' });
  expect(kind([])).toBeNull();
  expect(kind([job({ state: 'done' })])).toBe('done');
  expect(kind([job()])).toBe('waiting');
  expect(kind([job()], {}, false)).toBe('offline');
  expect(kind([job(), refused], { progress: sending })).toBe('sending');
  expect(kind([job(), refused])).toBe('attention');
  expect(kind([job(), refused], { hold: 'metered' })).toBe('attention');
  expect(kind([job(), refused], { hold: 'paused' })).toBe('paused');
  expect(kind([job()], { hold: 'paused' })).toBe('paused');
  expect(kind([job({ forceSend: true })], { hold: 'metered' })).toBe('waiting');
  expect(kind([job()], { hold: 'metered' })).toBe('metered');
  expect(kind([job({ state: 'paused' })])).toBe('paused');
  expect(shownState(job(), [], 'metered')).toBe('held');
});

test('QUE-02b T07 sending with the app closed is promised only where the browser can', () => {
  const going = { progress: [], hold: null, holdOriginals: null, bytesPerSecond: null };
  const offline = () => summaryOf(partJobs([job()], 'fan'), going, false)?.text;
  vi.stubGlobal('SyncManager', class {});
  expect(offline()).toContain('画面を閉じても、電波が届いたら自動で送信します');
  expect(savedText()).toContain('このまま画面を閉じても大丈夫です');
  vi.stubGlobal('SyncManager', undefined);
  expect(offline()).toContain('画面を開いているときに');
  expect(savedText()).toContain('次に開いたときに');
  vi.unstubAllGlobals();
});

test('QUE-04a time left follows from bytes and speed, in words a fan reads', () => {
  expect(leftText(1_000_000, null)).toBeNull();
  expect(leftText(1_000_000, 100_000)).toBe('残り1分未満');
  expect(leftText(60_000_000, 100_000)).toBe('残り約10分');
  expect(leftText(1_000_000_000, 100_000)).toBe('残り約3時間');
});

test('QUE-04a how much the waiting photos take is known', () => {
  expect(keptBytes([job(), job({ state: 'done' })])).toBe(200);
});

test('T09 what waits is shown as a warning from three days on', () => {
  const hour = 3_600_000;
  expect(isOld(job(), 71 * hour)).toBe(false);
  expect(isOld(job(), 72 * hour)).toBe(true);
  expect(isOld(job({ state: 'done' }), 99 * hour)).toBe(false);
});

describe('a post that is public while its originals follow', () => {
  const following = (name: string, step: PhotoStep, change: Partial<JobPhoto> = {}): JobPhoto => ({
    ...photo(name, step),
    original: 'later',
    prepared: {
      width: 4000,
      height: 3000,
      color: '#112233',
      exif: null,
      originalBytes: 1000,
      previewBytes: 90,
      thumbnailBytes: 10,
    },
    ...change,
  });
  const early = job({ photos: [following('a', 'registered'), following('b', 'public'), following('c', 'public')] });
  const live = [{ jobId: 'job', photoName: 'b', sent: 500, total: 1000, stage: 'originals' as const }];

  test('PUB-03a each stage has a progress of its own: first what makes it public, then its originals', () => {
    const posting = job({ photos: [following('a', 'stored'), following('b', 'ready')] });
    expect(progressOf(posting, [])).toMatchObject({ stage: 'post', sentBytes: 100, totalBytes: 200, sentPhotos: 1 });
    expect(progressOf(early, live)).toEqual({
      stage: 'originals',
      sentBytes: 1500,
      totalBytes: 3000,
      share: 0.5,
      sentPhotos: 1,
      photos: 3,
    });
    expect(early.photos.map((one) => photoShare(early, one, live))).toEqual([1, 0.5, 0]);
    // A photo no larger than a preview was sent whole: it has no second stage.
    const small = following('d', 'registered', { original: 'whole' });
    expect(progressOf({ ...early, photos: [...early.photos, small] }, live)).toMatchObject({ photos: 3, share: 0.5 });
  });

  test('PUB-03a its state says that it is public, and why its originals wait', () => {
    expect(shownState(early, live)).toBe('sendingOriginals');
    expect(shownState(early, [])).toBe('originals');
    expect(shownState(early, [], null, 'metered')).toBe('originalsHeld');
    expect(shownState({ ...early, forceSend: true }, [], null, 'metered')).toBe('originals');
    expect(shownState(job(), [], null, 'metered')).toBe('waiting');
  });

  test('PUB-03a the summary speaks of what is not public yet, and of originals when nothing else waits', () => {
    const going = { progress: [], hold: null, holdOriginals: null, bytesPerSecond: null };
    const say = (jobs: Job[], change: Partial<Parameters<typeof summaryOf>[1]> = {}) =>
      summaryOf(partJobs(jobs, 'fan'), { ...going, ...change }, true);
    expect(say([early])).toMatchObject({ kind: 'originals', title: outbox.summary.originals(2) });
    expect(say([early], { progress: live })).toMatchObject({ kind: 'sendingOriginals', share: 0.5 });
    expect(say([early], { holdOriginals: 'metered' })?.kind).toBe('originalsMetered');
    expect(say([early], { hold: 'paused', holdOriginals: 'paused' })?.kind).toBe('paused');
    const posting = job({ id: 'p', photos: [following('x', 'ready')] });
    expect(say([early, posting])).toMatchObject({ kind: 'waiting', title: outbox.summary.waiting(1), share: 0 });
    expect(say([early, posting], { hold: 'metered', holdOriginals: 'metered' })?.kind).toBe('metered');
  });

  test('PUB-03b a fan may send originals now, pause, save or drop them; there is nothing to cancel or move', () => {
    const all = ({ main, side, more }: ReturnType<typeof actionsOf>) => [main, ...side, ...more];
    expect(all(actionsOf(early, 'originals'))).toEqual(['sendNow', 'pause', 'save', 'drop']);
    expect(all(actionsOf(early, 'originalsHeld'))).toEqual(['sendNow', 'pause', 'save', 'drop']);
    expect(all(actionsOf(early, 'sendingOriginals'))).toEqual([null, 'pause', 'save', 'drop']);
    expect(all(actionsOf({ ...early, state: 'paused' }, 'paused'))).toEqual(['resume', 'save', 'drop']);
    const broken = job({ state: 'refused', photos: [following('a', 'public', { error: 'INVALID_REQUEST' })] });
    expect(all(actionsOf(broken, 'refused'))).toEqual(['save', 'drop', 'retry']);
    const mixed = job({ photos: [following('a', 'public'), following('b', 'ready')] });
    expect(all(actionsOf(mixed, 'waiting')).slice(-2)).toEqual(['drop', 'cancel']);
  });

  test('QUE-04a PUB-02c of a public photo the device keeps the original alone', () => {
    expect(keptBytes([early])).toBe(2000);
  });
});
