/** Parts of a page between fans, drawn with services that answer as a test says. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Comment, Photo } from '../../src/contract/entities.ts';
import { useWaitingActionControl } from '../../src/services/requireLogin.ts';
import { type Services, ServicesProvider } from '../../src/services/services.tsx';
import type { SessionState } from '../../src/session/sessionState.ts';
import { useOverlayStack, useOverlays } from '../../src/ui/overlays.ts';
import { findTenant } from '../../tenants/index.ts';
import { CLUB } from './tenants.ts';

export const media_url = `ugc/${CLUB}/e1/original/aaaaaaaaaaaaaaaaaaaa.jpg`;
export const photo = { media_url, user_id: 'author', user_name: '', user_screen_name: '', comment_count: 0 } as Photo;
export const comment = (comment_id: string, change: Partial<Comment> = {}): Comment => ({
  comment_id,
  comment: `${comment_id}の言葉`,
  media_url,
  user_id: 'other',
  screen_name: 'ほかの人',
  timestamp: '2026.11.21 12:34',
  isDeleted: false,
  parent_id: null,
  ...change,
});

let root: Root;
export let host: HTMLElement;
let state: SessionState;
export let queryClient: QueryClient;
export let control: ReturnType<typeof useWaitingActionControl>;
export let overlays: ReturnType<typeof useOverlays>;
export let stack: ReturnType<typeof useOverlayStack>;
export const signedIn: SessionState = { status: 'signedIn', user: { id: 'me', name: '私' } as never };
export const ok = () => Promise.resolve({ result: 'ok' as const });

function Watch() {
  control = useWaitingActionControl();
  overlays = useOverlays();
  stack = useOverlayStack();
  return null;
}
/** What the fan’s session says from now on. */
export function setSession(next: SessionState): void {
  state = next;
}

/** A fresh screen for each test of the file that calls it; the exported variables are of the running test. */
export function drawSocialScreen(): void {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({ matches: false }));
    state = signedIn;
    queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
    host = document.body.appendChild(document.createElement('div'));
    root = createRoot(host);
  });
  afterEach(() => {
    act(() => overlays.closeAll());
    act(() => root.unmount());
    host.remove();
    vi.unstubAllGlobals();
  });
}

/** Draws it with calls that answer as given; people have names unless told otherwise. */
export async function show(content: ReactNode, api: Record<string, unknown>) {
  const known = {
    getUserAttributes: ({ params }: { params: { userId: string } }) =>
      Promise.resolve({ sub: params.userId, Username: params.userId, Name: `名前${params.userId}` }),
    getOfficialUser: () => Promise.resolve({ list: [{ user_id: 'club' }] }),
    getAmbassadors: () =>
      Promise.resolve({ list: [{ ambassador_name: '', ambassador_user_id: 'amb', object_key: null }] }),
    getFollows: () => Promise.resolve({ follow_list: [] }),
    getCommentReactions: () => Promise.resolve({ list: [] }),
    ...api,
  };
  const services = {
    api: known,
    tenant: findTenant(CLUB),
    session: { getState: () => state, subscribe: () => () => {} },
    config: { objects: { publicBase: '/s3/photos' } },
  } as unknown as Services;
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <ServicesProvider services={services}>
          <Watch />
          {content}
        </ServicesProvider>
      </QueryClientProvider>,
    ),
  );
  await act(async () => {});
}
export const button = (label: string | RegExp) =>
  [...host.querySelectorAll('button')].find((one) => {
    const name = one.getAttribute('aria-label') ?? one.textContent ?? '';
    return typeof label === 'string' ? name === label : label.test(name);
  });
export const press = (label: string | RegExp) => act(async () => button(label)?.click());
export const until = (check: () => void) => vi.waitFor(async () => act(async () => check()), { timeout: 5_000 });
export async function type(words: string) {
  const field = host.querySelector('textarea');
  if (!field) throw new Error('no field');
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, words);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
