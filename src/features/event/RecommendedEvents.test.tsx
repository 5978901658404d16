// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTenant } from '../../../tenants/index.ts';
import { CLUB } from '../../../tests/support/tenants.ts';
import type { FanEvent } from '../../contract/entities.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import { RecommendedEvents } from './RecommendedEvents.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
  vi.unstubAllGlobals();
});

const eventOf = (id: number, end = '2999-01-01 00:00:00') =>
  ({
    event_id: `e${id}`,
    event_name: `企画${id}`,
    event_type: 'memorial',
    crawl_period_start: `2000-01-0${id} 00:00:00`,
    crawl_period_end: end,
    thumbnail: null,
    category: 'その他',
    user_id: 'other',
    count: 0,
    userLimited: [],
  }) as unknown as FanEvent;

async function show(list: FanEvent[]) {
  const api = { getMemorialEvents: async () => ({ list }) };
  const anonymous = { status: 'anonymous' };
  const session = { getState: () => anonymous, subscribe: () => () => {} };
  const config = { objects: { publicBase: '/s3/photos' } };
  const services = { tenant: findTenant(CLUB), api, session, config } as unknown as Services;
  const queryClient = new QueryClient();
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <ServicesProvider services={services}>
          <RecommendedEvents />
        </ServicesProvider>
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(
    async () => {
      await act(async () => {});
      expect(queryClient.isFetching()).toBe(0);
    },
    { timeout: 20_000 },
  );
  await act(() => new Promise<void>((resolve) => void setTimeout(resolve)));
}
const names = () => [...host.querySelectorAll('a')].map(({ textContent }) => textContent);

test('EVT-07a at most five fan-made events in their period, under their heading', async () => {
  await show([1, 2, 3, 4, 5, 6, 7].map((id) => eventOf(id)).concat(eventOf(8, '2001-01-01 00:00:00')));
  expect(host.querySelector('h2')?.textContent).toBe(texts.recommended);
  expect(names()).toEqual(['企画7', '企画6', '企画5', '企画4', '企画3']);
});

test('EVT-07b hidden if there are none', async () => {
  await show([eventOf(1, '2001-01-01 00:00:00')]);
  expect(host.textContent).toBe('');
});

test('EVT-07a the arrow keys go from card to card and stay at the ends', async () => {
  await show([1, 2, 3].map((id) => eventOf(id)));
  const links = [...host.querySelectorAll('a')];
  const press = (key: string) =>
    act(() => void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
  links[0]?.focus();
  press('ArrowRight');
  expect(document.activeElement).toBe(links[1]);
  press('ArrowLeft');
  press('ArrowLeft');
  expect(document.activeElement).toBe(links[0]);
});
