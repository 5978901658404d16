// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fakeServices, renderWith } from '../../../tests/support/render.tsx';
import type { FanEvent } from '../../contract/entities.ts';
import { event as texts } from '../../messages/jaEvent.ts';
import { RecommendedEvents } from './RecommendedEvents.tsx';

beforeEach(() => void vi.stubGlobal('matchMedia', () => ({ matches: true })));
afterEach(() => void vi.unstubAllGlobals());

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
  const page = await renderWith(<RecommendedEvents />, fakeServices({ api }));
  await waitFor(() => expect(page.queryClient.isFetching()).toBe(0));
}
const links = () => screen.getAllByRole('link');

test('EVT-07a at most five fan-made events in their period, under their heading', async () => {
  await show([1, 2, 3, 4, 5, 6, 7].map((id) => eventOf(id)).concat(eventOf(8, '2001-01-01 00:00:00')));
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(texts.recommended);
  expect(links().map(({ textContent }) => textContent)).toEqual(['企画7', '企画6', '企画5', '企画4', '企画3']);
});

test('EVT-07b hidden if there are none', async () => {
  await show([eventOf(1, '2001-01-01 00:00:00')]);
  expect(document.body.textContent).toBe('');
});

test('EVT-07a the arrow keys go from card to card and stay at the ends', async () => {
  await show([1, 2, 3].map((id) => eventOf(id)));
  const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key });
  links()[0]?.focus();
  press('ArrowRight');
  expect(document.activeElement).toBe(links()[1]);
  press('ArrowLeft');
  press('ArrowLeft');
  expect(document.activeElement).toBe(links()[0]);
});
