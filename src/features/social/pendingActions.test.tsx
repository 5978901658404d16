// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { press } from '../../../tests/support/render.tsx';
import { button, comment, drawSocialScreen, page, photo, show } from '../../../tests/support/socialScreen.tsx';
import type { AnswerOf } from '../../contract/endpoints.ts';
import { comments, follow, mute, photoReport } from '../../messages/jaSocial.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { AuthorActions } from './AuthorActions.tsx';
import { Comments } from './Comments.tsx';
import { FollowButton } from './FollowButton.tsx';
import { MemberSocial } from './MemberSocial.tsx';
import { useMute } from './useMute.ts';

drawSocialScreen();

const by = (user_id: string, user_screen_name: string) => ({ ...photo, user_id, user_screen_name });
/** A call that is on its way until `answer`. */
function slowCall() {
  let end = () => {};
  const call = vi.fn(
    () =>
      new Promise((done) => {
        end = () => done({ result: 'ok' });
      }),
  );
  return { call, answer: () => act(async () => end()) };
}
const followed = () =>
  page.queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey }) => queryKey[1] === 'getFollows' })
    .flatMap(({ state }) => (state.data as AnswerOf<'getFollows'>).follow_list.map(({ follow_user }) => follow_user));
const confirm = () =>
  act(async () => {
    const asked = page.stack().at(-1);
    if (asked?.mode === 'confirm') asked.onConfirm();
  });

test('SOC-01a a follow on its way is not the next author’s, beside a photo and on a page', async () => {
  const { call: putFollow, answer } = slowCall();
  const counts = { getFollowers: async () => ({ follower_list: [] }), getMutes: async () => ({ list: [] }) };
  const places = [
    (id: string, name: string) => <AuthorActions photo={by(id, name)} />,
    (id: string, name: string) => <MemberSocial userId={id} name={name} />,
  ];
  for (const place of places) {
    await show(place('u1', 'みなと'), { putFollow, ...counts });
    await waitFor(() => expect(button(follow.followOf('みなと'))?.disabled).toBe(false));
    await press(follow.followOf('みなと'));
    await waitFor(() => expect(button(follow.followOf('みなと'))?.getAttribute('aria-busy')).toBe('true'));
    await show(place('u2', 'ひより'), { putFollow, ...counts });
    expect(button(follow.followOf('ひより'))?.getAttribute('aria-busy')).toBeNull();
    await answer();
    await waitFor(() => expect(followed()).toEqual(['u1']));
    page.queryClient.clear();
  }
});

test('SOC-01c who was followed is kept as followed, whomever the button is for when the answer comes', async () => {
  const { call: putFollow, answer } = slowCall();
  await show(<FollowButton userId="u1" name="みなと" />, { putFollow });
  await waitFor(() => expect(button(follow.followOf('みなと'))?.disabled).toBe(false));
  await press(follow.followOf('みなと'));
  await waitFor(() => expect(putFollow).toHaveBeenCalledTimes(1));
  await show(<FollowButton userId="u2" name="ひより" />, { putFollow });
  await answer();
  await waitFor(() => expect(followed()).toEqual(['u1']));
});

test('MOD-01c the word after muting names who was muted, whoever is shown by then', async () => {
  const { call: putMute, answer } = slowCall();
  const Mute = ({ id, name }: { readonly id: string; readonly name: string }) => {
    const { askMute } = useMute(id, name);
    return (
      <button type="button" onClick={askMute}>
        {mute.actionOf(name)}
      </button>
    );
  };
  await show([<Mute key="mute" id="u1" name="みなと" />, <Toasts key="toasts" />], { putMute });
  await press(mute.actionOf('みなと'));
  await confirm();
  await show([<Mute key="mute" id="u2" name="ひより" />, <Toasts key="toasts" />], { putMute });
  await answer();
  await waitFor(() => expect(page.container.textContent).toContain(mute.done('みなと')));
  expect(page.container.textContent).not.toContain(mute.done('ひより'));
});

test('FAN-02d after a mute every list is asked for again, also when its answer was lost', async () => {
  for (const putMute of [async () => ({ result: 'ok' }), () => Promise.reject(new Error('no signal'))]) {
    page.queryClient.setQueryData(['club', 'getPublicList'], { pages: [] });
    await show(<AuthorActions photo={by('u1', 'みなと')} />, { putMute });
    await press(photoReport.menu);
    await press(mute.actionOf('みなと'));
    await confirm();
    await waitFor(() => expect(page.queryClient.getQueryState(['club', 'getPublicList'])?.isInvalidated).toBe(true));
  }
});

test('FAN-02d while one author is being muted the next one can be', async () => {
  const { call: putMute, answer } = slowCall();
  await show(<AuthorActions photo={by('u1', 'みなと')} />, { putMute });
  await press(photoReport.menu);
  await press(mute.actionOf('みなと'));
  await confirm();
  await show(<AuthorActions photo={by('u2', 'ひより')} />, { putMute });
  await press(photoReport.menu);
  expect(button(mute.actionOf('ひより'))?.disabled).toBe(false);
  await answer();
});

test('SOC-01c a like of a comment stays when the list knew of it before its own answer', async () => {
  const { call: putCommentReaction, answer } = slowCall();
  let list: AnswerOf<'getCommentReactions'>['list'] = [];
  await show(<Comments photo={photo} />, {
    getComments: async () => ({ comments: [comment('a')], count: 1 }),
    getCommentReactions: async () => ({ list }),
    putCommentReaction,
  });
  await waitFor(() => expect(button(comments.likeOf('ほかの人', 0))).not.toBeNull());
  await press(comments.likeOf('ほかの人', 0));
  await waitFor(() => expect(putCommentReaction).toHaveBeenCalledTimes(1));
  list = [{ comment_id: 'a', user_id: 'me' }];
  await act(async () => page.queryClient.invalidateQueries());
  const liked = () => button(comments.likeOf('ほかの人', 1))?.getAttribute('aria-pressed');
  await waitFor(() => expect(liked()).toBe('true'));
  await answer();
  await waitFor(() => expect(button(comments.likeOf('ほかの人', 1))?.getAttribute('aria-busy')).toBeNull());
  expect(liked()).toBe('true');
});
