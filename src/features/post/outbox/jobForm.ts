/** A waiting post as the form's state and back: the same editor, the same rules (QUE-04). */
import { PERMISSION_WORDING } from '../../../contract/permissionWording.ts';
import type { JobEdit } from '../../../outbox/edits.ts';
import type { Job, JobPhoto } from '../../../outbox/job.ts';
import { type PhotoFields, textsOf, wordsOf } from '../formFields.ts';
import { createJobPhotos, type FormPhoto, type PermissionChoice, type PhotoForm } from '../photoForm.ts';

/** The words most photos share are the common ones; the others have their own. Published photos are not in it. */
export function formOfJob(job: Job): PhotoForm {
  const open = job.photos.filter(({ step }) => step !== 'registered');
  const texts = open.map((photo) => JSON.stringify(wordsOf(photo.fields)));
  const count = (text: string): number => texts.filter((other) => other === text).length;
  const commonText = texts.toSorted((one, other) => count(other) - count(one))[0];
  const index = texts.indexOf(commonText ?? '');
  const first = open[index];
  return {
    eventId: job.event.id,
    teamId: job.teamId,
    common: wordsOf(first?.fields ?? {}),
    permission: first === undefined ? null : permissionOf(first),
    photos: open.map((photo, at) => formPhoto(photo, texts[at] === commonText ? null : wordsOf(photo.fields))),
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
  ...textsOf(photo.fields),
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
