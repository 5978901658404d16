/**
 * The logic of the photo-post form (PST-03 … PST-10) as a pure reducer: the screens only show it and feed it.
 * The state is plain data, saved as the draft on every change (T18); bytes of the photos stand in the draft's bytes store.
 */

import { truncate } from '../../contract/characters.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { PLAYERS_PER_PHOTO } from '../../contract/limits.ts';
import { PERMISSION_WORDING } from '../../contract/permissionWording.ts';
import type { JobPhoto, Prepared } from '../../outbox/job.ts';
import { type PickedFile, partDuplicates } from '../../rules/duplicatePhotos.ts';
import { freeFileName } from '../../rules/fileName.ts';
import { addHashtags } from '../../rules/hashtags.ts';
import { originalKey } from '../../rules/objectKeys.ts';
import { isUnedited, type PictureEdit } from '../../rules/pictureEdit.ts';
import { remainingPhotos } from '../../rules/remainingPhotos.ts';
import {
  isUnsaid,
  maxOf,
  NO_WORDS,
  type PhotoFields,
  type PhotoTextField,
  type PhotoTexts,
  sentValues,
  withoutUnsaid,
} from './formFields.ts';

export type PhotoState = 'queued' | 'preparing' | 'ready' | 'refused';

export interface FormPhoto extends PhotoTexts {
  /** The 20 alphanumerics of its object keys, fixed when picked (T25). */
  readonly name: string;
  readonly fileName: string;
  /** Of the picked file: bytes, epoch ms, SHA-256 in hex. Tell duplicates from namesakes (T17). */
  readonly size: number;
  readonly lastModified: number;
  readonly hash: string | null;
  readonly state: PhotoState;
  readonly prepared: Prepared | null;
  readonly error: ErrorCode | null;
  /** null: the common fields apply. */
  readonly own: PhotoFields | null;
  /** Turn and cut before it is published; null: as picked. */
  readonly edit: PictureEdit | null;
}

export interface PhotoForm {
  readonly eventId: string | null;
  readonly teamId: string | null;
  readonly common: PhotoFields;
  /** What the fan pressed the permission switch to; null: not pressed, it follows the fan's permission in the tenant (ROL-06d). */
  readonly permission: PermissionChoice | null;
  readonly photos: readonly FormPhoto[];
}

export interface PermissionChoice {
  readonly isPermitted: boolean;
  /** Epoch ms by this device's clock. */
  readonly at: number;
  /** Version of the wording beside the switch. */
  readonly wording: string;
}

export type PhotoFormAction =
  | { readonly type: 'eventChosen'; readonly eventId: string | null; readonly locations: readonly string[] }
  | { readonly type: 'teamChosen'; readonly teamId: string | null }
  | { readonly type: 'permissionSet'; readonly isPermitted: boolean; readonly at: number }
  /** `photo`: the name of the photo whose own fields change; null: the common fields. */
  | { readonly type: 'playerToggled'; readonly photo: string | null; readonly player: string }
  | { readonly type: 'locationChosen'; readonly photo: string | null; readonly location: string | null }
  | { readonly type: 'tagsAdded'; readonly photo: string | null; readonly text: string }
  | { readonly type: 'tagRemoved'; readonly photo: string | null; readonly tag: string }
  | { readonly type: 'textTyped'; readonly photo: string | null; readonly field: PhotoTextField; readonly text: string }
  | { readonly type: 'altTyped'; readonly photo: string; readonly text: string }
  | { readonly type: 'pictureEdited'; readonly photo: string; readonly edit: PictureEdit }
  /** The fields that hold for `photo` become the next photo's own. */
  | { readonly type: 'carriedOn'; readonly photo: string }
  | { readonly type: 'ownFieldsSet'; readonly photo: string; readonly isOn: boolean }
  | { readonly type: 'photosAdded'; readonly photos: readonly FormPhoto[]; readonly max: number }
  | { readonly type: 'photoRemoved'; readonly photo: string }
  /** Another tab posted them: they belong to the queue now (SAF-22). */
  | { readonly type: 'photosPosted'; readonly photos: ReadonlySet<string> }
  | { readonly type: 'preparing' | 'requeued'; readonly photo: string }
  | { readonly type: 'prepared'; readonly photo: string; readonly prepared: Prepared }
  | { readonly type: 'refused'; readonly photo: string; readonly error: ErrorCode }
  | { readonly type: 'restored'; readonly form: PhotoForm };

export function createPhotoForm(eventId: string | null, permission: PermissionChoice | null = null): PhotoForm {
  return { eventId, teamId: null, common: NO_WORDS, permission, photos: [] };
}

/** Whether the switch is on. `usepermit`: the fan's permission in the tenant, null if it is not known. */
export const isPermitted = ({ permission }: PhotoForm, usepermit: boolean | null): boolean =>
  permission === null ? usepermit === true : permission.isPermitted;

export function photoFormReducer(form: PhotoForm, action: PhotoFormAction): PhotoForm {
  switch (action.type) {
    case 'eventChosen':
      return withoutUnknownLocations({ ...form, eventId: action.eventId }, action.locations);
    case 'teamChosen':
      return { ...form, teamId: action.teamId };
    case 'permissionSet':
      return {
        ...form,
        permission: { isPermitted: action.isPermitted, at: action.at, wording: PERMISSION_WORDING },
      };
    case 'playerToggled':
      return changeFields(form, action.photo, (fields) => togglePlayer(fields, action.player));
    case 'locationChosen':
      return changeFields(form, action.photo, (fields) => ({ ...fields, location: action.location }));
    case 'tagsAdded':
      return changeFields(form, action.photo, (fields) => ({ ...fields, tags: addHashtags(fields.tags, action.text) }));
    case 'tagRemoved':
      return changeFields(form, action.photo, (fields) => ({
        ...fields,
        tags: fields.tags.filter((tag) => tag !== action.tag),
      }));
    case 'textTyped':
      return changeFields(form, action.photo, (fields) => ({
        ...fields,
        [action.field]: truncate(action.text, maxOf(action.field, fields[action.field])),
      }));
    case 'altTyped':
      return changePhoto(form, action.photo, (photo) => ({
        ...photo,
        alt: truncate(action.text, maxOf('alt', photo.alt)),
      }));
    case 'pictureEdited':
      return changePhoto(form, action.photo, (photo) => editPicture(photo, action.edit));
    case 'carriedOn':
      return carryOn(form, action.photo);
    case 'ownFieldsSet':
      return changePhoto(form, action.photo, (photo) => ({ ...photo, own: action.isOn ? form.common : null }));
    case 'photosAdded':
      return { ...form, photos: [...form.photos, ...admitPhotos(form, action.photos, action.max).accepted] };
    case 'photoRemoved':
      return { ...form, photos: form.photos.filter(({ name }) => name !== action.photo) };
    case 'photosPosted':
      return { ...form, photos: form.photos.filter(({ name }) => !action.photos.has(name)) };
    case 'preparing':
      return changePhoto(form, action.photo, (photo) => ({ ...photo, state: 'preparing' }));
    case 'requeued':
      return changePhoto(form, action.photo, (photo) => ({ ...photo, state: 'queued' }));
    case 'prepared':
      return changePhoto(form, action.photo, (photo) => ({ ...photo, state: 'ready', prepared: action.prepared }));
    case 'refused':
      return changePhoto(form, action.photo, (photo) => ({ ...photo, state: 'refused', error: action.error }));
    case 'restored':
      return { ...action.form, photos: action.form.photos.map(startOver) };
  }
}

function changePhoto(form: PhotoForm, name: string, change: (photo: FormPhoto) => FormPhoto): PhotoForm {
  return { ...form, photos: form.photos.map((photo) => (photo.name === name ? change(photo) : photo)) };
}

function changeFields(form: PhotoForm, photo: string | null, change: (fields: PhotoFields) => PhotoFields): PhotoForm {
  if (photo === null) return { ...form, common: change(form.common) };
  return changePhoto(form, photo, (one) => ({ ...one, own: change(one.own ?? form.common) }));
}

/** Another turn or cut: the picture is prepared anew from the bytes as picked. */
function editPicture(photo: FormPhoto, edit: PictureEdit): FormPhoto {
  const next = isUnedited(edit) ? null : edit;
  if (JSON.stringify(next) === JSON.stringify(photo.edit)) return photo;
  return { ...photo, edit: next, state: 'queued', prepared: null, error: null };
}

function carryOn(form: PhotoForm, name: string): PhotoForm {
  const index = form.photos.findIndex((photo) => photo.name === name);
  const [from, to] = [form.photos[index], form.photos[index + 1]];
  if (from === undefined || to === undefined) return form;
  return changePhoto(form, to.name, (photo) => ({ ...photo, own: from.own }));
}

function togglePlayer(fields: PhotoFields, player: string): PhotoFields {
  const { players } = fields;
  if (players.includes(player)) return { ...fields, players: players.filter((one) => one !== player) };
  return players.length >= PLAYERS_PER_PHOTO ? fields : { ...fields, players: [...players, player] };
}

/** Places belong to an event: another event may not have them. */
function withoutUnknownLocations(form: PhotoForm, locations: readonly string[]): PhotoForm {
  const keep = (fields: PhotoFields): PhotoFields =>
    fields.location === null || locations.includes(fields.location) ? fields : { ...fields, location: null };
  return {
    ...form,
    common: keep(form.common),
    photos: form.photos.map((photo) => (photo.own === null ? photo : { ...photo, own: keep(photo.own) })),
  };
}

/** Preparation died with the page; what was ready stands in the bytes store. */
const startOver = (photo: FormPhoto): FormPhoto =>
  photo.state === 'preparing' ? { ...photo, state: 'queued' } : photo;

const fileOf = (photo: FormPhoto): PickedFile => ({
  name: photo.fileName,
  size: photo.size,
  lastModified: photo.lastModified,
  hash: photo.hash,
});

/** What of the picked photos comes into the form (PST-07, PST-09): duplicates stay out, then whatever is over the maximum. */
export function admitPhotos(form: PhotoForm, picked: readonly FormPhoto[], max: number) {
  const parts = partDuplicates(
    form.photos.map(fileOf),
    picked.map((photo) => ({ ...fileOf(photo), photo })),
  );
  const room = remainingPhotos(max, form.photos.length);
  const taken = form.photos.map(({ fileName }) => fileName);
  const accepted = parts.fresh.slice(0, room).map(({ photo }) => {
    const fileName = freeFileName(photo.fileName, taken);
    taken.push(fileName);
    return { ...photo, fileName };
  });
  return {
    accepted,
    duplicates: parts.duplicates.map(({ photo }) => photo),
    leftOut: parts.fresh.slice(accepted.length).map(({ photo }) => photo),
  };
}

/** Slots of the carousel: the photos and always one empty slot until the maximum is reached (PST-06). */
export const slotCount = (form: PhotoForm, max: number): number =>
  form.photos.length + (remainingPhotos(max, form.photos.length) > 0 ? 1 : 0);

/** Names of the players and the like that hold for a photo. */
const fieldsOf = (form: PhotoForm, photo: FormPhoto): PhotoFields => photo.own ?? form.common;

/** Everybody named in a form: for all photos or for one. */
export const namedPlayers = (form: PhotoForm): readonly string[] =>
  form.photos.flatMap((photo) => fieldsOf(form, photo).players);

/** The next form of a batch: the same event, team, words and permission, without photos. */
export const sameSettings = (form: PhotoForm): PhotoForm => ({ ...form, photos: [] });

/** Has the fan entered anything that would be a pity to lose? */
export const isTouched = ({ photos, common }: PhotoForm): boolean => photos.length > 0 || !isUnsaid(common);

export type FormProblem = 'none' | 'noEvent' | 'refused' | 'tooMany';

/** Why the form cannot be submitted yet, or null. Photos still being prepared are no reason: the outbox goes on with them. */
export function problemOf(form: PhotoForm, max: number): FormProblem | null {
  if (form.photos.length === 0) return 'none';
  if (form.eventId === null) return 'noEvent';
  if (form.photos.some(({ state }) => state === 'refused')) return 'refused';
  return form.photos.length > max ? 'tooMany' : null;
}

interface PostPlace {
  readonly tenant: string;
  readonly eventId: string;
  /** The fan's permission in the tenant, for a switch that was not pressed. */
  readonly usepermit: boolean | null;
}

/** The photos as the outbox keeps them; keys are fixed here (T25). */
export function createJobPhotos(form: PhotoForm, { tenant, eventId, usepermit }: PostPlace): JobPhoto[] {
  const { permission } = form;
  const consent = permission?.isPermitted ? { consent: { wording: permission.wording, at: permission.at } } : {};
  return form.photos.map((photo) => {
    return {
      name: photo.name,
      mediaUrl: originalKey({ dir: 'ugc', tenant, owner: eventId, name: photo.name }),
      step: photo.prepared === null ? 'picked' : 'ready',
      fileName: photo.fileName,
      fields: {
        ...withoutUnsaid(sentValues({ ...photo, ...fieldsOf(form, photo) })),
        usepermit: isPermitted(form, usepermit),
        ...consent,
      },
      edit: photo.edit,
      prepared: photo.prepared,
      error: null,
    };
  });
}
