import { expect, test } from 'vitest';
import { ALT_MAX, MESSAGE_MAX, PHOTOS_PER_POST, PLAYERS_PER_PHOTO } from '../../contract/limits.ts';
import { PERMISSION_WORDING } from '../../contract/permissionWording.ts';
import { PHOTO_FIELDS, WORDS_NAMES } from '../../contract/photoFields.ts';
import { noEdit } from '../../rules/pictureEdit.ts';
import {
  admitPhotos,
  createJobPhotos,
  createPhotoForm,
  type FormPhoto,
  isPermitted,
  isTouched,
  type PhotoFormAction,
  photoFormReducer,
  problemOf,
  sameSettings,
  slotCount,
} from './photoForm.ts';

const max = PHOTOS_PER_POST.mobile;
const photo = (name: string, changes: Partial<FormPhoto> = {}): FormPhoto => ({
  name,
  fileName: `${name}.jpg`,
  size: 100,
  lastModified: 1,
  hash: name,
  state: 'queued',
  prepared: null,
  error: null,
  own: null,
  alt: '',
  edit: null,
  ...changes,
});
const prepared = { width: 4, height: 3, color: '#112233', exif: null, originalBytes: 9, thumbnailBytes: 3 };
const place = { tenant: 'club', eventId: 'event', usepermit: true };
const run = (...actions: PhotoFormAction[]) => actions.reduce(photoFormReducer, createPhotoForm('event'));
const add = (...photos: FormPhoto[]): PhotoFormAction => ({ type: 'photosAdded', photos, max });

test('PST-04d a player chosen at top level applies to every photo, an own choice to its photo only', () => {
  const form = run(
    add(photo('a'), photo('b')),
    { type: 'playerToggled', photo: null, player: '佐藤' },
    { type: 'ownFieldsSet', photo: 'b', isOn: true },
    { type: 'playerToggled', photo: 'b', player: '鈴木' },
    { type: 'playerToggled', photo: null, player: '高橋' },
  );
  expect(createJobPhotos(form, place).map(({ fields }) => fields.player)).toEqual(['佐藤,高橋', '佐藤,鈴木']);
  const back = photoFormReducer(form, { type: 'ownFieldsSet', photo: 'b', isOn: false });
  expect(createJobPhotos(back, place)[1]?.fields.player).toBe('佐藤,高橋');
});

test.each(WORDS_NAMES)(
  'PST-06a a form with nothing but %s said would be a pity to lose, a chosen place would not',
  (name) => {
    const { form: key, type, none } = PHOTO_FIELDS[name];
    const said = {
      message: 'ゴール',
      text: 'ゴール',
      tags: ['#ゴール'],
      names: ['佐藤'],
      choice: '北スタンド',
    } as const;
    const form = createPhotoForm('event');
    expect(isTouched(form), String(none)).toBe(false);
    const typed = { ...form, common: { ...form.common, [key]: said[type as keyof typeof said] } };
    expect(isTouched(typed)).toBe(type !== 'choice');
  },
);

test('PST-04c a place of another event is dropped, also on single photos', () => {
  const form = run(
    add(photo('a')),
    { type: 'locationChosen', photo: null, location: '北スタンド' },
    { type: 'ownFieldsSet', photo: 'a', isOn: true },
    { type: 'eventChosen', eventId: 'next', locations: ['南スタンド'] },
  );
  expect(form.common.location).toBeNull();
  expect(form.photos[0]?.own?.location).toBeNull();
});

test('PST-05a PST-05c hashtags get their #, lose duplicates; the message is cut and sent without tags', () => {
  const form = run(
    add(photo('a')),
    { type: 'tagsAdded', photo: null, text: '勝利 ＃応援　#勝利' },
    { type: 'textTyped', photo: null, field: 'message', text: `<b>${'あ'.repeat(MESSAGE_MAX + 20)}` },
  );
  expect(form.common.tags).toEqual(['#勝利', '#応援']);
  expect(form.common.message).toHaveLength(MESSAGE_MAX);
  const [sent] = createJobPhotos(form, place);
  expect(sent?.fields.htag).toBe('#勝利 #応援');
  expect(sent?.fields.comment).toBe('あ'.repeat(MESSAGE_MAX - 3));
});

test('PST-06b there is always one empty slot until the maximum is reached', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  expect(slotCount(createPhotoForm(null), max)).toBe(1);
  const full = run(add(...names.map((name) => photo(name))));
  expect(slotCount(full, max)).toBe(max);
  const oneLess = photoFormReducer(full, { type: 'photoRemoved', photo: 'c' });
  expect(oneLess.photos).toHaveLength(max - 1);
  expect(slotCount(oneLess, max)).toBe(max);
});

test('PST-09d too many picked: what fits comes in, the rest is counted', () => {
  const form = run(add(photo('a'), photo('b'), photo('c')));
  const { accepted, leftOut } = admitPhotos(form, [photo('d'), photo('e'), photo('f'), photo('g')], max);
  expect(accepted.map(({ name }) => name)).toEqual(['d', 'e']);
  expect(leftOut.map(({ name }) => name)).toEqual(['f', 'g']);
});

test('PST-04d the same settings go on to the next photo of a batch, and to the next post', () => {
  const form = run(
    add(photo('a'), photo('b'), photo('c')),
    { type: 'playerToggled', photo: 'a', player: '鈴木' },
    { type: 'altTyped', photo: 'a', text: 'ゴールの瞬間' },
    { type: 'carriedOn', photo: 'a' },
  );
  expect(form.photos.map(({ own }) => own?.players)).toEqual([['鈴木'], ['鈴木'], undefined]);
  expect(form.photos[1]?.alt).toBe('');
  expect(photoFormReducer(form, { type: 'carriedOn', photo: 'c' }).photos).toEqual(form.photos);
  expect(sameSettings(form)).toEqual({ ...form, photos: [] });
});

test('PST-05d the text for those who cannot see a photo is cut, cleaned and sent with its photo only', () => {
  const form = run(add(photo('a'), photo('b')), {
    type: 'altTyped',
    photo: 'a',
    text: ` 旗<b> ${'あ'.repeat(ALT_MAX)}`,
  });
  expect(form.photos[0]?.alt).toHaveLength(ALT_MAX);
  const [first, second] = createJobPhotos(form, place);
  expect(first?.fields.alt).toMatch(/^旗 あ+$/);
  expect(second?.fields).not.toHaveProperty('alt');
});

test('PST-08b a turned picture is prepared anew; a post that cannot wait takes the turn along', () => {
  const edit = { turns: 1, crop: null } as const;
  const ready = run(add(photo('a')), { type: 'prepared', photo: 'a', prepared });
  const turned = photoFormReducer(ready, { type: 'pictureEdited', photo: 'a', edit });
  expect(turned.photos[0]).toMatchObject({ state: 'queued', prepared: null, edit });
  expect(createJobPhotos(turned, place)[0]).toMatchObject({ step: 'picked', edit });
  expect(photoFormReducer(ready, { type: 'pictureEdited', photo: 'a', edit: noEdit }).photos[0]?.state).toBe('ready');
});

test('T17 namesakes with other bytes come in under their own names; T31 the same bytes are refused', () => {
  const form = run(add(photo('a', { fileName: 'image.jpg' })));
  const { accepted, duplicates } = admitPhotos(
    form,
    [photo('b', { fileName: 'image.jpg' }), photo('c', { fileName: 'copy.jpg', hash: 'a' })],
    max,
  );
  expect(accepted.map(({ fileName }) => fileName)).toEqual(['image (2).jpg']);
  expect(duplicates.map(({ fileName }) => fileName)).toEqual(['copy.jpg']);
});

test('PST-07d what stops a submit: nothing chosen, no event, a refused photo, more than the event takes', () => {
  expect(problemOf(createPhotoForm('event'), max)).toBe('none');
  expect(problemOf({ ...run(add(photo('a'))), eventId: null }, max)).toBe('noEvent');
  const refused = run(add(photo('a')), { type: 'refused', photo: 'a', error: 'IMAGE_LOAD' });
  expect(problemOf(refused, max)).toBe('refused');
  expect(problemOf(run(add(photo('a'), photo('b'))), 1)).toBe('tooMany');
  expect(problemOf(run(add(photo('a'))), max)).toBeNull();
});

test('PST-10a T25 keys and permission are fixed at submit; unprepared photos go along as picked', () => {
  const form = run(
    add(photo('a'), photo('b')),
    { type: 'prepared', photo: 'a', prepared },
    { type: 'permissionSet', isPermitted: false, at: 1 },
  );
  const photos = createJobPhotos(form, place);
  expect(photos.map(({ step }) => step)).toEqual(['ready', 'picked']);
  expect(photos[0]).toMatchObject({
    mediaUrl: 'ugc/club/event/original/a.jpg',
    fields: { usepermit: false },
    prepared,
  });
});

test('T18 a restored form prepares again what was being prepared', () => {
  const before = run(
    add(photo('a'), photo('b')),
    { type: 'prepared', photo: 'a', prepared },
    { type: 'preparing', photo: 'b' },
  );
  const form = photoFormReducer(createPhotoForm(null), { type: 'restored', form: before });
  expect(form.photos.map(({ state }) => state)).toEqual(['ready', 'queued']);
  expect(form.eventId).toBe('event');
});

test('ROL-06a ROL-06d a switch that was not pressed follows the tenant’s permission and proves nothing', () => {
  const untouched = run(add(photo('a')));
  for (const [usepermit, expected] of [
    [true, true],
    [false, false],
    [null, false],
  ] as const) {
    expect(isPermitted(untouched, usepermit)).toBe(expected);
    const [made] = createJobPhotos(untouched, { ...place, usepermit });
    expect(made?.fields).toMatchObject({ usepermit: expected });
    expect(made?.fields).not.toHaveProperty('consent');
  }
  const pressed = run(add(photo('a')), { type: 'permissionSet', isPermitted: true, at: 7 });
  const [made] = createJobPhotos(pressed, { ...place, usepermit: false });
  expect(made?.fields).toMatchObject({ usepermit: true, consent: { wording: PERMISSION_WORDING, at: 7 } });
  const off = run(add(photo('a')), { type: 'permissionSet', isPermitted: false, at: 7 });
  expect(isPermitted(off, true)).toBe(false);
});

test('PST-04d a photo without own fields passes none on; a photo has as many players as it may', () => {
  const carried = run(
    add(photo('a'), photo('b')),
    { type: 'ownFieldsSet', photo: 'b', isOn: true },
    { type: 'carriedOn', photo: 'a' },
  );
  expect(carried.photos.map(({ own }) => own)).toEqual([null, null]);
  const players = Array.from({ length: PLAYERS_PER_PHOTO + 1 }, (_, i) => `p${i}`);
  const full = run(...players.map((player): PhotoFormAction => ({ type: 'playerToggled', photo: null, player })));
  expect(full.common.players).toEqual(players.slice(0, -1));
});
