/** A server that refuses a post because of one photo: that one is set aside, the others become public (QUE-03c). */
import { describe, expect, test } from 'vitest';
import { AppError } from '../../src/contract/errors.ts';
import { asPhotoRefusal, PhotoRefusal } from '../../src/outbox/photoRefusal.ts';
import type { Phone } from '../fakes/fakePhone.ts';
import { count, idOf, jobOf, phoneWith, prepared, settle, stillPhone } from './steps.ts';

const steps = (phone: Phone) => jobOf(phone).photos.map(({ step, error, field }) => [step, error, field ?? null]);
const urlOf = (phone: Phone, index: number) => jobOf(phone).photos[index]?.mediaUrl ?? '';
const OPEN = ['registered', null, null];
const refused = (field: string) => ['refused', 'INVALID_REQUEST', field];

describe('QUE-03c a refusal that names a photo', () => {
  test('sets that photo aside with the field; the others are sent in the same drain', async () => {
    const phone = await phoneWith(4);
    phone.server.refusedFields.set(urlOf(phone, 1), 'comment').set(urlOf(phone, 2), 'exif');
    await phone.start().drain();
    expect(steps(phone)).toEqual([OPEN, refused('comment'), refused('exif'), OPEN]);
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'INVALID_REQUEST', registering: false, attempts: 0 });
    expect([phone.server.registered.size, count(phone, 'register')]).toEqual([2, 3]);
  });

  test('of the only photo stops the post; changed and sent again it goes', async () => {
    const phone = stillPhone();
    const process = phone.start();
    await process.outbox.enqueue(prepared(phone, phone.pick('a', 1)));
    phone.server.refusedFields.set(urlOf(phone, 0), 'comment');
    await process.drain();
    expect(jobOf(phone)).toMatchObject({ state: 'refused', registering: false });
    const [photo] = jobOf(phone).photos;
    const fields = { ...photo?.fields, comment: '直した' } as NonNullable<typeof photo>['fields'];
    expect(await process.outbox.edit(idOf(phone), { fields: { [photo?.name ?? '']: fields }, teamId: null })).toBe(
      true,
    );
    phone.server.refusedFields.clear();
    await process.outbox.resume(idOf(phone));
    await settle(phone);
    expect(steps(phone)).toEqual([OPEN]);
    expect([...phone.server.registered.values()]).toMatchObject([{ comment: '直した' }]);
  });

  test('leaves an earlier registration open that may still land', async () => {
    const phone = await phoneWith(2);
    phone.device.commit(idOf(phone), { job: { ...jobOf(phone), registering: true } });
    phone.server.refusedFields.set(urlOf(phone, 0), 'htag');
    let atRefusal: unknown = null;
    phone.world.onCall = (call) => {
      if (call === 'register' && count(phone, 'register') === 2) atRefusal = jobOf(phone).registering;
    };
    await phone.start().drain();
    expect(atRefusal).toBe(true);
    expect(steps(phone)).toEqual([refused('htag'), OPEN]);
  });

  test('of a photo that was not sent is the post’s own refusal', async () => {
    const phone = await phoneWith(2);
    const cause = new AppError('INVALID_REQUEST', 'never', { status: 400 });
    phone.server.isEmptyAnswer = () => {
      throw new PhotoRefusal('INVALID_REQUEST', { mediaUrl: 'other', field: null }, cause);
    };
    await phone.start().drain();
    expect(jobOf(phone)).toMatchObject({ state: 'refused', error: 'INVALID_REQUEST' });
    expect(phone.server.registered.size).toBe(0);
  });

  test('is read from the place the server names in the list that was sent', () => {
    const sent = ['a', 'b'].map((mediaUrl) => ({ mediaUrl }));
    const read = (at: string | undefined, retry: 'never' | 'later' = 'never') => {
      const error = asPhotoRefusal(new AppError('INVALID_REQUEST', retry, { status: 400, at }), sent);
      return error instanceof PhotoRefusal ? [error.mediaUrl, error.field, error.status] : null;
    };
    expect(read('media_list.0.fileName')).toEqual(['a', 'fileName', 400]);
    expect(read('media_list.1.exif.Make')).toEqual(['b', 'exif', 400]);
    expect(read('media_list.1')).toEqual(['b', null, 400]);
    for (const at of ['media_list.2.comment', 'media_list', 'team_id', '', undefined]) expect(read(at)).toBeNull();
    expect(read('media_list.0.fileName', 'later')).toBeNull();
    expect(asPhotoRefusal('text', sent)).toBe('text');
  });
});
