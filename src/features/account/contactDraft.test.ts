// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';
import { CLUB, LEAGUE } from '../../../tests/support/tenants.ts';
import { keepContactDraft, loadContactDraft } from './contactDraft.ts';

beforeEach(() => sessionStorage.clear());

test('SAF-15 TEN-10c a message that was begun is found at its place alone: tenant, fan and photo', () => {
  const place = { tenant: CLUB, userId: 'aki', photo: null };
  const draft = { ...loadContactDraft(place), message: '書きかけ' };
  keepContactDraft(place, draft);
  expect(loadContactDraft(place)).toEqual(draft);
  const others = [
    { ...place, tenant: LEAGUE },
    { ...place, userId: 'ben' },
    { ...place, userId: null },
    { ...place, photo: 'ugc/a.jpg' },
  ];
  expect(others.map((other) => loadContactDraft(other).message)).toEqual(['', '', '', '']);
  keepContactDraft(place, null);
  const next = loadContactDraft(place);
  // Another message, no repetition of the one that was sent.
  expect([next.message, next.contact_id === draft.contact_id]).toEqual(['', false]);
});
