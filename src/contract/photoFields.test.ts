import * as v from 'valibot';
import { expect, test } from 'vitest';
import { nonEmpty } from '../../tests/nonEmpty.ts';
import { endpoints } from './endpoints.ts';
import { ACCEPTED } from './limits.ts';
import { EXPORTED_NAMES, FACET_PARAMS, PHOTO_FIELD_NAMES, PHOTO_FIELDS, SENT_NAMES } from './photoFields.ts';

/** The highest bound any build so far had. A number here is raised with its bound, and never lowered (ADR 35). */
const HIGHEST = { message: 500, alt: 200, hashtag: 50, hashtags: 30, playerName: 60, players: 20, location: 60 };

test('FLD-02a the server accepts what any build so far let a fan write', () => {
  expect(ACCEPTED).toEqual(HIGHEST);
  const fields = nonEmpty(PHOTO_FIELD_NAMES).map((name) => PHOTO_FIELDS[name]);
  expect(fields.filter(({ max, accepted }) => accepted < max)).toEqual([]);
});

test('FLD-01b post, edit, lists and export have every field that says so', () => {
  const keysOf = (entries: v.ObjectEntries) => Object.keys(entries);
  const photo = endpoints.putMediaList.body.entries.media_list.pipe[0].item.entries;
  expect(keysOf(photo)).toEqual(expect.arrayContaining([...nonEmpty(SENT_NAMES)]));
  const captions = PHOTO_FIELD_NAMES.map((name) => PHOTO_FIELDS[name].caption);
  expect(keysOf(endpoints.putCaption.body.entries)).toEqual(expect.arrayContaining(captions));
  const listed = endpoints.getPublicList.answer.entries.media_list.item.entries;
  expect(keysOf(listed)).toEqual(expect.arrayContaining([...PHOTO_FIELD_NAMES]));
  const exported = endpoints.getExport.answer.entries.photos.item.entries;
  expect(keysOf(exported)).toEqual(expect.arrayContaining([...nonEmpty(EXPORTED_NAMES)]));
  for (const list of [endpoints.getPublicList, endpoints.getPhotoCount])
    expect(keysOf(list.query.entries)).toEqual(expect.arrayContaining([...nonEmpty(FACET_PARAMS)]));
});

test('FLD-01b an optional field may be absent, another may not', () => {
  const { entries } = endpoints.putMediaList.body.entries.media_list.pipe[0].item;
  const mayBeAbsent = nonEmpty(SENT_NAMES).filter((name) => v.safeParse(entries[name], undefined).success);
  expect(mayBeAbsent).toEqual(SENT_NAMES.filter((name) => PHOTO_FIELDS[name].isOptional));
});
