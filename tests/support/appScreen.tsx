/** The whole client, drawn with services that answer as a test says. */
import { act, cleanup, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { App } from '../../src/app/shell/App.tsx';
import type { Photo } from '../../src/contract/entities.ts';
import { AppError } from '../../src/contract/errors.ts';
import { NOTHING_KNOWN } from '../../src/outbox/client.ts';
import { endpointKey } from '../../src/queries/endpointQuery.ts';
import { ANONYMOUS, type SessionState, userIdOf } from '../../src/session/sessionState.ts';
import { findTenant } from '../../tenants/index.ts';
import type { Tenant } from '../../tenants/schema.ts';
import { fakeServices, newQueryClient, renderWith } from './render.tsx';
import { CLUB } from './tenants.ts';

export const mediaUrl = `ugc/club/e1/original/${'A'.repeat(20)}.jpg`;
export const photo: Photo = {
  media_url: mediaUrl,
  user_id: 'u1',
  user_name: 'はるか',
  user_screen_name: 'はるか☆',
  user_avatar: null,
  comment: '最高の一日',
  htag: ['#勝利'],
  player: '',
  photo_location: null,
  team_id: null,
  event_id: 'e1',
  event_name: '第1節',
  season_id: null,
  public_list_id: 'event',
  created_at: '2026-11-20 10:00:00',
  option: null,
  usepermit: true,
  exif: null,
  face_info: [],
  comment_count: 0,
  reactionInfo: { reactions: [], total: 3, media_url: mediaUrl, own_reacted: false },
  width: 1500,
  height: 1000,
  color: '#336699',
};
export const avatar = `avatar/club/me/original/${'B'.repeat(20)}.jpg`;
export const withoutPoints = findTenant(CLUB) as Tenant;
export const withPoints: Tenant = { ...withoutPoints, isPoint: true };
export const withTeams: Tenant = { ...withPoints, isTeam: true };
const eventOf = (event_id: string, event_name: string) => ({
  event_id,
  premium_user_ids: [],
  event_name,
  event_type: 'official',
  event_date: '2026-11-21',
  crawl_period_start: '2026-11-20 00:00:00',
  crawl_period_end: '2026-11-25 23:59:59',
  category: '',
  subCategory: '',
  thumbnail: null,
  userLimited: [],
  person_list: [],
  count: 0,
});
const api = {
  getPublicList: async (call: unknown) => {
    given.asked.push(call);
    return { media_list: [photo], cursor: null, total: 1 };
  },
  getFollowedPhotos: async () => ({ media_list: [], cursor: null }),
  getPopularPhotos: async () => ({ media_list: given.popular, cursor: null }),
  getEvents: async () => ({ list: [eventOf('e1', '第1節 ホーム'), eventOf('e2', '夏のキャンプ')] }),
  getEvent: async () => Promise.reject(new AppError('EVENT_NOT_FOUND', 'never')),
  getPersons: async () => ({ list: [{ name: '山田 太郎', count: 1, team_id: null, number: '7' }] }),
  getUserAttributes: async () => Promise.reject(new AppError('NOT_FOUND', 'never')),
  getPhoto: async () => ({ list: [photo] }),
  getComments: async () => ({ comments: [], count: 0 }),
  getConfigInfo: async () => ({ credit_setting: [] }),
  getUnreadCount: async () => ({ Count: given.unread }),
  getOwnAttributes: async () => ({ sub: 'me', Username: 'me', Name: '私', extended4: avatar }),
  putViewHistory: async () => ({ result: 'ok' }),
};
const outbox = { ...NOTHING_KNOWN, isLoaded: true };

/** What a test may set before it opens a page, and what was asked. */
export const given = {
  width: 1440,
  unread: 4,
  /** Is the count of unread notices there before the first drawing? */
  isUnreadKnown: false,
  /** What the list of photos was asked for. */
  asked: [] as unknown[],
  popular: [] as readonly Photo[],
};

/** Draws the whole client at an address of the tenant, in place of what was there. */
export async function open(tenant: Tenant, path: string, state: SessionState = ANONYMOUS): Promise<void> {
  cleanup();
  document.body.innerHTML = '<div id="root"></div>';
  history.replaceState(null, '', `/${tenant.id}${path}`);
  const queryClient = newQueryClient();
  if (given.isUnreadKnown)
    queryClient.setQueryData(endpointKey(tenant.id, 'getUnreadCount', {}, userIdOf(state)), { Count: given.unread });
  const session = { fetchProfile: async () => ({ email: '' }) };
  const services = fakeServices({ tenant, state, api, session, outbox: { getSnapshot: () => outbox } });
  await renderWith(<App />, services, queryClient);
}

const widthListeners = new Set<() => void>();

/** Changes the window's width, as turning a tablet does. */
export const resizeTo = (width: number): Promise<void> =>
  act(async () => {
    given.width = width;
    for (const listener of widthListeners) listener();
  });

/** Lazy parts come in their own time. */
export const find = (selector: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found === null) throw new Error(`nothing matches ${selector}`);
    return found;
  });
export const button = (place: string, name: string): HTMLElement =>
  within(document.querySelector<HTMLElement>(place) ?? document.body).getByRole('button', { name, hidden: true });
export const textsOf = (element: HTMLElement, selector: string) =>
  [...element.querySelectorAll(selector)].map(({ textContent }) => textContent);

/** What each test of the file that calls it begins with. */
export function drawApp(): void {
  beforeEach(() => {
    Object.assign(given, { width: 1440, unread: 4, isUnreadKnown: false, asked: [], popular: [] });
    vi.stubGlobal('matchMedia', (query: string) => ({
      matches: given.width <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0),
      addEventListener: (_: string, listener: () => void) => widthListeners.add(listener),
      removeEventListener: (_: string, listener: () => void) => widthListeners.delete(listener),
    }));
  });
  afterEach(() => void vi.unstubAllGlobals());
}
