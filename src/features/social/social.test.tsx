// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { press, signedInFan } from '../../../tests/support/render.tsx';
import {
  button,
  comment,
  drawSocialScreen,
  media_url,
  ok,
  page,
  photo,
  setSession,
  show,
} from '../../../tests/support/socialScreen.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import { AppError } from '../../contract/errors.ts';
import { offlineDeed } from '../../messages/jaOffline.ts';
import { photoMarks } from '../../messages/jaPhoto.ts';
import { firstFollow, follow, reactionUsers, comments as texts } from '../../messages/jaSocial.ts';
import { ANONYMOUS } from '../../session/sessionState.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { NoticeList } from '../notices/NoticeList.tsx';
import { PhotoBookmark } from '../photo/PhotoBookmark.tsx';
import { Comments } from './Comments.tsx';
import { FirstFollowModal } from './FirstFollowModal.tsx';
import { FollowButton } from './FollowButton.tsx';
import { FollowerModal, FollowModal } from './FollowModal.tsx';
import { ReactionUsersModal } from './ReactionUsersModal.tsx';

drawSocialScreen();

test('SOC-01a SOC-01c a follow is ignored while pending and shows only after success', async () => {
  let answer: (value: unknown) => void = () => {};
  const putFollow = vi.fn(() => new Promise((done) => (answer = done)));
  await show(<FollowButton userId="u1" name="みなと" />, { putFollow });
  await waitFor(() => expect(button(follow.followOf('みなと'))?.disabled).toBe(false));
  // The second press comes before the first one shows.
  await act(async () => {
    button(follow.followOf('みなと'))?.click();
    button(follow.followOf('みなと'))?.click();
  });
  await waitFor(() => expect(putFollow).toHaveBeenCalledTimes(1));
  await press(follow.followOf('みなと'));
  expect(putFollow).toHaveBeenCalledTimes(1);
  expect(page.container.textContent).toContain(follow.follow);
  expect(button(follow.followOf('みなと'))?.getAttribute('aria-pressed')).toBe('false');
  await act(async () => answer({ result: 'ok' }));
  await waitFor(() => expect(page.container.textContent).toContain(follow.following));
});

test('SOC-01b logged out a follow waits for the login; whom one follows already is not given up by it', async () => {
  setSession(ANONYMOUS);
  const putFollow = vi.fn(ok);
  const deleteFollow = vi.fn(ok);
  let list: { follow_user: string }[] = [];
  await show(<FollowButton userId="u1" name="みなと" />, {
    putFollow,
    deleteFollow,
    getFollows: () => Promise.resolve({ follow_list: list }),
  });
  await press(follow.followOf('みなと'));
  expect(putFollow).not.toHaveBeenCalled();
  setSession(signedInFan);
  await act(async () => page.waiting().resume());
  await waitFor(() => expect(putFollow).toHaveBeenCalledTimes(1));

  setSession(ANONYMOUS);
  list = [{ follow_user: 'u2' }];
  page.queryClient.clear();
  await show(<FollowButton key="again" userId="u2" name="ひより" />, {
    putFollow,
    deleteFollow,
    getFollows: () => Promise.resolve({ follow_list: list }),
  });
  await press(follow.followOf('ひより'));
  setSession(signedInFan);
  await act(async () => page.waiting().resume());
  await act(async () => {});
  expect([putFollow.mock.calls.length, deleteFollow.mock.calls.length]).toEqual([1, 0]);
});

test('SOC-06b whose login in between is the owner’s of the page follows nobody', async () => {
  const putFollow = vi.fn(ok);
  setSession(ANONYMOUS);
  await show(<FollowButton key="own" userId="me" name="私" />, {
    putFollow,
    getFollows: () => Promise.resolve({ follow_list: [] }),
  });
  await press(follow.followOf('私'));
  setSession(signedInFan);
  await act(async () => page.waiting().resume());
  await act(async () => {});
  expect(putFollow).not.toHaveBeenCalled();
});

test('SOC-01c without signal a action is not tried: the fan is told why, signed in or not', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const putFollow = vi.fn(ok);
  for (const [key, session] of [signedInFan, ANONYMOUS].entries()) {
    setSession(session);
    await show(
      <>
        <FollowButton key={key} userId="u1" name="みなと" />
        <Toasts />
      </>,
      { putFollow },
    );
    await waitFor(() => expect(button(follow.followOf('みなと'))?.disabled).toBe(false));
    await press(follow.followOf('みなと'));
    await waitFor(() => expect(page.container.textContent).toContain(offlineDeed));
  }
  setSession(signedInFan);
  await act(async () => page.waiting().resume());
  expect(putFollow).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('SAF-31a a fan who follows as many as one may is told so; another failure is told as one', async () => {
  for (const [code, told] of [
    ['NOT_ALLOWED', follow.full],
    ['INTERNAL', follow.failed],
  ] as const) {
    const putFollow = vi.fn(() => Promise.reject(new AppError(code, 'never')));
    await show(
      <>
        <FollowButton key={code} userId="u1" name="みなと" />
        <Toasts />
      </>,
      { putFollow },
    );
    await waitFor(() => expect(button(follow.followOf('みなと'))?.disabled).toBe(false));
    await press(follow.followOf('みなと'));
    await waitFor(() => expect(page.container.textContent).toContain(told));
    expect(button(follow.followOf('みなと'))?.getAttribute('aria-pressed')).toBe('false');
  }
});

test('SOC-01a SOC-01c a bookmark and a heart at a comment are sent once, and count after success', async () => {
  const answers: ((value: unknown) => void)[] = [];
  const pending = () => vi.fn(() => new Promise((done) => void answers.push(done)));
  const [putFavorite, putCommentReaction] = [pending(), pending()];
  await show(
    <>
      <PhotoBookmark photo={photo} />
      <Comments photo={photo} />
    </>,
    {
      getFavorites: () => Promise.resolve({ list: [] }),
      getFavoriteCount: () => Promise.resolve({ number: 4 }),
      getComments: () => Promise.resolve({ comments: [comment('a')], count: 1 }),
      putFavorite,
      putCommentReaction,
    },
  );
  // A bookmark's mark changes with the press (FAN-12c).
  for (const [call, before, after, meanwhile] of [
    [putFavorite, photoMarks.bookmark(4), photoMarks.bookmark(5), 'true'],
    [putCommentReaction, texts.likeOf('ほかの人', 0), texts.likeOf('ほかの人', 1), 'false'],
  ] as const) {
    await waitFor(() => expect(button(before)).not.toBeNull());
    await act(async () => {
      button(before)?.click();
      button(before)?.click();
    });
    await waitFor(() => expect(call).toHaveBeenCalledTimes(1));
    await press(before);
    expect(call).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(button(before)?.getAttribute('aria-pressed')).toBe(meanwhile));
    await act(async () => answers.pop()?.({ result: 'ok' }));
    await waitFor(() => expect(button(after)?.getAttribute('aria-pressed')).toBe('true'));
  }
});

test('SOC-06b there is no follow button for oneself', async () => {
  await show(<FollowButton userId="me" name="私" />, {});
  expect(page.container.querySelector('button')).toBeNull();
});

test('SOC-02 MOD-01e who reacted: ambassadors stand first, and how many more there are', async () => {
  const reactions = ['u1', 'amb', 'u2'].map((user_id) => ({ user_id, user_name: `名前${user_id}` }));
  await show(<ReactionUsersModal mediaUrl={media_url} onClose={() => {}} onLeave={() => {}} />, {
    getReactions: () => Promise.resolve({ reactions, total: 5, media_url, own_reacted: false }),
  });
  const names = () => [...page.container.querySelectorAll('li a')].map((one) => one.textContent);
  await waitFor(() => expect(names()).toEqual(['名前ambアンバサダー', '名前u1', '名前u2']));
  expect(page.container.textContent).toContain(reactionUsers.rest(2));
});

test('SOC-07a SOC-07b follows and followers; who left the service has no page and no follow button', async () => {
  const left = { sub: 'gone', Username: 'gone' };
  const people = ({ params }: { params: { userId: string } }) =>
    Promise.resolve(params.userId === 'gone' ? left : { sub: 'u1', Username: 'u1', Name: 'みなと' });
  const leave = vi.fn();
  await show(<FollowModal userId="me" onClose={() => {}} onLeave={leave} />, {
    getUserAttributes: people,
    getFollows: () => Promise.resolve({ follow_list: [{ follow_user: 'u1' }, { follow_user: 'gone' }] }),
  });
  await waitFor(() => expect(page.container.textContent).toContain('退会したユーザーです'));
  expect(page.container.querySelectorAll('[aria-pressed="true"]')).toHaveLength(1);
  expect([...page.container.querySelectorAll('li img')].map((one) => one.getAttribute('src'))).toEqual([
    '/avatar.svg',
    '/left-user.svg',
  ]);
  await press('退会したユーザーです');
  expect(page.stack().at(-1)).toEqual({ mode: 'result', text: '対象のユーザーは存在しません' });
  await act(async () => page.container.querySelector<HTMLElement>('li a')?.click());
  expect(leave).toHaveBeenCalledWith(`/${CLUB}/my-photo.html?u=u1`);

  await show(<FollowerModal userId="u9" onClose={() => {}} onLeave={leave} />, {
    getFollowers: vi
      .fn(() => Promise.resolve({ follower_list: [{ user_id: 'u5' }] }))
      .mockRejectedValueOnce(new AppError('INTERNAL', 'later')),
  });
  await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toContain('フォロワー取得に失敗しました。'));
  await press('もう一度試す');
  await waitFor(() => expect(page.container.textContent).toContain('名前u5'));
});

test('MOD-04 ROL-04b the first-follow modal shows the official user, then the ambassadors; later closes it', async () => {
  const close = vi.fn();
  await show(<FirstFollowModal onClose={close} onLeave={() => {}} />, { putFollow: ok });
  const names = () => [...page.container.querySelectorAll('li a')].map((one) => one.textContent);
  await waitFor(() => expect(names()).toEqual(['名前club公式', '名前ambアンバサダー']));
  await press(firstFollow.later);
  expect(close).toHaveBeenCalledTimes(1);
  await press(follow.followOf('名前amb'));
  await waitFor(() => expect(button(firstFollow.done)).not.toBeNull());
});

test('SOC-08b looking at the notices reads them: the count goes down, what was new stays marked', async () => {
  const notice = {
    notice_id: 'n1',
    kind: 'follow',
    title: '',
    body: '',
    url: null,
    created_at: '2026-11-20 12:00:00',
    isRead: false,
    user_id: 'u1',
    user_name: 'みなと',
    media_url: null,
  };
  const putNoticeRead = vi.fn(ok);
  page.queryClient.setQueryData([CLUB, 'getUnreadCount', {}, {}, 'me'], { Count: 2 });
  await show(<NoticeList userId="me" />, {
    getNotices: () => Promise.resolve({ list: [notice, { ...notice, notice_id: 'n2', isRead: true }] }),
    putNoticeRead,
  });
  await waitFor(() =>
    expect(page.queryClient.getQueryData([CLUB, 'getUnreadCount', {}, {}, 'me'])).toEqual({ Count: 1 }),
  );
  expect(putNoticeRead).toHaveBeenCalledWith(expect.objectContaining({ body: { notice_ids: ['n1'] } }));
  expect(page.container.querySelectorAll('[data-fresh]')).toHaveLength(1);
  expect(page.container.querySelector('li a')?.getAttribute('href')).toBe(`/${CLUB}/my-photo.html?u=u1`);
});

test('SOC-08a a list that cannot be had says so and can be asked for again', async () => {
  const getNotices = vi
    .fn(() => Promise.resolve({ list: [] }))
    .mockRejectedValueOnce(new AppError('INTERNAL', 'later'));
  await show(<NoticeList userId="me" />, { getNotices });
  await waitFor(() => expect(page.container.textContent).toContain('通知一覧の取得に失敗しました。'));
  await press('もう一度試す');
  await waitFor(() => expect(page.container.textContent).toContain('お知らせはまだありません'));
});
