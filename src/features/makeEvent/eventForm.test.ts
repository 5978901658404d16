import * as v from 'valibot';
import { expect, test } from 'vitest';
import { CLUB } from '../../../tests/support/tenants.ts';
import { EventDraft, type FanEvent } from '../../contract/entities.ts';
import { eventProblems } from '../../messages/jaMakeEvent.ts';
import { parseWireDate } from '../../rules/dates.ts';
import {
  draftOf,
  type EventForm,
  eventFormReducer,
  formOfEvent,
  isChanged,
  newEventForm,
  problemsOf,
  readLocations,
  readPostLimit,
} from './eventForm.ts';

const now = parseWireDate('2026-11-21 12:00:00') ?? Number.NaN;
const today = '2026-11-21';
const picture = { name: 'a'.repeat(20), fileName: 'a.jpg', state: 'ready', error: null } as const;
const good: EventForm = {
  ...newEventForm,
  name: '夕焼けを集めよう',
  start: '2026-11-21',
  end: '2026-12-21',
  picked: { thumbnail: picture, photo: null },
};
const event: FanEvent = {
  event_id: 'e1',
  event_name: '夕焼け',
  event_type: 'memorial',
  event_date: '2026-11-10',
  crawl_period_start: '2026-11-10 10:00:00',
  crawl_period_end: '2026-11-30 18:30:00',
  public_message: '概要',
  thumbnail: `ugc/${CLUB}/e1/original/aaaaaaaaaaaaaaaaaaaa.jpg`,
  category: 'その他',
  subCategory: 'イベント',
  post_limit: 3,
  descriptive_title: '',
  descriptive_photo: null,
  descriptive_text: '',
  photo_location: ['ゴール裏', '広場'],
  premium_user_ids: ['u9'],
  season_id: null,
  user_id: 'u1',
  user_name: 'aki',
  count: 0,
  person_list: [],
  ambassadorLimited: false,
  officialLimited: false,
  personLimited: false,
  userLimited: [],
  postUser_list: [],
  usepermit_flag: false,
};
const check = (form: EventForm, before: FanEvent | null = null) => problemsOf(form, { today, before, now });

test('EVT-02a the name is required: 企画名は必須です', () => {
  expect(check(good)).toBeNull();
  expect(check({ ...good, name: ' 　' })?.name).toBe(true);
  expect(check({ ...good, name: '<b></b>' })?.name).toBe(true);
  expect(eventProblems.name).toBe('企画名は必須です');
});

test('EVT-02b the period is required, not before today, at most one month, with the spec’s words', () => {
  expect(check({ ...good, end: '' })?.period).toBe('missing');
  expect(check({ ...good, start: '2026-11-20' })?.period).toBe('past');
  expect(check({ ...good, end: '2026-11-20' })?.period).toBe('reversed');
  expect(check({ ...good, end: '2026-12-22' })?.period).toBe('tooLong');
  expect(check({ ...good, start: '2027-11-22', end: '2027-11-23' })?.period).toBe('tooFar');
  expect(eventProblems.tooFar).toBe('開始日には1年以内の日付を選んでください。');
  expect(eventProblems.missing).toBe('開催期間を入力して下さい');
  expect(eventProblems.tooLong).toBe('企画の開催期間は最長1ヶ月間です。');
});

test('EVT-02c a given post_limit is 1 to 100: 投稿可能枚数が正しくありません', () => {
  expect(['', '1', '100', '１００', ' 7 '].map(readPostLimit)).toEqual([null, 1, 100, 100, 7]);
  for (const typed of ['0', '101', '1000', '-1', '1.5', '三', '1e1']) {
    expect(check({ ...good, postLimit: typed })?.postLimit, typed).toBe(true);
  }
  expect(eventProblems.postLimit).toBe('投稿可能枚数が正しくありません');
});

test('EVT-02d a new event needs a thumbnail; one in preparation is waited for, a refused one named', () => {
  const withThumbnail = (thumbnail: EventForm['picked']['thumbnail']) => ({
    ...good,
    picked: { thumbnail, photo: null },
  });
  expect(check(withThumbnail(null))?.thumbnail).toBe('thumbnail');
  expect(check(withThumbnail({ ...picture, state: 'preparing' }))?.thumbnail).toBe('preparing');
  expect(check(withThumbnail({ ...picture, state: 'refused', error: 'IMAGE_LOAD' }))?.thumbnail).toBe('refused');
  expect(eventProblems.thumbnail).toBe('画像を指定して下さい。');
});

test('EVT-04b an event that has begun keeps its period to the second, and its limit', () => {
  const form = { ...formOfEvent(event), name: '朝焼け' };
  expect(check(form, event)).toBeNull();
  const draft = draftOf(form, 'e1', form.kept, event);
  expect(draft).toMatchObject({
    event_id: 'e1',
    event_name: '朝焼け',
    event_date: '2026-11-10',
    crawl_period_start: '2026-11-10 10:00:00',
    crawl_period_end: '2026-11-30 18:30:00',
    post_limit: 3,
    photo_location: ['ゴール裏', '広場'],
    premium_user_ids: ['u9'],
  });
});

test('EVT-02b one that has not begun may move, but not into the past', () => {
  const later = { ...event, crawl_period_start: '2026-11-25 00:00:00', crawl_period_end: '2026-11-30 23:59:59' };
  const form = formOfEvent(later);
  expect(check({ ...form, start: '2026-11-22' }, later)).toBeNull();
  expect(check({ ...form, start: '2026-11-20' }, later)?.period).toBe('past');
});

test('EVT-02a PST-05d texts go without tags and cut; dates as day and seconds; what the call takes', () => {
  const form = {
    ...good,
    name: `<i>夕焼け</i>${'あ'.repeat(50)}`,
    overview: `<script>x</script>${'い'.repeat(600)}`,
    descriptiveText: '一行目\n<b>二行目</b>',
    locations: ' ゴール裏 \n\n広場\nゴール裏',
  };
  const draft = draftOf(form, null, { thumbnail: null, photo: null }, null);
  expect(v.safeParse(EventDraft, draft).issues).toBeUndefined();
  expect(draft.event_name).toHaveLength(40);
  expect(draft.event_name).not.toContain('<');
  expect(draft.public_message).toHaveLength(500);
  expect(draft).toMatchObject({
    event_date: '2026-11-21',
    crawl_period_start: '2026-11-21 00:00:00',
    crawl_period_end: '2026-12-21 23:59:59',
    descriptive_text: '一行目\n二行目',
    photo_location: ['ゴール裏', '広場'],
    category: 'その他',
    subCategory: 'イベント',
  });
  expect(readLocations('x\n'.repeat(3))).toEqual(['x']);
});

test('EVT-02e shooting locations beyond what the call takes are left out', () => {
  const family = '👨‍👩‍👧‍👦';
  const typed = Array.from({ length: 20 }, (_, n) => `${n}${family.repeat(20)}`).join('\n');
  const places = readLocations(typed);
  expect(places).toEqual(typed.split('\n').slice(0, places.length));
  expect(places).toHaveLength(8);
  const draft = draftOf({ ...good, locations: typed }, null, { thumbnail: null, photo: null }, null);
  expect(v.safeParse(EventDraft, draft).issues).toBeUndefined();
});

test('EVT-01a a new picture can be taken back to the one before; only the descriptive one can go', () => {
  const base = formOfEvent({ ...event, descriptive_photo: `ugc/${CLUB}/e1/original/bbbbbbbbbbbbbbbbbbbb.jpg` });
  const picked = eventFormReducer(base, { type: 'picked', slot: 'thumbnail', picture });
  expect(isChanged(picked, base)).toBe(true);
  expect(isChanged(eventFormReducer(picked, { type: 'pictureRemoved', slot: 'thumbnail' }), base)).toBe(false);
  const kept = eventFormReducer(base, { type: 'pictureRemoved', slot: 'thumbnail' });
  expect(kept.kept.thumbnail).toBe(event.thumbnail);
  expect(eventFormReducer(base, { type: 'pictureRemoved', slot: 'photo' }).kept.photo).toBeNull();
  // An answer of the preparation for a picture that was replaced meanwhile.
  expect(eventFormReducer(picked, { type: 'refused', slot: 'thumbnail', name: 'old', error: 'IMAGE_LOAD' })).toBe(
    picked,
  );
});
