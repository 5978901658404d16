import { expect, test } from 'vitest';
import type { Photo } from '../../contract/entities.ts';
import { PERMISSION_WORDING } from '../../contract/permissionWording.ts';
import { downloadName } from '../photo/downloadPhoto.ts';
import { captionOf, changedPhoto, createEditForm } from './editForm.ts';
import { photoFormReducer } from './photoForm.ts';

const photo = {
  media_url: 'ugc/club/event/original/AbCdEfGhIjKlMnOpQrSt.jpg',
  comment: '前のことば',
  htag: ['#勝利'],
  player: '佐藤,鈴木',
  photo_location: '北スタンド',
  team_id: 'team',
  event_id: 'event',
  season_id: 'season',
  usepermit: true,
  alt: '旗',
  created_at: '2026-11-21 15:30:09',
} as Photo;

test('PST-12a an unchanged form sends what the photo has', () => {
  expect(captionOf(photo, createEditForm(photo), '旗')).toEqual({
    public_list_id: 'event',
    media_url: photo.media_url,
    caption: '前のことば',
    photo_location: '北スタンド',
    player: '佐藤,鈴木',
    htag: '#勝利',
    event_id: 'event',
    season_id: 'season',
    usepermit: true,
    wording: PERMISSION_WORDING,
    team_id: 'team',
    alt: '旗',
  });
});

test('PST-12a changes are cleaned as in a post, and the cached photo reads like what was sent', () => {
  const form = (
    [
      { type: 'textTyped', photo: null, field: 'message', text: '<b>新しい</b>ことば' },
      { type: 'playerToggled', photo: null, player: '佐藤' },
      { type: 'tagsAdded', photo: null, text: '応援' },
      { type: 'permissionSet', isPermitted: false, at: 1 },
    ] as const
  ).reduce(photoFormReducer, createEditForm(photo));
  const body = captionOf(photo, form, '  ');
  expect(body).toMatchObject({
    caption: '新しいことば',
    player: '鈴木',
    htag: '#勝利 #応援',
    usepermit: false,
    alt: '',
  });
  const changed = changedPhoto(photo, form, '  ');
  expect(changed).toMatchObject({ comment: '新しいことば', htag: ['#勝利', '#応援'], usepermit: false });
  expect(changed).not.toHaveProperty('alt');
});

test('PST-12b a downloaded photo has a name of its own', () => {
  expect(downloadName(photo)).toBe('20261121_1530_AbCdEfGhIjKlMnOpQrSt.jpg');
});
