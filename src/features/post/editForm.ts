/** One's own published photo as a form (PST-12): the post form's fields without its photos. */
import type { BodyOf } from '../../contract/endpoints.ts';
import type { Photo } from '../../contract/entities.ts';
import { ALT_MAX, EVENT_PUBLIC_LIST_ID } from '../../contract/limits.ts';
import { PERMISSION_WORDING } from '../../contract/permissionWording.ts';
import { joinHashtags } from '../../rules/hashtags.ts';
import { cleanMessage } from '../../rules/message.ts';
import { createPhotoForm, type PhotoForm } from './photoForm.ts';

export function createEditForm(photo: Photo): PhotoForm {
  return {
    // The switch begins as the photo was posted, whatever the fan permits now.
    ...createPhotoForm(photo.event_id, { isPermitted: photo.usepermit, at: 0, wording: PERMISSION_WORDING }),
    teamId: photo.team_id,
    common: {
      players: photo.player.split(',').filter((name) => name !== ''),
      location: photo.photo_location,
      tags: photo.htag,
      message: photo.comment,
    },
  };
}

/** What is sent. Event and season stay as they are (§2). */
export function captionOf(photo: Photo, { common, permission, teamId }: PhotoForm, alt: string): BodyOf<'putCaption'> {
  return {
    public_list_id: EVENT_PUBLIC_LIST_ID,
    media_url: photo.media_url,
    caption: cleanMessage(common.message),
    photo_location: common.location,
    player: common.players.join(','),
    htag: joinHashtags(common.tags),
    event_id: photo.event_id ?? '',
    season_id: photo.season_id,
    usepermit: permission?.isPermitted ?? photo.usepermit,
    wording: PERMISSION_WORDING,
    team_id: teamId,
    alt: cleanMessage(alt, ALT_MAX).trim(),
  };
}

/** The photo as it reads once the change has arrived. */
export function changedPhoto(photo: Photo, body: BodyOf<'putCaption'>, form: PhotoForm): Photo {
  const { alt: _, ...rest } = photo;
  return {
    ...rest,
    comment: body.caption,
    htag: [...form.common.tags],
    player: body.player,
    photo_location: body.photo_location,
    team_id: body.team_id,
    usepermit: body.usepermit,
    ...(body.alt ? { alt: body.alt } : {}),
  };
}
