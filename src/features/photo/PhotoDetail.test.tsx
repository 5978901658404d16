// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { lazy } from 'react';
import { expect, test, vi } from 'vitest';
import { drawSocialScreen, photo as known, page, show } from '../../../tests/support/socialScreen.tsx';
import type { Photo } from '../../contract/entities.ts';
import { PhotoDetail } from './PhotoDetail.tsx';

drawSocialScreen();

const photo = (name: string): Photo => ({
  ...known,
  media_url: known.media_url.replaceAll('aaaaaaaaaaaaaaaaaaaa', name.repeat(20)),
  reactionInfo: { reactions: [], total: 0, media_url: '', own_reacted: false },
  comment: '',
  option: null,
  created_at: '2026-11-21 12:34:00',
  event_id: null,
  event_name: null,
  htag: [],
  player: '',
  face_info: [],
  width: 300,
  height: 200,
  color: '#336699',
});
const walk = { previous: null, next: null, place: null };
const viewer = { isFull: false, isBare: false, setBare: () => {}, open: () => {}, leave: () => {} };

test('SOC-01a PHO-02e right after a turn no press reaches the photo before; then it counts', async () => {
  const [first, second] = [photo('a'), photo('b')];
  const follow = vi.fn();
  const Author = ({ of }: { readonly of: Photo }) => (
    <button type="button" data-follow onClick={() => follow(of.media_url)}>
      +
    </button>
  );
  let tell = () => {};
  // What is told of the second photo takes its time, as on a busy phone.
  const LateAuthor = lazy(
    () =>
      new Promise<{ default: typeof Author }>((done) => {
        tell = () => done({ default: Author });
      }),
  );
  const putReaction = vi.fn((_: { body: { media_url: string } }) => Promise.resolve({ result: 'ok' }));
  const api = {
    putReaction,
    getConfigInfo: async () => ({ credit_setting: [] }),
    getFavorites: async () => ({ list: [] }),
    getFavoriteCount: async () => ({ number: 0 }),
    getReactions: async () => ({ reactions: [], total: 0, media_url: '', own_reacted: false }),
  };
  const draw = (open: Photo) =>
    show(
      <PhotoDetail
        photo={open}
        walk={walk}
        viewer={viewer}
        element={{ current: null }}
        renderAuthor={(of) => (of === first ? <Author of={of} /> : <LateAuthor of={of} />)}
        renderComments={undefined}
        onShow={() => {}}
        onClose={() => {}}
        onEdit={null}
      />,
      api,
    );
  const press = () =>
    act(async () => {
      for (const name of ['[data-shortcut="like"]', '[data-follow]'])
        page.container.querySelector<HTMLElement>(name)?.click();
    });
  const pressed = () => [putReaction.mock.calls.map(([{ body }]) => body.media_url), follow.mock.calls.flat()];

  await draw(first);
  await draw(second);
  await press();
  expect(pressed()).toEqual([[], []]);

  await act(async () => tell());
  await press();
  expect(pressed()).toEqual([[second.media_url], [second.media_url]]);
});
