import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { permission } from '../messages/jaAccount.ts';
import { postForm } from '../messages/jaPost.ts';
import { PERMISSION_WORDING } from './permissionWording.ts';

/** What a fan reads before a permission is given, by version. A version is never changed once records may name it. */
const DIGESTS: Readonly<Record<string, string>> = {
  1: '17fc6b610aa4a59d',
};

test('ROL-06b a new wording of the permission has a new version', () => {
  const party = '…';
  const words = [
    ...[permission.title, permission.lead(party), ...permission.points(party), permission.accept],
    ...[permission.checkbox(party), postForm.permission(party), postForm.permissionHint(party)],
  ];
  const digest = createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 16);
  expect(DIGESTS[PERMISSION_WORDING], `the words of version ${PERMISSION_WORDING}`).toBe(digest);
});
