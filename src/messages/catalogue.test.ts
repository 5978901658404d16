/** Sentences the specification quotes (§8), word for word. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { permission } from './jaAccount.ts';
import { errors } from './jaErrors.ts';
import { event } from './jaEvent.ts';
import { eventFailures, makeEvent } from './jaMakeEvent.ts';
import { notices } from './jaNotices.ts';
import { photoDetail, photoMarks } from './jaPhoto.ts';
import { editPhoto, photoProblems, postForm } from './jaPost.ts';
import { commentRemove, commentReport, comments, follow, reactionUsers } from './jaSocial.ts';

test('ERR-01a failures of posts', () => {
  expect([photoProblems.uploadFailed, editPhoto.updateFailed, editPhoto.removeFailed, editPhoto.loadFailed]).toEqual([
    '写真のアップロードに失敗しました。',
    '投稿の編集に失敗しました。',
    '投稿の削除に失敗しました',
    '写真詳細の取得に失敗しました。',
  ]);
  expect(photoDetail.failed).toBe('写真詳細の取得に失敗しました。');
});

test('ERR-01b failures of events', () => {
  const { create, update, load, remove } = eventFailures;
  expect([remove, errors.EVENT_HAS_POSTS, errors.EVENT_NOT_OWNER, update, create, load]).toEqual([
    '企画の削除に失敗しました',
    '写真投稿のある企画は削除出来ません。',
    '企画は作成ユーザーしか削除出来ません。',
    '企画の編集に失敗しました。',
    'イベントの作成に失敗しました。',
    '編集対象イベントの取得に失敗しました。',
  ]);
});

test('ERR-01c failures of comments, follows, reactions, bookmarks and notices', () => {
  expect([commentRemove.failed, commentReport.failed, comments.failed]).toEqual([
    'コメントの削除に失敗しました。',
    'コメントの通報に失敗しました。',
    'コメントの取得に失敗しました。',
  ]);
  expect([follow.followsFailed, follow.followersFailed, follow.failed]).toEqual([
    'フォローユーザー取得に失敗しました。',
    'フォロワー取得に失敗しました。',
    'フォロー操作に失敗しました。',
  ]);
  expect([photoDetail.reactionFailed, reactionUsers.failed, comments.reactionFailed]).toEqual([
    'リアクション操作でエラーが発生しました。画面を更新してください。',
    'リアクションの取得に失敗しました。',
    'リアクション操作でエラーが発生しました。',
  ]);
  for (const text of [comments.reactionsFailed, comments.sendFailed])
    expect(text).toBe('リアクション情報取得でエラーが発生しました。画面を更新してください。');
  for (const text of [photoMarks.bookmarkFailed, event.bookmarkFailed])
    expect(text).toBe('ブックマーク操作でエラーが発生しました。画面を更新してください。');
  expect([photoDetail.relatedFailed, notices.failed]).toEqual([
    '関連写真の取得に失敗しました。',
    '通知一覧の取得に失敗しました。',
  ]);
});

test('ERR-01d questions and successes', () => {
  expect([editPhoto.removeAsk, editPhoto.removeAction, eventFailures.removeAsk]).toEqual([
    '投稿を削除しますか？ 削除を実行すると元に戻ません。',
    '削除する',
    '企画を削除しますか？',
  ]);
  expect([postForm.sent, commentRemove.done, commentReport.done, permission.changed, photoDetail.copied]).toEqual([
    '写真の投稿が完了しました。',
    'コメントを削除しました。',
    'コメントを通報しました。',
    '写真利用の承諾設定を変更しました。',
    '短縮URLをクリップボードにコピーしました。',
  ]);
});

test('EVT-01a EVT-01b title and buttons of the event form', () => {
  const { title, submit, update, remove } = makeEvent;
  expect([title, submit, update, remove]).toEqual(['#推しコレ投稿/編集', '投稿する', '更新する', '企画を削除する']);
});

test('PST-12a PST-12b buttons of the form that edits a photo', () => {
  const { update, remove, download } = editPhoto;
  expect([update, remove, download]).toEqual(['更新する', 'この投稿を削除する', '写真をダウンロード']);
});

const linesWith = (word: RegExp): string[] =>
  readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => readFileSync(join(import.meta.dirname, file), 'utf8').split('\n'))
    .map((line) => line.trim())
    .filter((line) => word.test(line));

test('FAN-08a イベント stands nowhere but in the sentences the specification quotes', () => {
  expect(linesWith(/イベント/)).toEqual([
    "create: 'イベントの作成に失敗しました。',",
    "load: '編集対象イベントの取得に失敗しました。',",
  ]);
});

test('FAN-08a matches and players are called by the tenant’s words: no sentence has one of its own', () => {
  expect(linesWith(/試合|レース|ライブフォト|選手|メンバー/)).toEqual([]);
});
