/** One's own published photo as a form (PST-12): the post form's fields without its photos. */
import type { BodyOf } from '../../contract/endpoints.ts';
import type { Photo } from '../../contract/entities.ts';
import { EVENT_PUBLIC_LIST_ID } from '../../contract/limits.ts';
import { PERMISSION_WORDING } from '../../contract/permissionWording.ts';
import { captionValues, editedValues, withValues, wordsOf } from './formFields.ts';
import { createPhotoForm, type PhotoForm } from './photoForm.ts';

export function createEditForm(photo: Photo): PhotoForm {
  return {
    // The switch begins as the photo was posted, whatever the fan permits now.
    ...createPhotoForm(photo.event_id, { isPermitted: photo.usepermit, at: 0, wording: PERMISSION_WORDING }),
    teamId: photo.team_id,
    common: wordsOf(photo),
  };
}

/** What is sent. Event and season stay as they are (§2). */
export function captionOf(photo: Photo, { common, permission, teamId }: PhotoForm, alt: string): BodyOf<'putCaption'> {
  return {
    public_list_id: EVENT_PUBLIC_LIST_ID,
    media_url: photo.media_url,
    ...captionValues(editedValues(photo, { ...common, alt })),
    event_id: photo.event_id ?? '',
    season_id: photo.season_id,
    usepermit: permission?.isPermitted ?? photo.usepermit,
    wording: PERMISSION_WORDING,
    team_id: teamId,
  };
}

/** The photo as it reads once the change has arrived. */
export function changedPhoto(photo: Photo, { common, permission, teamId }: PhotoForm, alt: string): Photo {
  const form = { ...common, alt };
  const usepermit = permission?.isPermitted ?? photo.usepermit;
  return { ...withValues(photo, form, editedValues(photo, form)), team_id: teamId, usepermit };
}
