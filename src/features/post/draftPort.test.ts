import { expect, test } from 'vitest';
import { PHOTO_FIELDS, WORDS_NAMES } from '../../contract/photoFields.ts';
import type { Drafts } from '../../platform/storage/drafts.ts';
import { createDraftPort, loadSavedForm } from './draftPort.ts';
import { NO_TEXTS, NO_WORDS } from './formFields.ts';
import { createJobPhotos, createPhotoForm } from './photoForm.ts';

/** Drafts of one device, one a tenant. */
function device(): Drafts {
  const kept = new Map<string, unknown>();
  const photoNames: string[] = [];
  return {
    saveDraft: async (tenant: string, form: unknown) => void kept.set(tenant, structuredClone(form)),
    loadDraft: async (tenant: string) => (kept.has(tenant) ? { form: kept.get(tenant), photoNames, savedAt: 1 } : null),
    addDraftPhoto: async (_tenant: string, name: string) => void photoNames.push(name),
    moveDraft: async (from: string, to: string) => {
      if (!kept.has(from) || kept.has(to)) return;
      kept.set(to, kept.get(from));
      kept.delete(from);
    },
  } as unknown as Drafts;
}
const form = createPhotoForm('event');

test('T18 each tenant has its draft, and a fan sees only the own one or one begun without a login', async () => {
  const drafts = device();
  await createDraftPort(drafts, 'one', 'me').save(form);
  await createDraftPort(drafts, 'two', null).save(form);
  expect(await loadSavedForm(drafts, 'one', 'me')).toEqual(form);
  expect(await loadSavedForm(drafts, 'one', 'somebody')).toBeNull();
  expect(await loadSavedForm(drafts, 'one', null)).toBeNull();
  expect(await loadSavedForm(drafts, 'two', 'me')).toEqual(form);
  expect(await loadSavedForm(drafts, 'three', 'me')).toBeNull();
});

test('QUE-05d T18 a fan’s form is put aside while another fan of the device writes one, and comes back', async () => {
  const drafts = device();
  const mine = createPhotoForm('mine');
  const theirs = createPhotoForm('theirs');
  await createDraftPort(drafts, 'club', 'me').save(mine);
  expect(await loadSavedForm(drafts, 'club', 'them')).toBeNull();
  await createDraftPort(drafts, 'club', 'them').save(theirs);
  expect(await loadSavedForm(drafts, 'club', 'me')).toEqual(mine);
  expect(await loadSavedForm(drafts, 'club', 'them')).toEqual(theirs);
  expect(await loadSavedForm(drafts, 'club', null)).toBeNull();
  expect(await loadSavedForm(drafts, 'club', 'me')).toEqual(mine);
});

test('T28 a draft of the build before comes back with what it did not know; a newer one is left alone', async () => {
  const drafts = device();
  const old = { name: 'a', fileName: 'a.jpg', state: 'ready', own: null };
  await drafts.addDraftPhoto('club', 'a', new ArrayBuffer(1));
  await drafts.saveDraft('club', { version: 1, userId: 'me', form: { ...form, photos: [old] } });
  expect((await loadSavedForm(drafts, 'club', 'me'))?.photos).toEqual([{ ...old, alt: '', edit: null }]);
  await drafts.saveDraft('club', { version: 99, userId: 'me', form });
  expect(await loadSavedForm(drafts, 'club', 'me')).toBeNull();
});

test('FLD-01c T28 a draft that lacks a field opens with nothing said of it, and can be posted', async () => {
  for (const name of [...WORDS_NAMES, 'alt'] as const) {
    const drafts = device();
    await drafts.addDraftPhoto('club', 'a', new ArrayBuffer(1));
    const lacking = (fields: object) =>
      Object.fromEntries(Object.entries(fields).filter(([key]) => key !== PHOTO_FIELDS[name].form));
    const one = { name: 'a', fileName: 'a.jpg', state: 'ready', own: lacking(NO_WORDS), ...lacking(NO_TEXTS) };
    const older = { ...form, common: lacking(NO_WORDS), photos: [one] };
    await drafts.saveDraft('club', { version: 3, userId: 'me', form: older });
    const opened = await loadSavedForm(drafts, 'club', 'me');
    expect(opened?.common).toEqual(NO_WORDS);
    expect(opened?.photos).toMatchObject([{ ...NO_TEXTS, own: NO_WORDS }]);
    const place = { tenant: 'club', eventId: 'e', usepermit: true };
    const sent = opened && createJobPhotos(opened, place)[0]?.fields;
    expect(sent).toEqual({ comment: '', htag: '', player: '', photo_location: null, usepermit: true });
  }
});

test('SAF-22 a draft that another tab posted in part comes back with what is still its own', async () => {
  const drafts = device();
  const photo = (name: string) => ({ name, fileName: `${name} of mine.jpg`, state: 'ready', own: null });
  for (const name of ['b', 'c']) await drafts.addDraftPhoto('club', name, new ArrayBuffer(1));
  await drafts.saveDraft('club', { version: 2, userId: 'me', form: { ...form, photos: [photo('a'), photo('b')] } });
  const photos = (await loadSavedForm(drafts, 'club', 'me'))?.photos ?? [];
  expect(photos.map(({ name, fileName, state }) => [name, fileName, state])).toEqual([
    ['b', 'b of mine.jpg', 'ready'],
    ['c', 'c.jpg', 'queued'],
  ]);
});
