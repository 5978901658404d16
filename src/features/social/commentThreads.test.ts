import { expect, test } from 'vitest';
import type { Comment } from '../../contract/entities.ts';
import { commentThreads } from './commentThreads.ts';

const comment = (comment_id: string, parent_id: string | null = null, change: Partial<Comment> = {}): Comment => ({
  comment_id,
  comment: comment_id,
  media_url: 'ugc/a/e/original/aaaaaaaaaaaaaaaaaaaa.jpg',
  user_id: `user-${comment_id}`,
  screen_name: comment_id,
  timestamp: '2026.11.21 12:00',
  isDeleted: false,
  parent_id,
  ...change,
});
const shape = (list: readonly Comment[]) =>
  commentThreads(list).map((thread) => [
    thread.comment.comment_id,
    ...thread.replies.map((reply) => `${reply.comment.comment_id}>${reply.to?.comment_id ?? ''}`),
  ]);

test('SOC-03a replies stand below their comment in order, replies to replies say whom they answer', () => {
  expect(shape([comment('a'), comment('b'), comment('a1', 'a'), comment('a2', 'a1'), comment('b1', 'b')])).toEqual([
    ['a', 'a1>', 'a2>a1'],
    ['b', 'b1>'],
  ]);
});

test('SOC-04b a deleted comment keeps its place for its replies', () => {
  expect(shape([comment('a', null, { isDeleted: true, comment: '' }), comment('a1', 'a')])).toEqual([['a', 'a1>']]);
});

test('SOC-03a a reply whose comment is hidden stands by itself; a circle of answers ends no loop', () => {
  expect(shape([comment('lost', 'hidden')])).toEqual([['lost']]);
  const circle = [comment('x', 'y'), comment('y', 'x'), comment('z')];
  expect(commentThreads(circle).map((thread) => thread.comment.comment_id)).toContain('z');
});
