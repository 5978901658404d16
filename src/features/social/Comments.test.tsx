// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { press } from '../../../tests/support/render.tsx';
import {
  button,
  comment,
  drawSocialScreen,
  ok,
  page,
  photo,
  show,
  type,
} from '../../../tests/support/socialScreen.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import type { Comment, Photo } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { comments as texts } from '../../messages/jaSocial.ts';
import { useOverlayStack, useOverlays } from '../../ui/overlays.ts';
import { CommentRemoveModal, CommentReportModal } from './CommentActionModal.tsx';
import { Comments } from './Comments.tsx';

drawSocialScreen();

test('SOC-03d SOC-05b comments show time, links, line breaks as text; the send button comes with words', async () => {
  await show(<Comments photo={photo} />, {
    getComments: () =>
      Promise.resolve({
        comments: [comment('a', { comment: '<b>太字</b>\nhttps://example.jp/x です' })],
        count: 1,
      }),
  });
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeNull());
  const article = screen.queryByRole('article');
  expect(article?.textContent).toContain('<b>太字</b>');
  expect(article?.textContent).toContain('2026.11.21 12:34');
  expect(article?.querySelector('b')).toBeNull();
  expect(article?.querySelector('br')).not.toBeNull();
  expect(article?.querySelector('a[href="https://example.jp/x"]')?.getAttribute('rel')).toContain('noopener');
  expect(button(texts.send)).toBeNull();
  await type('  ');
  expect(button(texts.send)).toBeNull();
  await type('すてき');
  expect(button(texts.send)).not.toBeNull();
});

test('SOC-03a SOC-03b a reply names whom it answers, an empty field ends it, the list loads again after', async () => {
  const list = [comment('a')];
  const getComments = vi.fn(() => Promise.resolve({ comments: [...list], count: list.length }));
  const putComment = vi.fn(({ body }: { body: { comment: string; parent_id: string | null } }) => {
    list.push(comment('b', { comment: body.comment, parent_id: body.parent_id, user_id: 'me' }));
    return Promise.resolve({ comment_id: 'b' });
  });
  await show(<Comments photo={photo} />, { getComments, putComment });
  await waitFor(() => expect(screen.queryByRole('article')).not.toBeNull());
  const field = () => screen.queryByRole<HTMLTextAreaElement>('textbox');
  await press(texts.replyOf('ほかの人'));
  expect(field()?.placeholder).toBe(texts.mention('ほかの人'));
  await type('はい');
  await type('');
  expect(field()?.placeholder).toBe(texts.placeholder);
  await press(texts.replyOf('ほかの人'));
  await type('ありがとう');
  await press(texts.send);
  await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(2));
  expect(putComment.mock.calls[0]?.[0].body).toMatchObject({ comment: 'ありがとう', parent_id: 'a' });
  expect(getComments).toHaveBeenCalledTimes(2);
  expect(field()?.value).toBe('');
});

test('SOC-03d what could not be sent stays in the field and the fan is told', async () => {
  await show(<Comments photo={photo} />, {
    getComments: () => Promise.resolve({ comments: [], count: 0 }),
    putComment: () => Promise.reject(new AppError('NETWORK', 'later')),
  });
  await waitFor(() => expect(page.container.textContent).toContain(texts.empty));
  await type('消えないで');
  await press(texts.send);
  await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toContain(texts.sendFailed));
  expect(screen.queryByRole<HTMLTextAreaElement>('textbox')?.value).toBe('消えないで');
});

test('SOC-03f a failure is over when the fan empties the field: no words are said to be kept', async () => {
  await show(<Comments photo={photo} />, {
    getComments: () => Promise.resolve({ comments: [], count: 0 }),
    putComment: () => Promise.reject(new AppError('NETWORK', 'later')),
  });
  await waitFor(() => expect(page.container.textContent).toContain(texts.empty));
  await type('消えないで');
  await press(texts.send);
  await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toContain(texts.kept));
  await type('消えないでね');
  expect(screen.queryByRole('alert')?.textContent).toContain(texts.kept);
  await type(' ');
  expect(screen.queryByRole('alert')).toBeNull();
  await type('消えないで');
  expect(screen.queryByRole('alert')).toBeNull();
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
  const status = () => page.container.querySelector('form [role="status"]')?.textContent;
  const say = async (words: string) => {
    await type(words);
    await press(texts.send);
    await waitFor(() => expect(status()).toBe(texts.sent));
  };
  const Removal = () => {
    const { close } = useOverlays();
    const top = useOverlayStack().at(-1);
    return top?.mode === 'comment-remove' ? <CommentRemoveModal comment={top.comment} onClose={close} /> : null;
  };
  await show([<Comments key="list" photo={photo} />, <Removal key="modal" />], api);
  await say('まちがえた');
  await press(texts.menuOf('ほかの人'));
  await press(texts.remove);
  await act(async () => [...page.container.querySelectorAll<HTMLElement>('dialog button')].at(-1)?.click());
  await waitFor(() => expect(page.container.textContent).toContain(texts.deleted));
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
  expect(page.container.textContent).toContain(texts.offline);
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
  await waitFor(() => expect(page.container.textContent).toContain(texts.deleted));
  expect(screen.queryAllByRole('article')).toHaveLength(1);
  expect([...page.container.querySelectorAll('button')].filter((one) => one.textContent === texts.reply)).toHaveLength(
    1,
  );
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
  await waitFor(() => expect(page.container.textContent).toContain(texts.deleted));
  const left = [...screen.queryAllByRole('article')];
  expect(left.map((one) => one.getAttribute('aria-label'))).toEqual([texts.left]);
  expect(left[0]?.querySelector('img')?.getAttribute('src')).toBe('/left-user.svg');
  expect(left[0]?.textContent).toContain(texts.deleted);
  const buttons = left.flatMap((one) => [...one.querySelectorAll('button')]);
  // The avatar alone: nothing to reply to, to like or to report (SOC-04b).
  expect(buttons).toHaveLength(1);
  await act(async () => buttons[0]?.click());
  expect(page.stack().at(-1)).toEqual({ mode: 'result', text: '対象のユーザーは存在しません' });
});

test('SOC-04a one’s own comment offers deletion, another’s a report', async () => {
  await show(<Comments photo={photo} />, {
    getComments: () =>
      Promise.resolve({ comments: [comment('a', { user_id: 'me', screen_name: '私' }), comment('b')], count: 2 }),
  });
  await waitFor(() => expect(screen.queryAllByRole('article')).toHaveLength(2));
  await press(texts.menuOf('私'));
  expect([button(texts.remove), button(texts.report)].map(Boolean)).toEqual([true, false]);
  await press(texts.remove);
  expect(page.stack().at(-1)?.mode).toBe('comment-remove');
  await press(texts.menuOf('ほかの人'));
  expect([button(texts.remove), button(texts.report)].map(Boolean)).toEqual([false, true]);
  await press(texts.report);
  expect(page.stack().at(-1)?.mode).toBe('comment-report');
});

test('SOC-04a MOD-01c deletion and report say the result in a dialog; a failure can be tried again', async () => {
  const deleteComment = vi.fn(ok).mockRejectedValueOnce(new AppError('NETWORK', 'later'));
  const closed = vi.fn();
  await show(<CommentRemoveModal comment={comment('a')} onClose={closed} />, { deleteComment });
  await press('削除する');
  await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toBe('コメントの削除に失敗しました。'));
  expect(closed).not.toHaveBeenCalled();
  await press('削除する');
  await waitFor(() => expect(page.stack().at(-1)).toMatchObject({ mode: 'result', text: 'コメントを削除しました。' }));
  expect(closed).toHaveBeenCalledTimes(1);

  const putCommentReport = vi.fn(ok).mockRejectedValueOnce(new AppError('NETWORK', 'later'));
  await show(<CommentReportModal comment={comment('a')} onClose={closed} />, { putCommentReport });
  await press('通報する');
  await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toBe('コメントの通報に失敗しました。'));
  await press('通報する');
  await waitFor(() => expect(page.stack().at(-1)).toMatchObject({ mode: 'result', text: 'コメントを通報しました。' }));
});

test('SOC-04a a comment that is gone already is deleted: an earlier answer was lost', async () => {
  const deleteComment = vi
    .fn(ok)
    .mockRejectedValueOnce(new AppError('NOT_ALLOWED', 'never'))
    .mockRejectedValueOnce(new AppError('NOT_FOUND', 'never'));
  const closed = vi.fn();
  await show(<CommentRemoveModal comment={comment('a')} onClose={closed} />, { deleteComment });
  await press('削除する');
  await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toBe('コメントの削除に失敗しました。'));
  await press('削除する');
  await waitFor(() => expect(page.stack().at(-1)).toMatchObject({ mode: 'result', text: 'コメントを削除しました。' }));
  expect([closed.mock.calls.length, deleteComment.mock.calls.length]).toEqual([1, 2]);
});

/** A comment that is on its way until `answer`. */
function slowComment() {
  const answers: (() => void)[] = [];
  const putComment = vi.fn(
    () => new Promise((done) => void answers.push(() => done({ comment_id: `c${answers.length}` }))),
  );
  const api = { putComment, getComments: async () => ({ comments: [], count: 0 }) };
  return { putComment, api, answer: () => act(async () => answers.pop()?.()) };
}

test('SOC-03b words typed while a comment is on its way stay; they are not what was sent', async () => {
  const { putComment, api, answer } = slowComment();
  await show(<Comments photo={photo} />, api);
  await type('すてき');
  await press(texts.send);
  await waitFor(() => expect(putComment).toHaveBeenCalledTimes(1));
  await type('すてき。もう一言');
  await answer();
  await waitFor(() => expect(page.container.querySelector('form [role="status"]')?.textContent).toBe(texts.sent));
  expect(screen.queryByRole<HTMLTextAreaElement>('textbox')?.value).toBe('すてき。もう一言');
});

test('SOC-03d a comment is sent once: by two taps, and by who comes back while it is on its way', async () => {
  const { putComment, api, answer } = slowComment();
  await show(<Comments photo={photo} />, api);
  await type('一度だけ');
  // The second tap comes before the first one shows.
  await act(async () => {
    button(texts.send)?.click();
    button(texts.send)?.click();
  });
  await waitFor(() => expect(putComment).toHaveBeenCalledTimes(1));

  await show(<p>closed</p>, api);
  await show(<Comments photo={photo} />, api);
  expect(button(texts.send)?.getAttribute('aria-busy')).toBe('true');
  await act(async () => page.container.querySelector('form')?.requestSubmit());
  expect(putComment).toHaveBeenCalledTimes(1);

  await answer();
  await waitFor(() => expect(screen.queryByRole<HTMLTextAreaElement>('textbox')?.value).toBe(''));
  await type('つぎ');
  await press(texts.send);
  await waitFor(() => expect(putComment).toHaveBeenCalledTimes(2));
  await answer();
});

test('SOC-03e a comment sent again after a lost answer is the same one and counts once; new words are new', async () => {
  const list = [] as Comment[];
  const lost = new AppError('NETWORK', 'later');
  const ids: string[] = [];
  const putComment = vi.fn(({ body }: { body: { comment_id: string; comment: string } }) => {
    const { comment_id } = body;
    ids.push(comment_id);
    if (list.every((known) => known.comment_id !== comment_id)) list.push(comment(comment_id, { user_id: 'me' }));
    return ids.length === 1 ? Promise.reject(lost) : Promise.resolve({ comment_id });
  });
  const photoKey = [CLUB, 'getPhoto', {}, {}, 'me'];
  const counted = () => page.queryClient.getQueryData<{ list: Photo[] }>(photoKey)?.list[0]?.comment_count;
  await show(<Comments photo={photo} />, {
    getComments: () => Promise.resolve({ comments: [...list], count: list.length }),
    putComment,
  });
  page.queryClient.setQueryData(photoKey, { list: [photo] });
  await type('届いて');
  await press(texts.send);
  await waitFor(() => expect(screen.queryByRole('alert')?.textContent).toContain(texts.sendFailed));
  // The signal is back: the list and the photo are asked for again, and know of it.
  await act(() => page.queryClient.invalidateQueries({ queryKey: [CLUB, 'getComments'] }));
  page.queryClient.setQueryData(photoKey, { list: [{ ...photo, comment_count: 1 }] });
  await press(texts.send);
  await waitFor(() => expect(screen.queryByRole<HTMLTextAreaElement>('textbox')?.value).toBe(''));
  expect([ids, list.length, counted()]).toEqual([[expect.any(String), ids[0]], 1, 1]);

  await type('届いて');
  await press(texts.send);
  await waitFor(() => expect(counted()).toBe(2));
  expect([new Set(ids).size, list.length]).toEqual([2, 2]);
});
