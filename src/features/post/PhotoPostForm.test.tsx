// @vitest-environment happy-dom
import { act, cleanup } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTenant } from '../../../tenants/index.ts';
import type { Tenant } from '../../../tenants/schema.ts';
import { fakeServices, renderWith, signedInFan } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import type { FanEvent, Person, Team } from '../../contract/entities.ts';
import { AppError } from '../../contract/errors.ts';
import { ui } from '../../messages/ja.ts';
import { postForm } from '../../messages/jaPost.ts';
import type { OutboxClient } from '../../outbox/client.ts';
import type { Poster } from '../../rules/eventAccess.ts';
import { mayCloseOverlay } from '../../ui/closeGuard.ts';
import { PhotoPostForm } from './PhotoPostForm.tsx';
import { createPhotoForm, type FormPhoto, type PhotoForm } from './photoForm.ts';
import { createPhotoFormStore } from './photoFormStore.ts';

const plain = findTenant(CLUB) as Tenant;
const withPoints: Tenant = { ...plain, isPoint: true };
const withTeams: Tenant = { ...plain, isTeam: true };
const event = {
  event_id: 'e1',
  event_name: '第1節',
  thumbnail: null,
  crawl_period_end: '2026-11-30 23:59:59',
  photo_location: [] as string[],
  post_limit: null,
  postUser_list: [],
} as unknown as FanEvent;
const persons: Person[] = [
  { name: '佐藤', count: 1, team_id: 't1', number: '7' },
  { name: '鈴木', count: 1, team_id: 't2', number: '9' },
];
const teams: Team[] = ['t1', 't2'].map((team_id) => ({ team_id, team_name: team_id, object_key: null, gender: 'f' }));

let host: HTMLElement;
beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => void vi.unstubAllGlobals());

interface Given {
  readonly tenant: Tenant;
  readonly events?: readonly FanEvent[];
  readonly persons?: readonly Person[];
  readonly teams?: readonly Team[];
  readonly initial?: PhotoForm;
  readonly enqueue?: OutboxClient['enqueue'];
  readonly onClose?: () => void;
}
async function open({ tenant, events = [event], persons = [], teams = [], ...given }: Given) {
  const { initial = createPhotoForm('e1'), enqueue, onClose = () => {} } = given;
  const store = createPhotoFormStore({
    initial,
    drafts: {
      save: async () => {},
      discard: async () => {},
      putSource: async () => {},
      putPrepared: async () => {},
      read: async () => null,
      dropPhoto: async () => {},
    },
    preparer: { prepare: () => Promise.reject(new Error('nothing is prepared here')) },
  });
  const api = new Proxy(
    {},
    { get: () => async () => ({ list: [], media_list: [], cursor: null, total: 0, credit_setting: [] }) },
  );
  const services = fakeServices({ tenant, state: signedInFan, outbox: { enqueue }, others: { api } });
  const poster = { userId: 'me', userName: '私', isAmbassador: false, isOfficial: false } as Poster;
  cleanup();
  const form = (
    <PhotoPostForm
      store={store}
      events={events}
      persons={persons}
      teams={teams}
      poster={poster}
      userId="me"
      samples={[]}
      asOf={() => 0}
      isRestored={false}
      onDiscard={() => {}}
      onClose={onClose}
      onQueued={() => {}}
    />
  );
  host = (await renderWith(form, services)).container;
  return store;
}
const labels = () => [...host.querySelectorAll('label, legend')].map(({ textContent }) => textContent ?? '');
const fieldOf = (label: string) =>
  [...host.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label))?.htmlFor ?? '';
const chips = () => [...host.querySelectorAll<HTMLElement>('[data-player]')].map(({ dataset }) => dataset.player);
/** Names that are not known yet come with the answer who is shown in the match. */
const offers = (names: readonly string[]) =>
  vi.waitFor(async () => {
    await act(async () => {});
    expect(chips()).toEqual(names);
  });
async function choose(label: string, value: string) {
  const select = document.getElementById(fieldOf(label)) as HTMLSelectElement;
  await act(async () => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
}

test('PST-04a a team is chosen in tenants with teams only, and limits the players', async () => {
  const store = await open({ tenant: withTeams, teams, persons });
  await offers(['佐藤', '鈴木']);
  await choose(postForm.team, 't2');
  expect(store.getSnapshot().form.teamId).toBe('t2');
  await offers(['鈴木']);
  await open({ tenant: plain, teams, persons });
  expect(labels()).not.toContain(postForm.team);
});

test('PST-04b a player is chosen only where there is a list of persons', async () => {
  await open({ tenant: plain, persons });
  expect(labels().some((label) => label.startsWith(plain.config.playerlabel))).toBe(true);
  await offers(['佐藤', '鈴木']);
  await open({ tenant: plain, persons: [] });
  expect(labels().some((label) => label.startsWith(plain.config.playerlabel))).toBe(false);
});

test('PST-04c a place is chosen only where the event has places', async () => {
  await open({ tenant: plain });
  expect(labels()).not.toContain(plain.config.PSeats);
  const store = await open({ tenant: plain, events: [{ ...event, photo_location: ['北', '南'] }] });
  await choose(plain.config.PSeats, '南');
  expect(store.getSnapshot().form.common.location).toBe('南');
});

test('PST-05c the message has a counter and ends at 500 characters', async () => {
  const store = await open({ tenant: plain });
  expect(host.textContent).toContain('0 / 500文字');
  const field = document.getElementById(fieldOf(plain.config.messagelabel)) as HTMLTextAreaElement;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, '👏🏻'.repeat(501));
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  expect(host.textContent).toContain('500 / 500文字');
  expect(store.getSnapshot().form.common.message).toBe('👏🏻'.repeat(500));
});

test('PST-10a the permission for the use of photos is a toggle, and the notices say what to know', async () => {
  const store = await open({ tenant: plain });
  const toggle = host.querySelector<HTMLElement>('[role=switch]');
  expect(toggle?.getAttribute('aria-checked')).toBe('false');
  await act(async () => toggle?.click());
  expect(store.getSnapshot().form.permission).toMatchObject({ isPermitted: true });
  for (const notice of postForm.notices) expect(host.textContent).toContain(notice);
});

test('PST-10b where there are points the form says that choosing a player grants them', async () => {
  const words = (tenant: Tenant) => `${tenant.config.playerlabel}を選択すると応援ポイントが付与されます。`;
  await open({ tenant: withPoints, persons });
  expect(host.textContent).toContain(words(withPoints));
  await open({ tenant: withPoints, persons: [] });
  expect(host.textContent).not.toContain(words(withPoints));
  await open({ tenant: plain, persons });
  expect(host.textContent).not.toContain(words(plain));
});

const submit = () => host.querySelector<HTMLButtonElement>('footer button:last-of-type');

test('PST-09e as many photos as may be are no refusal: nothing is red, and the button works', async () => {
  const picked = Array.from(
    { length: 3 },
    (_, index): FormPhoto => ({
      name: `p${index}`,
      fileName: `${index}.jpg`,
      size: 1,
      lastModified: 0,
      hash: null,
      state: 'ready',
      prepared: null,
      error: null,
      own: null,
      alt: '',
      edit: null,
    }),
  );
  const store = await open({ tenant: plain, events: [{ ...event, post_limit: 3 }] });
  await act(async () => store.dispatch({ type: 'photosAdded', photos: picked, max: 3 }));
  const told = host.querySelector<HTMLElement>('footer [role=status]');
  expect([told?.textContent, told?.dataset.full]).toEqual([postForm.filled(3), undefined]);
  expect([submit()?.textContent, submit()?.disabled]).toEqual(['投稿する', false]);
});

test('PST-09c PST-09d how many photos are left is said, and when none is, posting is disabled', async () => {
  await open({ tenant: plain, events: [{ ...event, post_limit: 3 }] });
  expect(host.querySelector('footer [role=status]')?.textContent).toBe('あと 3 枚投稿できます');
  expect([submit()?.textContent, submit()?.disabled]).toEqual(['投稿する', false]);
  const full = { ...event, post_limit: 3, postUser_list: [{ user_id: 'me', count: 3 }] };
  await open({ tenant: plain, events: [full] });
  expect(host.querySelector('footer [role=status]')?.textContent).toBe('投稿可能枚数に達しました');
  expect([submit()?.textContent, submit()?.disabled]).toEqual(['投稿可能枚数に達しました', true]);
});

test('QUE-01a while a post is made safe its form stays: no draft, and nothing to discard', async () => {
  const photo: FormPhoto = {
    name: 'a',
    fileName: 'a.jpg',
    size: 1,
    lastModified: 0,
    hash: null,
    state: 'ready',
    prepared: null,
    error: null,
    own: null,
    alt: '',
    edit: null,
  };
  let fail: (cause: Error) => void = () => undefined;
  const enqueue = vi.fn(() => new Promise<never>((_, refuse) => (fail = refuse)));
  const onClose = vi.fn();
  await open({ tenant: plain, initial: { ...createPhotoForm('e1'), photos: [photo] }, enqueue, onClose });
  const named = (name: string) =>
    [...host.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name);
  const leave = async () => {
    onClose.mockClear();
    await act(async () => named(postForm.cancel)?.click());
    await act(async () => named(ui.close)?.click());
    const isDisabled = [postForm.cancel, postForm.discardAll].map((name) => named(name)?.disabled);
    return [onClose.mock.calls.length, mayCloseOverlay('post-photo'), ...isDisabled];
  };
  expect(await leave()).toEqual([2, true, false, false]);
  await act(async () => named(postForm.submit)?.click());
  await vi.waitFor(() => expect(enqueue).toHaveBeenCalled());
  expect(await leave()).toEqual([0, false, true, true]);
  await act(async () => fail(new AppError('QUOTA_EXCEEDED', 'later')));
  expect(await leave()).toEqual([2, true, false, false]);
});
