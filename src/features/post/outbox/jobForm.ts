/** A waiting post as the form's state and back: the same editor, the same rules (QUE-04). */
import { PERMISSION_WORDING } from '../../../contract/permissionWording.ts';
import type { JobEdit } from '../../../outbox/edits.ts';
import type { Job, JobPhoto } from '../../../outbox/job.ts';
import { parseHashtags } from '../../../rules/hashtags.ts';
import {
  createJobPhotos,
  type FormPhoto,
  type PermissionChoice,
  type PhotoFields,
  type PhotoForm,
} from '../photoForm.ts';

const fieldsOf = ({ fields }: JobPhoto): PhotoFields => ({
  players: fields.player === '' ? [] : fields.player.split(','),
  location: fields.photo_location,
  tags: parseHashtags(fields.htag),
  message: fields.comment,
});

/** The words most photos share are the common ones; the others have their own. Published photos are not in it. */
export function formOfJob(job: Job): PhotoForm {
  const open = job.photos.filter(({ step }) => step !== 'registered');
  const texts = open.map((photo) => JSON.stringify(fieldsOf(photo)));
  const count = (text: string): number => texts.filter((other) => other === text).length;
  const commonText = texts.toSorted((one, other) => count(other) - count(one))[0];
  const index = texts.indexOf(commonText ?? '');
  const first = open[index];
  return {
    eventId: job.event.id,
    teamId: job.teamId,
    common: first ? fieldsOf(first) : { players: [], location: null, tags: [], message: '' },
    permission: first === undefined ? null : permissionOf(first),
    photos: open.map((photo, at) => formPhoto(photo, texts[at] === commonText ? null : fieldsOf(photo))),
  };
}

/** What the fan pressed in the form of the post; null: the switch followed the permission in the tenant. */
function permissionOf({ fields: { usepermit, consent } }: JobPhoto): PermissionChoice | null {
  if (consent !== undefined) return { isPermitted: usepermit, ...consent };
  return usepermit ? null : { isPermitted: false, at: 0, wording: PERMISSION_WORDING };
}

const formPhoto = (photo: JobPhoto, own: PhotoFields | null): FormPhoto => ({
  name: photo.name,
  fileName: photo.fileName,
  size: 0,
  lastModified: 0,
  hash: null,
  state: 'ready',
  prepared: photo.prepared,
  error: null,
  own,
  alt: photo.fields.alt ?? '',
  edit: photo.edit ?? null,
});

/** `usepermit`: the fan's permission in the tenant, for a switch that was not pressed. */
export const editOfForm = (form: PhotoForm, job: Job, usepermit: boolean | null): JobEdit => ({
  teamId: form.teamId,
  fields: Object.fromEntries(
    createJobPhotos(form, { tenant: job.tenant, eventId: job.event.id, usepermit }).map(
      ({ name, fields }) => [name, fields] as const,
    ),
  ),
});
