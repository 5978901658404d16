// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { press, renderAlone, renderWith, type Screen } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import { postWindow } from '../../messages/jaPost.ts';
import { useCloseGuard } from '../../ui/closeGuard.ts';
import type { OverlayEntry } from '../../ui/overlays.ts';
import { useBackToClose } from '../../ui/useBackToClose.ts';
import { OverlayHost } from './OverlayHost.tsx';

let page: Screen;
beforeEach(async () => {
  history.replaceState(null, '', `/${CLUB}/gallery.html`);
  page = await renderWith(<OverlayHost />);
});

const dialog = () => page.container.querySelector('dialog');
async function open(entry: OverlayEntry) {
  await act(async () => {
    page.overlays().open(entry);
    await vi.dynamicImportSettled();
  });
  await waitFor(() => expect(dialog()).not.toBeNull());
}

test('MOD-03a MOD-03b the error modal stays on a background press; Home leads to the tenant’s index', async () => {
  await open({ mode: 'error', text: '写真詳細の取得に失敗しました。' });
  await act(async () => dialog()?.click());
  expect(dialog()?.textContent).toContain('写真詳細の取得に失敗しました。');
  await press('ホーム');
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
    await act(async () => dialog()?.querySelector<HTMLElement>('header button')?.click());
    expect([entry.mode, dialog()]).toEqual([entry.mode, null]);
  }
});

test('MOD-03b PST-11c other modals close on a background press; a result leads on', async () => {
  await open({ mode: 'contact' });
  await act(async () => dialog()?.click());
  expect(dialog()).toBeNull();
  await open({ mode: 'result', text: '写真の投稿が完了しました。', to: `/${CLUB}/event-detail.html?e=e1` });
  await press('OK');
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
  await press('キャンセル');
  expect(onConfirm).not.toHaveBeenCalled();
  await open(entry);
  await press('取り消す');
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
  const below: unknown = history.state;
  await open({ mode: 'contact' });
  const overlay: unknown = history.state;
  renderAlone(<Window />);
  await back(overlay);
  expect([onClose.mock.calls.length, dialog() !== null]).toEqual([1, true]);
  await back(below);
  expect([onClose.mock.calls.length, dialog()]).toEqual([1, null]);
});

test('MOD-04 closed by its button or by back, whom to follow gives way to the post window it stood before', async () => {
  const modes = () => page.stack().map(({ mode }) => mode);
  const closeByButton = () => act(async () => dialog()?.querySelector<HTMLElement>('header button')?.click());
  await open({ mode: 'first-follow', next: 'post' });
  await closeByButton();
  expect(modes()).toEqual(['post']);
  await waitFor(() => expect(dialog()?.textContent).toContain(postWindow.title));
  await closeByButton();
  expect(modes()).toEqual([]);

  const entry = () => history.state?.kind;
  await open({ mode: 'first-follow', next: 'post' });
  await act(async () => {
    history.replaceState(null, '');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(modes()).toEqual(['post']);
  // The next press of back closes the post window, too.
  expect(entry()).toBe('overlay');
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
  renderAlone(<Guarded />);
  await open({ mode: 'about-company' });
  const pressEscape = () => act(async () => void dialog()?.dispatchEvent(new Event('cancel', { cancelable: true })));
  await pressEscape();
  expect(dialog()).not.toBeNull();
  await act(async () => void dispatchEvent(new PopStateEvent('popstate')));
  expect(dialog()).not.toBeNull();
  mayClose = true;
  await pressEscape();
  expect(dialog()).toBeNull();
});
