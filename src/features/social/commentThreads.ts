import type { Comment } from '../../contract/entities.ts';

export interface CommentReply {
  readonly comment: Comment;
  /** Whom it answers, where that is another reply; null: the comment at the top, which stands above it. */
  readonly to: Comment | null;
}

export interface CommentThread {
  readonly comment: Comment;
  readonly replies: readonly CommentReply[];
}

/** Comments with their replies, oldest first. Replies to replies stand in the same row, so that a long talk stays readable. */
export function commentThreads(list: readonly Comment[]): CommentThread[] {
  const known = new Map(list.map((comment) => [comment.comment_id, comment]));
  const replies = new Map<string, CommentReply[]>();
  const tops: Comment[] = [];
  for (const comment of list) {
    const parent = parentOf(comment, known);
    if (parent === null) {
      tops.push(comment);
      continue;
    }
    const top = topOf(parent, known);
    const row = replies.get(top.comment_id) ?? [];
    row.push({ comment, to: top === parent ? null : parent });
    replies.set(top.comment_id, row);
  }
  return tops.map((comment) => ({ comment, replies: replies.get(comment.comment_id) ?? [] }));
}

/** An answer to what is not listed (hidden by an operator) stands by itself. */
const parentOf = (comment: Comment, known: ReadonlyMap<string, Comment>): Comment | null =>
  comment.parent_id === null || comment.parent_id === comment.comment_id
    ? null
    : (known.get(comment.parent_id) ?? null);

function topOf(comment: Comment, known: ReadonlyMap<string, Comment>): Comment {
  const seen = new Set<Comment>();
  let top = comment;
  for (let next = parentOf(top, known); next !== null && !seen.has(next); next = parentOf(top, known)) {
    seen.add(top);
    top = next;
  }
  return top;
}
