/** Parts of a page between fans, drawn with services that answer as a test says. */
import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, vi } from 'vitest';
import type { Comment, Photo } from '../../src/contract/entities.ts';
import type { SessionState } from '../../src/session/sessionState.ts';
import { fakeServices, renderWith, type Screen, signedInFan } from './render.tsx';
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

let state: SessionState;
let api: Record<string, unknown>;
/** The page of the running test; what it shows comes with `show`. */
export let page: Screen;
export const ok = () => Promise.resolve({ result: 'ok' as const });

/** What the fan’s session says from now on. */
export function setSession(next: SessionState): void {
  state = next;
}

/** A fresh page for each test of the file that calls it. */
export function drawSocialScreen(): void {
  beforeEach(async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    sessionStorage.clear();
    state = signedInFan;
    api = {};
    page = await renderWith(null, fakeServices({ state: () => state, api }));
  });
  afterEach(() => void vi.unstubAllGlobals());
}

const people = {
  getUserAttributes: ({ params }: { params: { userId: string } }) =>
    Promise.resolve({ sub: params.userId, Username: params.userId, Name: `名前${params.userId}` }),
  getOfficialUser: () => Promise.resolve({ list: [{ user_id: 'club' }] }),
  getAmbassadors: () =>
    Promise.resolve({ list: [{ ambassador_name: '', ambassador_user_id: 'amb', object_key: null }] }),
  getFollows: () => Promise.resolve({ follow_list: [] }),
};

/** Draws it, in place of what was there, with calls that answer as given; people have names unless told otherwise. */
export async function show(content: ReactNode, calls: object) {
  for (const name of Object.keys(api)) delete api[name];
  Object.assign(api, people, calls);
  await act(async () => page.rerender(content));
}
export const button = (name: string | RegExp) =>
  screen.queryByRole<HTMLButtonElement>('button', { name, hidden: true });
export async function type(value: string) {
  await act(async () => void fireEvent.change(screen.getByRole('textbox', { hidden: true }), { target: { value } }));
}
