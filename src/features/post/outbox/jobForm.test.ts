import { expect, test } from 'vitest';
import { nonEmpty } from '../../../../tests/nonEmpty.ts';
import { PHOTO_FIELDS, WORDS_NAMES } from '../../../contract/photoFields.ts';
import type { Job } from '../../../outbox/job.ts';
import { createJob } from '../../../outbox/outbox.ts';
import { NO_WORDS } from '../formFields.ts';
import { photoFormReducer } from '../photoForm.ts';
import { editOfForm, formOfJob } from './jobForm.ts';

const words = { comment: '勝った', htag: '#勝利 #等々力', player: '山田,佐藤', photo_location: '南', usepermit: true };
const post = (...all: Partial<Job['photos'][0]['fields']>[]): Job =>
  createJob(
    {
      userId: 'me',
      tenant: 'club',
      event: { id: 'e', name: '試合', seasonId: null },
      teamId: 't1',
      photos: all.map((change, index) => ({
        name: `p${index}`,
        mediaUrl: `m${index}`,
        step: 'ready',
        fileName: 'a.jpg',
        fields: { ...words, ...change },
        prepared: null,
        error: null,
      })),
    },
    0,
  );

test('QUE-04c opened and saved without a change, a post stays what it is', () => {
  const job = post({}, { comment: 'この一枚だけ', alt: '旗' }, {}, { player: '', htag: '', photo_location: null });
  const form = formOfJob(job);
  expect(form.common).toEqual({
    players: ['山田', '佐藤'],
    location: '南',
    tags: ['#勝利', '#等々力'],
    message: '勝った',
  });
  expect(form.photos.map(({ own }) => own?.message ?? null)).toEqual([null, 'この一枚だけ', null, '勝った']);
  const edit = editOfForm(form, job, true);
  expect(edit.teamId).toBe('t1');
  for (const photo of nonEmpty(job.photos)) expect(edit.fields[photo.name]).toEqual(photo.fields);
});

test('FLD-01c QUE-04c a waiting post of a build that did not know a field opens with nothing said of it', () => {
  const job = post({}, { comment: 'x' });
  for (const name of WORDS_NAMES) {
    const photos = job.photos.map((photo) => {
      const { [name]: _, ...fields } = photo.fields;
      return { ...photo, fields: fields as typeof photo.fields };
    });
    const { common } = formOfJob({ ...job, photos });
    const { form } = PHOTO_FIELDS[name];
    expect(common[form]).toEqual(NO_WORDS[form]);
    expect(Object.keys(common)).toEqual(Object.keys(NO_WORDS));
  }
});

test('QUE-04c common words change every photo that has none of its own; published photos are left alone', () => {
  const job = post({}, { comment: '個別' }, {});
  const partly = {
    ...job,
    photos: job.photos.map((one, at) => (at === 2 ? { ...one, step: 'registered' as const } : one)),
  };
  const form = photoFormReducer(formOfJob(partly), {
    type: 'textTyped',
    photo: null,
    field: 'message',
    text: '直した',
  });
  const { fields } = editOfForm(form, partly, true);
  // Two texts, once each: the first is the common one.
  expect(fields.p0?.comment).toBe('直した');
  expect(fields.p1?.comment).toBe('個別');
  expect(fields.p2).toBeUndefined();
});

test('ROL-06a the editor keeps what was pressed in the post’s form; what was not follows the fan', () => {
  const consent = { wording: '1', at: 5 };
  const rows = [
    { fields: { consent }, now: false, expected: { usepermit: true, consent } },
    { fields: {}, now: true, expected: { usepermit: true } },
    { fields: {}, now: false, expected: { usepermit: false } },
    { fields: { usepermit: false }, now: true, expected: { usepermit: false } },
  ];
  for (const { fields, now, expected } of rows) {
    const job = post(fields);
    const { usepermit, consent: kept } = editOfForm(formOfJob(job), job, now).fields.p0 ?? {};
    expect({ usepermit, ...(kept ? { consent: kept } : {}) }).toEqual(expected);
  }
});
