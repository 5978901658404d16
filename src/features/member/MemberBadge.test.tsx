// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTenant } from '../../../tenants/index.ts';
import { CLUB } from '../../../tests/support/tenants.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import { MemberBadge } from './MemberBadge.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let host: HTMLElement;
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

async function show(api: object, badges: ReactNode) {
  const session = { getState: () => ({ status: 'anonymous' }), subscribe: () => () => undefined };
  const services = { tenant: findTenant(CLUB), api, session } as unknown as Services;
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ServicesProvider services={services}>{badges}</ServicesProvider>
      </QueryClientProvider>,
    ),
  );
}
const texts = () => [...host.querySelectorAll('p')].map(({ textContent }) => textContent);
const until = (wanted: readonly string[]) =>
  vi.waitFor(async () => act(async () => expect(texts()).toEqual(wanted)), { timeout: 20_000 });
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
