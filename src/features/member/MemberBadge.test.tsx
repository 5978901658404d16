// @vitest-environment happy-dom
import { waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { fakeServices, renderWith } from '../../../tests/support/render.tsx';
import { MemberBadge } from './MemberBadge.tsx';

const show = (api: object, badges: ReactNode) => renderWith(badges, fakeServices({ api }));
const until = (wanted: readonly string[]) =>
  waitFor(() => expect([...document.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual(wanted));
const people = {
  getOfficialUser: async () => ({ list: [{ user_id: 'club' }] }),
  getAmbassadors: async () => ({ list: [{ ambassador_name: '', ambassador_user_id: 'amb', object_key: null }] }),
};

test('ROL-04c premium users of an event have their badge on its photos; officials keep their own', async () => {
  const getEvent = vi.fn(async ({ params }: { params: { eventId: string } }) => ({
    event_id: params.eventId,
    premium_user_ids: params.eventId === 'e1' ? ['fan', 'amb'] : [],
  }));
  const badges = [
    ['fan', 'e1'],
    ['amb', 'e1'],
    ['other', 'e1'],
    ['fan', 'e2'],
    ['fan', null],
  ] as const;
  await show(
    { ...people, getEvent },
    badges.map(([userId, eventId]) => (
      <p key={`${userId} ${eventId}`}>
        <MemberBadge userId={userId} eventId={eventId} />
      </p>
    )),
  );
  await until(['プレミアム', 'アンバサダー', '', '', '']);
  expect(getEvent.mock.calls.map(([{ params }]) => params.eventId).sort()).toEqual(['e1', 'e2']);
});

test('PHO-08b ROL-04a the official user and ambassadors have their badge, fans have none', async () => {
  await show(
    people,
    ['club', 'amb', 'fan'].map((userId) => (
      <p key={userId}>
        <MemberBadge userId={userId} />
      </p>
    )),
  );
  await until(['公式', 'アンバサダー', '']);
});
