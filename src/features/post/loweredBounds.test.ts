/** A build that lowered its bounds meets posts, drafts and photos of the build before (ADR 35). */
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countCharacters } from '../../contract/characters.ts';
import { NewPhoto, type Photo } from '../../contract/entities.ts';
import { ACCEPTED, HASHTAGS_PER_PHOTO } from '../../contract/limits.ts';
import { PHOTO_FIELDS } from '../../contract/photoFields.ts';
import { createJob } from '../../outbox/outbox.ts';
import { captionOf, createEditForm } from './editForm.ts';
import { editOfForm, formOfJob } from './outbox/jobForm.ts';
import { createJobPhotos, type FormPhoto, type PhotoFormAction, photoFormReducer } from './photoForm.ts';

/** The table as a build has it whose bounds were lowered to these. */
const rows = PHOTO_FIELDS as unknown as Record<'comment' | 'alt', { max: number }>;
const LOWERED = { comment: 40, alt: 20 };
const today = { comment: rows.comment.max, alt: rows.alt.max };
const setBounds = (bounds: typeof today) => {
  for (const name of ['comment', 'alt'] as const) rows[name].max = bounds[name];
};
beforeAll(() => setBounds(LOWERED));
afterAll(() => setBounds(today));

const LONG = {
  comment: 'あ'.repeat(450),
  alt: 'い'.repeat(180),
  htag: Array.from({ length: 8 }, (_, n) => `#${n}${'う'.repeat(30)}`),
  player: `${'え'.repeat(50)},${'お'.repeat(50)}`,
  photo_location: '北',
};
const photo = { ...LONG, event_id: 'e', team_id: null, season_id: null, usepermit: true, media_url: 'm' } as Photo;
const sent = { ...LONG, htag: LONG.htag.join(' '), usepermit: true };
const edit = (...actions: PhotoFormAction[]) => actions.reduce(photoFormReducer, createEditForm(photo));

test('FLD-02a what an older build let a fan write is accepted, and no more than that', () => {
  const { comment, alt } = NewPhoto.entries;
  expect(v.is(comment, 'あ'.repeat(ACCEPTED.message))).toBe(true);
  expect(v.is(comment, 'あ'.repeat(ACCEPTED.message + 1))).toBe(false);
  expect(v.is(alt, LONG.alt)).toBe(true);
});

test('FLD-02b an edit of a photo cuts no field it did not touch', () => {
  const form = edit(
    { type: 'locationChosen', photo: null, location: '南' },
    { type: 'tagsAdded', photo: null, text: '' },
  );
  const { caption, alt, htag, player, photo_location } = captionOf(photo, form, LONG.alt);
  expect({ comment: caption, alt, htag, player, photo_location, usepermit: true }).toEqual({
    ...sent,
    photo_location: '南',
  });
});

test('FLD-02b what is more than any bound goes back as the photo has it', () => {
  const htag = Array.from({ length: HASHTAGS_PER_PHOTO + 9 }, (_, n) => `#${n}`);
  const older = { ...photo, comment: 'あ'.repeat(ACCEPTED.message + 9), htag };
  // As the form does when it is sent: what stands in the field of hashtags becomes one.
  const form = photoFormReducer(createEditForm(older), { type: 'tagsAdded', photo: null, text: '' });
  const sentBack = { caption: older.comment, htag: htag.join(' ') };
  expect(captionOf(older, form, LONG.alt)).toMatchObject(sentBack);
});

test('FLD-02b an edit of a waiting post cuts no field it did not touch; an older draft goes as it is', () => {
  const photos = [
    { name: 'p', mediaUrl: 'm', step: 'ready', fileName: 'a.jpg', fields: sent, prepared: null, error: null } as const,
  ];
  const event = { id: 'e', name: '試合', seasonId: null };
  const job = createJob({ userId: 'me', tenant: 'club', event, teamId: null, photos }, 0);
  const form = photoFormReducer(formOfJob(job), { type: 'locationChosen', photo: null, location: '南' });
  expect(editOfForm(form, job, true).fields.p).toEqual({ ...sent, photo_location: '南' });
  const draft = { ...form, photos: [{ ...form.photos[0], own: null } as FormPhoto] };
  const place = { tenant: 'club', eventId: 'e', usepermit: true };
  expect(createJobPhotos(draft, place)[0]?.fields).toEqual({ ...sent, photo_location: '南' });
});

test('FLD-02b a text that is longer than the bound of today gets shorter, never longer', () => {
  const type = (text: string) => edit({ type: 'textTyped', photo: null, field: 'message', text }).common.message;
  expect(type(LONG.comment.slice(1))).toHaveLength(449);
  expect(type(`${LONG.comment}!`)).toBe(LONG.comment);
  const short = edit({ type: 'textTyped', photo: null, field: 'message', text: 'a' });
  const again = photoFormReducer(short, { type: 'textTyped', photo: null, field: 'message', text: LONG.comment });
  expect(countCharacters(again.common.message)).toBe(LOWERED.comment);
});
