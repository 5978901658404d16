// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTenant } from '../../../tenants/index.ts';
import { CLUB } from '../../../tests/support/tenants.ts';
import type { Comment, Photo } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { offlineDeed } from '../../messages/jaOffline.ts';
import { photoMarks } from '../../messages/jaPhoto.ts';
import { firstFollow, follow, reactionUsers, comments as texts } from '../../messages/jaSocial.ts';
import { useWaitingActionControl } from '../../services/requireLogin.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import type { SessionState } from '../../session/sessionState.ts';
import { useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { Toasts } from '../../ui/toasts.tsx';
import { NoticeList } from '../notices/NoticeList.tsx';
import { PhotoBadges } from '../photo/PhotoBadges.tsx';
import { CommentRemoveModal, CommentReportModal } from './CommentActionModal.tsx';
import { Comments } from './Comments.tsx';
import { FirstFollowModal } from './FirstFollowModal.tsx';
import { FollowButton } from './FollowButton.tsx';
import { FollowerModal, FollowModal } from './FollowModal.tsx';
import { ReactionUsersModal } from './ReactionUsersModal.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const media_url = `ugc/${CLUB}/e1/original/aaaaaaaaaaaaaaaaaaaa.jpg`;
const photo = { media_url, user_id: 'author', user_name: '', user_screen_name: '', comment_count: 0 } as Photo;
const comment = (comment_id: string, change: Partial<Comment> = {}): Comment => ({
  comment_id,
  comment: `${comment_id}の言葉`,
  media_url,
  user_id: 'other',
  screen_name: 'ほかの人',
  timestamp: '2026.11.21 12:34',
  isDeleted: false,
  parent_id: null,
  ...change,
});

let root: Root;
let host: HTMLElement;
let state: SessionState;
let queryClient: QueryClient;
let control: ReturnType<typeof useWaitingActionControl>;
let overlays: ReturnType<typeof useOverlays>;
let stack: ReturnType<typeof useOverlayStack>;
const signedIn: SessionState = { status: 'signedIn', user: { id: 'me', name: '私' } as never };
const ok = () => Promise.resolve({ result: 'ok' as const });

function Watch() {
  control = useWaitingActionControl();
  overlays = useOverlays();
  stack = useOverlayStack();
  return null;
}
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  state = signedIn;
  queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => overlays.closeAll());
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

/** Draws it with calls that answer as given; people have names unless told otherwise. */
async function show(content: ReactNode, api: Record<string, unknown>) {
  const known = {
    getUserAttributes: ({ params }: { params: { userId: string } }) =>
      Promise.resolve({ sub: params.userId, Username: params.userId, Name: `名前${params.userId}` }),
    getOfficialUser: () => Promise.resolve({ list: [{ user_id: 'club' }] }),
    getAmbassadors: () =>
      Promise.resolve({ list: [{ ambassador_name: '', ambassador_user_id: 'amb', object_key: null }] }),
    getFollows: () => Promise.resolve({ follow_list: [] }),
    getCommentReactions: () => Promise.resolve({ list: [] }),
    ...api,
  };
  const services = {
    api: known,
    tenant: findTenant(CLUB),
    session: { getState: () => state, subscribe: () => () => {} },
    config: { objects: { publicBase: '/s3/photos' } },
  } as unknown as Services;
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <ServicesProvider services={services}>
          <Watch />
          {content}
        </ServicesProvider>
      </QueryClientProvider>,
    ),
  );
  await act(async () => {});
}
const button = (label: string | RegExp) =>
  [...host.querySelectorAll('button')].find((one) => {
    const name = one.getAttribute('aria-label') ?? one.textContent ?? '';
    return typeof label === 'string' ? name === label : label.test(name);
  });
const press = (label: string | RegExp) => act(async () => button(label)?.click());
const until = (check: () => void) => vi.waitFor(async () => act(async () => check()), { timeout: 5_000 });
async function type(words: string) {
  const field = host.querySelector('textarea');
  if (!field) throw new Error('no field');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, words);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

test('SOC-01a SOC-01c a follow is ignored while pending and shows only after success', async () => {
  let answer: (value: unknown) => void = () => {};
  const putFollow = vi.fn(() => new Promise((done) => (answer = done)));
  await show(<FollowButton userId="u1" name="みなと" />, { putFollow });
  await until(() => expect(button(follow.followOf('みなと'))?.disabled).toBe(false));
  // The second press comes before the first one shows.
  await act(async () => {
    button(follow.followOf('みなと'))?.click();
    button(follow.followOf('みなと'))?.click();
  });
  await until(() => expect(putFollow).toHaveBeenCalledTimes(1));
  await press(follow.followOf('みなと'));
  expect(putFollow).toHaveBeenCalledTimes(1);
  expect(host.textContent).toContain(follow.follow);
  expect(button(follow.followOf('みなと'))?.getAttribute('aria-pressed')).toBe('false');
  await act(async () => answer({ result: 'ok' }));
  await until(() => expect(host.textContent).toContain(follow.following));
});

test('SOC-01b logged out a follow waits for the login; whom one follows already is not given up by it', async () => {
  state = { status: 'anonymous' };
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
  state = signedIn;
  await act(async () => control.resume());
  await until(() => expect(putFollow).toHaveBeenCalledTimes(1));

  state = { status: 'anonymous' };
  list = [{ follow_user: 'u2' }];
  queryClient.clear();
  await show(<FollowButton key="again" userId="u2" name="ひより" />, {
    putFollow,
    deleteFollow,
    getFollows: () => Promise.resolve({ follow_list: list }),
  });
  await press(follow.followOf('ひより'));
  state = signedIn;
  await act(async () => control.resume());
  await act(async () => {});
  expect([putFollow.mock.calls.length, deleteFollow.mock.calls.length]).toEqual([1, 0]);
});

test('SOC-01c without signal a action is not tried: the fan is told why, signed in or not', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const putFollow = vi.fn(ok);
  for (const [key, session] of [signedIn, { status: 'anonymous' } as const].entries()) {
    state = session;
    await show(
      <>
        <FollowButton key={key} userId="u1" name="みなと" />
        <Toasts />
      </>,
      { putFollow },
    );
    await until(() => expect(button(follow.followOf('みなと'))?.disabled).toBe(false));
    await press(follow.followOf('みなと'));
    await until(() => expect(host.textContent).toContain(offlineDeed));
  }
  state = signedIn;
  await act(async () => control.resume());
  expect(putFollow).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

test('SOC-01a SOC-01c a bookmark and a heart at a comment are sent once, and show after success', async () => {
  const answers: ((value: unknown) => void)[] = [];
  const pending = () => vi.fn(() => new Promise((done) => void answers.push(done)));
  const [putFavorite, putCommentReaction] = [pending(), pending()];
  await show(
    <>
      <PhotoBadges photo={{ ...photo, reactionInfo: { total: 0 } } as Photo} />
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
  for (const [call, before, after] of [
    [putFavorite, photoMarks.bookmark(4), photoMarks.bookmark(5)],
    [putCommentReaction, texts.likeOf('ほかの人', 0), texts.likeOf('ほかの人', 1)],
  ] as const) {
    await until(() => expect(button(before)).toBeDefined());
    await act(async () => {
      button(before)?.click();
      button(before)?.click();
    });
    await until(() => expect(call).toHaveBeenCalledTimes(1));
    await press(before);
    expect(call).toHaveBeenCalledTimes(1);
    expect(button(before)?.getAttribute('aria-pressed')).toBe('false');
    await act(async () => answers.pop()?.({ result: 'ok' }));
    await until(() => expect(button(after)?.getAttribute('aria-pressed')).toBe('true'));
  }
});

test('SOC-06b there is no follow button for oneself', async () => {
  await show(<FollowButton userId="me" name="私" />, {});
  expect(host.querySelector('button')).toBeNull();
});

test('SOC-03d SOC-05b comments show time, links, line breaks as text; the send button comes with words', async () => {
  await show(<Comments photo={photo} />, {
    getComments: () =>
      Promise.resolve({
        comments: [comment('a', { comment: '<b>太字</b>\nhttps://example.jp/x です' })],
        count: 1,
      }),
  });
  await until(() => expect(host.querySelector('article')).not.toBeNull());
  const article = host.querySelector('article');
  expect(article?.textContent).toContain('<b>太字</b>');
  expect(article?.textContent).toContain('2026.11.21 12:34');
  expect(article?.querySelector('b')).toBeNull();
  expect(article?.querySelector('br')).not.toBeNull();
  expect(article?.querySelector('a[href="https://example.jp/x"]')?.getAttribute('rel')).toContain('noopener');
  expect(button(texts.send)).toBeUndefined();
  await type('  ');
  expect(button(texts.send)).toBeUndefined();
  await type('すてき');
  expect(button(texts.send)).toBeDefined();
  await type('');
});

test('SOC-03a SOC-03b a reply names whom it answers, an empty field ends it, the list loads again after', async () => {
  const list = [comment('a')];
  const getComments = vi.fn(() => Promise.resolve({ comments: [...list], count: list.length }));
  const putComment = vi.fn(({ body }: { body: { comment: string; parent_id: string | null } }) => {
    list.push(comment('b', { comment: body.comment, parent_id: body.parent_id, user_id: 'me' }));
    return Promise.resolve({ comment_id: 'b' });
  });
  await show(<Comments photo={photo} />, { getComments, putComment });
  await until(() => expect(host.querySelector('article')).not.toBeNull());
  const field = () => host.querySelector('textarea');
  await press(texts.replyOf('ほかの人'));
  expect(field()?.placeholder).toBe(texts.mention('ほかの人'));
  await type('はい');
  await type('');
  expect(field()?.placeholder).toBe(texts.placeholder);
  await press(texts.replyOf('ほかの人'));
  await type('ありがとう');
  await press(texts.send);
  await until(() => expect(host.querySelectorAll('article')).toHaveLength(2));
  expect(putComment.mock.calls[0]?.[0].body).toMatchObject({ comment: 'ありがとう', parent_id: 'a' });
  expect(getComments).toHaveBeenCalledTimes(2);
  expect(field()?.value).toBe('');
});

test('SOC-03d what could not be sent stays in the field and the fan is told', async () => {
  await show(<Comments photo={photo} />, {
    getComments: () => Promise.resolve({ comments: [], count: 0 }),
    putComment: () => Promise.reject(new AppError('NETWORK', 'later')),
  });
  await until(() => expect(host.textContent).toContain(texts.empty));
  await type('消えないで');
  await press(texts.send);
  await until(() => expect(host.querySelector('[role="alert"]')?.textContent).toContain(texts.sendFailed));
  expect(host.querySelector('textarea')?.value).toBe('消えないで');
  await type('');
});

test('SOC-03d SOC-04a ‘sent’ is said of the comment until it is deleted, or the next one is begun', async () => {
  const list = [] as Comment[];
  const api = {
    getComments: () => Promise.resolve({ comments: [...list], count: list.length }),
    putComment: ({ body }: { body: { comment: string } }) => {
      const comment_id = `c${list.length}`;
      list.push(comment(comment_id, { user_id: 'me', comment: body.comment }));
      return Promise.resolve({ comment_id });
    },
    deleteComment: ({ body }: { body: { comment_id: string } }) => {
      const at = list.findIndex(({ comment_id }) => comment_id === body.comment_id);
      list[at] = comment(body.comment_id, { user_id: 'me', comment: '', isDeleted: true });
      return ok();
    },
  };
  const status = () => host.querySelector('form [role="status"]')?.textContent;
  const say = async (words: string) => {
    await type(words);
    await press(texts.send);
    await until(() => expect(status()).toBe(texts.sent));
  };
  const Removal = () => {
    const [top] = stack.slice(-1);
    return top?.mode === 'comment-remove' ? (
      <CommentRemoveModal comment={top.comment} onClose={overlays.close} />
    ) : null;
  };
  const draw = () => show([<Comments key="list" photo={photo} />, <Removal key="modal" />], api);
  await draw();
  await say('まちがえた');
  await press(texts.menuOf('ほかの人'));
  await press(texts.remove);
  await draw();
  await act(async () => [...host.querySelectorAll<HTMLElement>('dialog button')].at(-1)?.click());
  await until(() => expect(host.textContent).toContain(texts.deleted));
  expect(status()).toBe('');

  await say('書きなおした');
  await type('つぎ');
  await type('');
  expect(status()).toBe('');
});

test('SOC-03d without signal nothing can be sent, and the page says why', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const putComment = vi.fn(() => Promise.resolve({ comment_id: 'b' }));
  await show(<Comments photo={photo} />, {
    getComments: () => Promise.resolve({ comments: [], count: 0 }),
    putComment,
  });
  await type('圏外です');
  expect(button(texts.send)?.disabled).toBe(true);
  expect(host.textContent).toContain(texts.offline);
  await type('');
  vi.restoreAllMocks();
});

test('SOC-04b a deleted comment offers nothing; its replies stay', async () => {
  await show(<Comments photo={photo} />, {
    getComments: () =>
      Promise.resolve({
        comments: [comment('a', { isDeleted: true, comment: '' }), comment('b', { parent_id: 'a' })],
        count: 1,
      }),
  });
  await until(() => expect(host.textContent).toContain(texts.deleted));
  expect(host.querySelectorAll('article')).toHaveLength(1);
  expect([...host.querySelectorAll('button')].filter((one) => one.textContent === texts.reply)).toHaveLength(1);
});

test('SOC-07a SOC-07b the comment of who left keeps its place; its name and avatar open the modal', async () => {
  await show(<Comments photo={photo} />, {
    getComments: () =>
      Promise.resolve({
        comments: [
          comment('a', { isDeleted: true, comment: '', screen_name: '' }),
          comment('b', { isDeleted: true, comment: '' }),
        ],
        count: 0,
      }),
  });
  await until(() => expect(host.textContent).toContain(texts.deleted));
  const left = [...host.querySelectorAll('article')];
  expect(left.map((one) => one.getAttribute('aria-label'))).toEqual([texts.left]);
  expect(left[0]?.querySelector('img')?.getAttribute('src')).toBe('/left-user.svg');
  expect(left[0]?.textContent).toContain(texts.deleted);
  const buttons = left.flatMap((one) => [...one.querySelectorAll('button')]);
  // The avatar alone: nothing to reply to, to like or to report (SOC-04b).
  expect(buttons).toHaveLength(1);
  await act(async () => buttons[0]?.click());
  expect(stack.at(-1)).toEqual({ mode: 'result', text: '対象のユーザーは存在しません' });
});

test('SOC-04a one’s own comment offers deletion, another’s a report', async () => {
  await show(<Comments photo={photo} />, {
    getComments: () =>
      Promise.resolve({ comments: [comment('a', { user_id: 'me', screen_name: '私' }), comment('b')], count: 2 }),
  });
  await until(() => expect(host.querySelectorAll('article')).toHaveLength(2));
  await press(texts.menuOf('私'));
  expect([button(texts.remove), button(texts.report)].map(Boolean)).toEqual([true, false]);
  await press(texts.remove);
  expect(stack.at(-1)?.mode).toBe('comment-remove');
  await press(texts.menuOf('ほかの人'));
  expect([button(texts.remove), button(texts.report)].map(Boolean)).toEqual([false, true]);
  await press(texts.report);
  expect(stack.at(-1)?.mode).toBe('comment-report');
});

test('SOC-04a MOD-01c deletion and report say the result in a dialog; a failure can be tried again', async () => {
  const deleteComment = vi.fn(ok).mockRejectedValueOnce(new AppError('NETWORK', 'later'));
  const closed = vi.fn();
  await show(<CommentRemoveModal comment={comment('a')} onClose={closed} />, { deleteComment });
  await press('削除する');
  await until(() => expect(host.querySelector('[role="alert"]')?.textContent).toBe('コメントの削除に失敗しました。'));
  expect(closed).not.toHaveBeenCalled();
  await press('削除する');
  await until(() => expect(stack.at(-1)).toMatchObject({ mode: 'result', text: 'コメントを削除しました。' }));
  expect(closed).toHaveBeenCalledTimes(1);

  const putCommentReport = vi.fn(ok).mockRejectedValueOnce(new AppError('NETWORK', 'later'));
  await show(<CommentReportModal comment={comment('a')} onClose={closed} />, { putCommentReport });
  await press('通報する');
  await until(() => expect(host.querySelector('[role="alert"]')?.textContent).toBe('コメントの通報に失敗しました。'));
  await press('通報する');
  await until(() => expect(stack.at(-1)).toMatchObject({ mode: 'result', text: 'コメントを通報しました。' }));
});

test('SOC-02 MOD-01e who reacted: ambassadors stand first, and how many more there are', async () => {
  const reactions = ['u1', 'amb', 'u2'].map((user_id) => ({ user_id, user_name: `名前${user_id}` }));
  await show(<ReactionUsersModal mediaUrl={media_url} onClose={() => {}} onLeave={() => {}} />, {
    getReactions: () => Promise.resolve({ reactions, total: 5, media_url, own_reacted: false }),
  });
  const names = () => [...host.querySelectorAll('li a')].map((one) => one.textContent);
  await until(() => expect(names()).toEqual(['名前ambアンバサダー', '名前u1', '名前u2']));
  expect(host.textContent).toContain(reactionUsers.rest(2));
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
  await until(() => expect(host.textContent).toContain('退会したユーザーです'));
  expect(host.querySelectorAll('[aria-pressed="true"]')).toHaveLength(1);
  expect([...host.querySelectorAll('li img')].map((one) => one.getAttribute('src'))).toEqual([
    '/avatar.svg',
    '/left-user.svg',
  ]);
  await press('退会したユーザーです');
  expect(stack.at(-1)).toEqual({ mode: 'result', text: '対象のユーザーは存在しません' });
  await act(async () => host.querySelector<HTMLElement>('li a')?.click());
  expect(leave).toHaveBeenCalledWith(`/${CLUB}/my-photo.html?u=u1`);

  await show(<FollowerModal userId="u9" onClose={() => {}} onLeave={leave} />, {
    getFollowers: vi
      .fn(() => Promise.resolve({ follower_list: [{ user_id: 'u5' }] }))
      .mockRejectedValueOnce(new AppError('INTERNAL', 'later')),
  });
  await until(() =>
    expect(host.querySelector('[role="alert"]')?.textContent).toContain('フォロワー取得に失敗しました。'),
  );
  await press('もう一度試す');
  await until(() => expect(host.textContent).toContain('名前u5'));
});

test('MOD-04 ROL-04b the first-follow modal shows the official user, then the ambassadors; later closes it', async () => {
  const close = vi.fn();
  await show(<FirstFollowModal onClose={close} onLeave={() => {}} />, { putFollow: ok });
  const names = () => [...host.querySelectorAll('li a')].map((one) => one.textContent);
  await until(() => expect(names()).toEqual(['名前club公式', '名前ambアンバサダー']));
  await press(firstFollow.later);
  expect(close).toHaveBeenCalledTimes(1);
  await press(follow.followOf('名前amb'));
  await until(() => expect(button(firstFollow.done)).toBeDefined());
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
  queryClient.setQueryData([CLUB, 'getUnreadCount', {}, {}, 'me'], { Count: 2 });
  await show(<NoticeList userId="me" />, {
    getNotices: () => Promise.resolve({ list: [notice, { ...notice, notice_id: 'n2', isRead: true }] }),
    putNoticeRead,
  });
  await until(() => expect(queryClient.getQueryData([CLUB, 'getUnreadCount', {}, {}, 'me'])).toEqual({ Count: 1 }));
  expect(putNoticeRead).toHaveBeenCalledWith(expect.objectContaining({ body: { notice_ids: ['n1'] } }));
  expect(host.querySelectorAll('[data-fresh]')).toHaveLength(1);
  expect(host.querySelector('li a')?.getAttribute('href')).toBe(`/${CLUB}/my-photo.html?u=u1`);
});

test('SOC-08a a list that cannot be had says so and can be asked for again', async () => {
  const getNotices = vi
    .fn(() => Promise.resolve({ list: [] }))
    .mockRejectedValueOnce(new AppError('INTERNAL', 'later'));
  await show(<NoticeList userId="me" />, { getNotices });
  await until(() => expect(host.textContent).toContain('通知一覧の取得に失敗しました。'));
  await press('もう一度試す');
  await until(() => expect(host.textContent).toContain('お知らせはまだありません'));
});
