// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTenant, tenants } from '../../../tenants/index.ts';
import type { Tenant } from '../../../tenants/schema.ts';
import { nonEmpty } from '../../../tests/nonEmpty.ts';
import { fakeServices, newQueryClient, press, renderWith, signedInFan } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import type { Photo } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { ui } from '../../messages/ja.ts';
import { editPhoto, postForm } from '../../messages/jaPost.ts';
import { mayCloseOverlay } from '../../ui/closeGuard.ts';
import { EditPhotoOverlay } from './EditPhotoOverlay.tsx';

beforeEach(() => {
  // Sample tags are a static file, not a call.
  vi.stubGlobal('fetch', async () => new Response('', { headers: { 'content-type': 'text/plain' } }));
});
afterEach(() => void vi.unstubAllGlobals());

const photo = {
  media_url: 'ugc/club/event/original/AbCdEfGhIjKlMnOpQrSt.jpg',
  user_id: 'me',
  user_name: 'fan',
  user_screen_name: 'fan',
  comment: 'ことば',
  htag: [],
  player: '',
  photo_location: null,
  team_id: null,
  event_id: 'event',
  event_name: 'ホーム最終戦',
  usepermit: true,
  width: 4,
  height: 3,
  color: '#112233',
} as unknown as Photo;

const club = findTenant(CLUB) as Tenant;
type GetPhoto = (input: { readonly isFresh?: boolean }) => Promise<{ list: Photo[] }>;
const open = (tenant: Tenant, getPhoto: GetPhoto, queryClient = newQueryClient(), calls: object = {}) =>
  renderWith(
    <EditPhotoOverlay mediaUrl={photo.media_url} onClose={() => {}} />,
    fakeServices({ tenant, state: signedInFan, api: { getPhoto, ...calls } }),
    queryClient,
  );
const shows = (text: string) => waitFor(() => expect(document.body.textContent).toContain(text));

test('ERR-01a a photo that cannot be read says so, and may be asked for again', async () => {
  const getPhoto = vi
    .fn()
    .mockRejectedValueOnce(new AppError('NETWORK', 'later'))
    .mockResolvedValue({ list: [photo] });
  await open(club, getPhoto);
  await shows('写真詳細の取得に失敗しました。');
  await press(ui.retry);
  await shows('更新する');
  await shows('この投稿を削除する');
  await shows('写真をダウンロード');
});

test('ROL-03 somebody else’s photo, or one that is gone, has no form', async () => {
  await open(club, async () => ({ list: [{ ...photo, user_id: 'other' }] }));
  await shows(editPhoto.notOwn);
  cleanup();
  await open(club, async () => ({ list: [] }));
  await shows(editPhoto.gone);
});

test('PST-12d PST-10b where there are points, deleting takes them back; none for choosing a player', async () => {
  await open({ ...club, isPoint: true }, async () => ({ list: [photo] }));
  await shows(editPhoto.removePoints);
  for (const { config } of nonEmpty(tenants))
    expect(document.body.textContent).not.toContain(postForm.points(config.playerlabel));
});

test('TEN-05e a tenant without the toggle does not offer it in edit mode', async () => {
  const features = { ...club.features, permissionToggleOnEdit: false };
  await open({ ...club, features }, async () => ({ list: [photo] }));
  await shows('更新する');
  expect(screen.queryByRole('switch', { hidden: true })).toBeNull();
});

test('PST-12f the form begins with what the server says now, not with what the device kept', async () => {
  const said = { ...photo, comment: 'いまのことば' };
  // The worker’s copy is from before a change on another device.
  await open(club, async ({ isFresh }) => ({ list: [isFresh ? said : photo] }));
  await waitFor(() => expect(screen.queryByDisplayValue(said.comment)).not.toBeNull());
});

test('PST-12f where the server says nothing there is no form, also when it was open before', async () => {
  const queryClient = newQueryClient();
  await open(club, async () => ({ list: [photo] }), queryClient);
  await shows('更新する');
  cleanup();
  await waitFor(() => expect(queryClient.isFetching()).toBe(0));
  // Nobody looks any more: a moment later it is forgotten.
  await vi.waitFor(() => expect(queryClient.getQueriesData({ queryKey: [CLUB, 'getPhoto'] })).toEqual([]));
  const getPhoto = vi
    .fn<GetPhoto>()
    .mockRejectedValueOnce(new AppError('NETWORK', 'later'))
    .mockReturnValue(new Promise(() => {}));
  await open(club, getPhoto, queryClient);
  await shows('写真詳細の取得に失敗しました。');
  await press(ui.retry);
  await waitFor(() => expect(screen.queryByRole('status', { name: ui.loading, hidden: true })).not.toBeNull());
  expect(document.body.textContent).not.toContain(editPhoto.gone);
});

const field = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label, { exact: false });
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name, hidden: true });

test('OVL-02d while the change of a photo is sent, its form is neither changed nor left, and asks nothing', async () => {
  let fail: (cause: Error) => void = () => undefined;
  const putCaption = vi.fn(() => new Promise((_, refuse) => (fail = refuse)));
  const { stack } = await open(club, async () => ({ list: [photo] }), newQueryClient(), { putCaption });
  await shows(editPhoto.update);
  const message = field(club.config.messagelabel);
  const isDisabled = () => [message.closest('fieldset')?.disabled, button(ui.cancel).disabled];
  const state = () => act(async () => [...isDisabled(), mayCloseOverlay('edit-photo')]);
  expect(await state()).toEqual([false, false, true]);
  await act(async () => void fireEvent.change(message, { target: { value: '新しい言葉' } }));
  button(editPhoto.update).focus();
  await press(editPhoto.update);
  expect(putCaption).toHaveBeenCalledTimes(1);
  expect(await state()).toEqual([true, true, false]);
  expect(stack()).toEqual([]);
  expect(button(editPhoto.update).disabled, 'the press keeps its focus').toBe(false);
  await press(editPhoto.update);
  expect(putCaption).toHaveBeenCalledTimes(1);
  await act(async () => fail(new AppError('NETWORK', 'later')));
  await shows(editPhoto.updateFailed);
  expect(document.activeElement).toBe(button(editPhoto.update));
  expect(await state()).toEqual([false, false, false]);
  expect(stack()).toMatchObject([{ mode: 'confirm', text: editPhoto.leaveAsk }]);
});

test('OVL-02b a tag that is still typed is a change of the photo, too: closing asks', async () => {
  const { stack } = await open(club, async () => ({ list: [photo] }));
  await shows(editPhoto.update);
  await act(async () => void fireEvent.change(field(postForm.tags), { target: { value: '勝' } }));
  await act(async () => expect(mayCloseOverlay('edit-photo')).toBe(false));
  expect(stack()).toMatchObject([{ mode: 'confirm', text: editPhoto.leaveAsk }]);
});
