import { beforeEach, expect, test } from 'vitest';
import { CLUB } from '../../../tests/support/tenants.ts';
import type { EventDraft, FanEvent } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { type EventForm, eventFormReducer, formOfEvent, newEventForm } from './eventForm.ts';
import { createEvent, deleteEvent, type SaveDeps, updateEvent } from './saveEvent.ts';

const picture = (name: string) => ({ name: name.repeat(20), fileName: 'a.jpg', state: 'ready', error: null }) as const;
const keyOf = (id: string, name: string) => `ugc/${CLUB}/${id}/original/${name.repeat(20)}.jpg`;
const network = () => new AppError('NETWORK', 'later');

let form: EventForm;
let calls: string[];
let records: Map<string, EventDraft>;
/** Calls that fail, by their line in `calls`; `after`: the server did it, only the answer was lost. */
let failing: Map<string, { readonly error: AppError; readonly after?: boolean }>;

async function step(name: string, run: () => void) {
  calls.push(name);
  const failure = failing.get(name);
  if (failure === undefined || failure.after) run();
  if (failure) throw failure.error;
}

const deps = {
  api: {
    putEvent: async ({ body }: { body: EventDraft }) => {
      const event_id = body.event_id ?? `e${records.size + 1}`;
      await step(body.event_id === null ? 'create' : 'update', () => records.set(event_id, body));
      return { event_id };
    },
    deleteEvent: async ({ body }: { body: { event_id: string } }) => {
      await step('delete', () => {
        if (!records.delete(body.event_id)) throw new AppError('EVENT_NOT_FOUND', 'never');
      });
      return {};
    },
    // The worker's copy is from before.
    getMemorialEvents: async ({ isFresh }: { isFresh?: boolean }) => ({
      list: [...(isFresh ? records : [])].map(([event_id, record]) => ({ ...record, event_id, user_id: 'u1' })),
    }),
  },
  objects: {
    put: async (key: string) => {
      await step(`put ${key}`, () => {});
      return { etag: null, size: null };
    },
  },
  tenantId: CLUB,
  userId: 'u1',
  readBytes: async () => new ArrayBuffer(4),
  remember: async (action: Parameters<SaveDeps['remember']>[0]) => {
    form = eventFormReducer(form, action);
  },
  onStep: () => {},
} as unknown as SaveDeps;

beforeEach(() => {
  calls = [];
  records = new Map();
  failing = new Map();
  form = {
    ...newEventForm,
    name: '夕焼け',
    start: '2026-11-21',
    end: '2026-11-30',
    picked: { thumbnail: picture('t'), photo: picture('p') },
  };
});
const thumbnailPut = `put ${keyOf('e1', 't')}`;
const photoPut = `put ${keyOf('e1', 'p')}`;
const small = (line: string) => line.replace('/original/', '/thumbnail/');

test('EVT-03a create, thumbnail, descriptive photo, update: in this order, each picture with its thumbnail', async () => {
  expect(await createEvent(deps, form)).toEqual({ eventId: 'e1', isPhotoLost: false });
  expect(calls).toEqual(['create', thumbnailPut, small(thumbnailPut), photoPut, small(photoPut), 'update']);
  expect(records.get('e1')).toMatchObject({ thumbnail: keyOf('e1', 't'), descriptive_photo: keyOf('e1', 'p') });
});

test('EVT-03b a thumbnail that cannot be stored, or a failed last update, takes the event back', async () => {
  for (const line of [thumbnailPut, small(thumbnailPut), 'update']) {
    failing = new Map([[line, { error: network() }]]);
    await expect(createEvent(deps, form)).rejects.toMatchObject({ code: 'NETWORK' });
    expect(records.size, line).toBe(0);
    expect(form.createdId, line).toBeNull();
    expect(calls.at(-1), line).toBe('delete');
  }
  failing = new Map();
  expect((await createEvent(deps, form)).eventId).toBe('e1');
});

test('EVT-03a ERR-05 without its descriptive photo the event stands, and says so', async () => {
  failing.set(photoPut, { error: new AppError('InternalError', 'later') });
  expect(await createEvent(deps, form)).toEqual({ eventId: 'e1', isPhotoLost: true });
  expect(records.get('e1')).toMatchObject({ thumbnail: keyOf('e1', 't'), descriptive_photo: null });
});

test('EVT-03b T25 what could not be taken back is gone on with: one event, not two', async () => {
  failing = new Map([
    ['update', { error: network() }],
    ['delete', { error: network() }],
  ]);
  await expect(createEvent(deps, form)).rejects.toThrow();
  expect(form.createdId).toBe('e1');
  // Its pictures are there already.
  failing = new Map([[thumbnailPut, { error: new AppError('PreconditionFailed', 'never') }]]);
  expect((await createEvent(deps, form)).eventId).toBe('e1');
  expect([...records.keys()]).toEqual(['e1']);
});

test('EVT-03b T25 a create call whose answer was lost is found again; a refused one leaves nothing to find', async () => {
  failing.set('create', { error: network(), after: true });
  await expect(createEvent(deps, form)).rejects.toThrow();
  expect(form.isCreateUncertain).toBe(true);
  failing.clear();
  expect((await createEvent(deps, form)).eventId).toBe('e1');
  expect(calls.filter((line) => line === 'create')).toHaveLength(1);

  failing.set('create', { error: new AppError('NOT_A_MEMBER', 'never') });
  form = { ...form, createdId: null };
  await expect(createEvent(deps, form)).rejects.toThrow();
  expect(form.isCreateUncertain).toBe(false);
});

test('EVT-03b an own event of another period, or one that is gone already, is not gone on with', async () => {
  const start = { crawl_period_start: '2026-11-21 00:00:00', event_name: '朝焼け', thumbnail: null };
  records.set('shorter', { ...start, crawl_period_end: '2026-11-22 23:59:59' } as EventDraft);
  failing.set('create', { error: network() });
  await expect(createEvent(deps, form)).rejects.toThrow();
  failing.clear();
  expect((await createEvent(deps, form)).eventId).not.toBe('shorter');

  form = { ...form, createdId: null };
  failing = new Map([
    ['update', { error: network() }],
    ['delete', { error: new AppError('EVENT_NOT_FOUND', 'never') }],
  ]);
  await expect(createEvent(deps, form)).rejects.toThrow();
  expect(form.createdId).toBe(null);
});

test('EVT-03b OPR-02f an event whose picture is hidden is not taken for the one whose answer was lost', async () => {
  const period = { crawl_period_start: '2026-11-01 00:00:00', crawl_period_end: '2026-11-30 23:59:59' };
  const before = { ...period, event_name: '朝焼け', thumbnail: null } as EventDraft;
  records.set('shown before', before);
  failing.set('create', { error: network() });
  await expect(createEvent(deps, form)).rejects.toThrow();
  expect(form.isCreateUncertain).toBe(true);
  failing.clear();
  expect((await createEvent(deps, form)).eventId).toBe('e2');
  expect(records.get('shown before')).toBe(before);
});

test('EVT-03a a change stores new pictures first and keeps the others; a failure changes nothing', async () => {
  const before = { event_id: 'e1', thumbnail: keyOf('e1', 'o'), descriptive_photo: keyOf('e1', 'q') } as FanEvent;
  const base = { ...form, eventId: 'e1', kept: { thumbnail: before.thumbnail, photo: before.descriptive_photo } };
  const changed: EventForm = { ...base, picked: { thumbnail: picture('t'), photo: null } };
  const event = {
    ...before,
    crawl_period_start: '',
    crawl_period_end: '',
    premium_user_ids: [],
  } as unknown as FanEvent;
  failing.set(thumbnailPut, { error: network() });
  await expect(updateEvent(deps, changed, event)).rejects.toThrow();
  expect(calls).not.toContain('update');
  failing.clear();
  await updateEvent(deps, changed, event);
  expect(records.get('e1')).toMatchObject({ thumbnail: keyOf('e1', 't'), descriptive_photo: keyOf('e1', 'q') });
});

test('EVT-05b deleting: refusals pass, an event that is gone is deleted', async () => {
  records.set('e1', {} as EventDraft);
  failing.set('delete', { error: new AppError('EVENT_HAS_POSTS', 'never', { status: 406 }) });
  await expect(deleteEvent(deps, 'e1')).rejects.toMatchObject({ code: 'EVENT_HAS_POSTS' });
  failing.clear();
  await deleteEvent(deps, 'e1');
  await deleteEvent(deps, 'e1');
  expect(records.size).toBe(0);
});

test('EVT-01a the form of an event begins with what it says', () => {
  const event = { event_id: 'e1', event_name: 'a', crawl_period_start: '2026-11-21 00:00:00' } as FanEvent;
  const full = {
    ...event,
    crawl_period_end: '2026-11-22 23:59:59',
    post_limit: 3,
    photo_location: ['x', 'y'],
  } as FanEvent;
  expect(formOfEvent(full)).toMatchObject({
    start: '2026-11-21',
    end: '2026-11-22',
    postLimit: '3',
    locations: 'x\ny',
  });
});
