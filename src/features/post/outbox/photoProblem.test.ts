import { expect, test } from 'vitest';
import { errors } from '../../../messages/jaErrors.ts';
import { outbox } from '../../../messages/jaOutbox.ts';
import { photoProblem } from './photoProblem.ts';

const labels = { messagelabel: 'ひとこと', playerlabel: '選手', PSeats: '撮影場所' };

test.each([
  ['comment', outbox.refusedField('ひとこと')],
  ['player', outbox.refusedField('選手')],
  ['photo_location', outbox.refusedField('撮影場所')],
  ['htag', outbox.refusedField('ハッシュタグ')],
  ['alt', outbox.refusedField('写真の説明')],
  ['fileName', outbox.refusedField('ファイル名')],
  ['exif', outbox.refusedField('撮影情報')],
  ['media_url', outbox.refusedPicture],
  ['width', outbox.refusedPicture],
  [null, errors.INVALID_REQUEST],
  [undefined, errors.INVALID_REQUEST],
])('QUE-03c a photo whose %s was refused says so', (field, text) => {
  expect(photoProblem({ error: 'INVALID_REQUEST', ...(field === undefined ? {} : { field }) }, labels)).toBe(text);
});

test('QUE-03c other refusals have their own sentences; a photo that goes has none', () => {
  expect(photoProblem({ error: 'MEDIA_URL_TAKEN', field: 'media_url' }, labels)).toBe(errors.MEDIA_URL_TAKEN);
  expect(photoProblem({ error: null, field: 'comment' }, labels)).toBeNull();
});
