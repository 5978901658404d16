// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTenant } from '../../../tenants/index.ts';
import { CLUB } from '../../../tests/support/tenants.ts';
import { NOTHING_KNOWN } from '../../outbox/client.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import { useCloseGuard } from '../../ui/closeGuard.ts';
import { useOverlays } from '../../ui/overlays.ts';
import { useBackToClose } from '../../ui/useBackToClose.ts';
import { OverlayHost } from './OverlayHost.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let host: HTMLElement;
let overlays: ReturnType<typeof useOverlays>;

function Page() {
  overlays = useOverlays();
  return null;
}

beforeEach(async () => {
  history.replaceState(null, '', `/${CLUB}/gallery.html`);
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  const anonymous = { status: 'anonymous' };
  const session = { getState: () => anonymous, subscribe: () => () => {} };
  const outbox = { getSnapshot: () => NOTHING_KNOWN, subscribe: () => () => {} };
  const services = { tenant: findTenant(CLUB), session, outbox } as unknown as Services;
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ServicesProvider services={services}>
          <Page />
          <OverlayHost />
        </ServicesProvider>
      </QueryClientProvider>,
    ),
  );
});
afterEach(() => {
  act(() => overlays.closeAll());
  act(() => root.unmount());
  host.remove();
});

const dialog = () => host.querySelector('dialog');
const button = (text: string) => [...host.querySelectorAll('button')].find((one) => one.textContent === text);
async function open(entry: Parameters<typeof overlays.open>[0]) {
  await act(async () => {
    overlays.open(entry);
    await vi.dynamicImportSettled();
  });
  await vi.waitFor(() => expect(dialog()).not.toBeNull(), { timeout: 20_000 });
}

test('MOD-03a MOD-03b the error modal stays on a background press; Home leads to the tenant’s index', async () => {
  await open({ mode: 'error', text: '写真詳細の取得に失敗しました。' });
  await act(async () => dialog()?.click());
  expect(dialog()?.textContent).toContain('写真詳細の取得に失敗しました。');
  await act(async () => button('ホーム')?.click());
  expect(location.pathname).toBe(`/${CLUB}/`);
  expect(dialog()).toBeNull();
});

test.each([
  ['MOD-01a', '運営事務局', { mode: 'about-company' }],
  ['MOD-01a', 'お問い合わせ', { mode: 'contact' }],
  ['MOD-01a', 'ランキングについて', { mode: 'about-ranking' }],
  ['MOD-01b', 'ログイン', { mode: 'login' }],
  ['MOD-01b', 'ログアウトする', { mode: 'logout' }],
  ['MOD-01b', '確認コードが届かないとき', { mode: 'code-problem', about: 'sign-up' }],
  ['MOD-01d', '投稿できる企画がありません', { mode: 'no-event' }],
  ['MOD-01d', '写真利用の承諾', { mode: 'user-permission', isSetting: false }],
] as const)('%s the modal says 「%s」', async (_, words, entry) => {
  await open(entry);
  expect(dialog()?.textContent).toContain(words);
});

test('MOD-01b MOD-01d the modals of the login, and those on the way to a post, close by their button', async () => {
  const entries = [{ mode: 'login' }, { mode: 'code-problem', about: 'sign-up' }, { mode: 'no-event' }] as const;
  for (const entry of entries) {
    await open(entry);
    await act(async () => host.querySelector<HTMLElement>('dialog header button')?.click());
    expect([entry.mode, dialog()]).toEqual([entry.mode, null]);
  }
});

test('MOD-03b PST-11c other modals close on a background press; a result leads on', async () => {
  await open({ mode: 'contact' });
  await act(async () => dialog()?.click());
  expect(dialog()).toBeNull();
  await open({ mode: 'result', text: '写真の投稿が完了しました。', to: `/${CLUB}/event-detail.html?e=e1` });
  await act(async () => button('OK')?.click());
  expect(location.pathname + location.search).toBe(`/${CLUB}/event-detail.html?e=e1`);
});

test('MOD-01c a confirm runs its action only when agreed', async () => {
  const onConfirm = vi.fn();
  const entry = {
    mode: 'confirm',
    text: '取り消しますか？',
    actionLabel: '取り消す',
    isDangerous: true,
    onConfirm,
  } as const;
  await open(entry);
  await act(async () => button('キャンセル')?.click());
  expect(onConfirm).not.toHaveBeenCalled();
  await open(entry);
  await act(async () => button('取り消す')?.click());
  expect(onConfirm).toHaveBeenCalledTimes(1);
  expect(dialog()).toBeNull();
});

test('OVL-01a the back button closes what is open and stays on the page', async () => {
  await open({ mode: 'contact' });
  await act(async () => {
    history.replaceState(null, '');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(dialog()).toBeNull();
  expect(location.pathname).toBe(`/${CLUB}/gallery.html`);
});

test('OVL-01a back closes only the window inside an overlay, a second back the overlay', async () => {
  const onClose = vi.fn();
  function Window() {
    const [isOpen, setOpen] = useState(true);
    useBackToClose(isOpen, () => {
      onClose();
      setOpen(false);
    });
    return null;
  }
  const back = (to: unknown) =>
    act(async () => {
      history.replaceState(to, '');
      dispatchEvent(new PopStateEvent('popstate'));
    });
  const inner = createRoot(document.createElement('div'));
  try {
    const page: unknown = history.state;
    await open({ mode: 'contact' });
    const overlay: unknown = history.state;
    await act(async () => inner.render(<Window />));
    await back(overlay);
    expect([onClose.mock.calls.length, dialog() !== null]).toEqual([1, true]);
    await back(page);
    expect([onClose.mock.calls.length, dialog()]).toEqual([1, null]);
  } finally {
    act(() => inner.unmount());
  }
});

test('OVL-01a after a reload with an overlay open the next one takes its history entry', async () => {
  await act(async () => history.replaceState({ kind: 'overlay' }, ''));
  const entries = history.length;
  await open({ mode: 'contact' });
  expect(history.length).toBe(entries);
});

test('OVL-02b an overlay with something to ask stays open on Escape and on the back button', async () => {
  let mayClose = false;
  function Guarded() {
    useCloseGuard('about-company', () => mayClose);
    return null;
  }
  const guard = createRoot(document.createElement('div'));
  await act(async () => guard.render(<Guarded />));
  try {
    await open({ mode: 'about-company' });
    await act(async () => void dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(dialog()).not.toBeNull();
    await act(async () => void dispatchEvent(new PopStateEvent('popstate')));
    expect(dialog()).not.toBeNull();
    mayClose = true;
    await act(async () => void dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(dialog()).toBeNull();
  } finally {
    act(() => guard.unmount());
  }
});
