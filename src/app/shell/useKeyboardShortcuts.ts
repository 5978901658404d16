import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { usePaths } from '../../navigation/paths.ts';
import { areShortcutsOn } from '../../platform/device/shortcutChoice.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useOverlays } from '../../ui/overlays.ts';
import { createShortcutReader, isTyping, type Shortcut } from './shortcutKeys.ts';

/** Single letters as shortcuts (KEY-01). The dialog on top has its own; nothing below it is reached. */
export function useKeyboardShortcuts(): void {
  const run = useShortcutActions();
  const latest = useRef(run);
  latest.current = run;
  useEffect(() => {
    const read = createShortcutReader();
    const handleKey = (event: KeyboardEvent) => {
      if (isTyping(event.target) || !areShortcutsOn()) return;
      const shortcut = read(event);
      if (shortcut !== null && latest.current(shortcut, event.target)) event.preventDefault();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, []);
}

/** @returns runs one; false: it means nothing here */
function useShortcutActions(): (shortcut: Shortcut, target: EventTarget | null) => boolean {
  const paths = usePaths();
  const [, navigate] = useLocation();
  const { open } = useOverlays();
  const requireLogin = useRequireLogin();
  const onPage: Readonly<Partial<Record<Shortcut, () => void>>> = {
    search: () => open({ mode: 'word-search' }),
    post: () => requireLogin(() => open({ mode: 'post' }), 'post'),
    home: () => navigate(paths.home),
    gallery: () => navigate(paths.gallery()),
    events: () => navigate(paths.eventList),
    myPage: () => requireLogin(() => navigate(paths.member()), 'ownPage'),
    notices: () => requireLogin(() => navigate(paths.common('notice-list')), 'page'),
    next: () => walkPhotos(1),
    previous: () => walkPhotos(-1),
  };
  return (shortcut, target) => {
    const dialog = dialogAround(target);
    if (shortcut === 'help') {
      open({ mode: 'shortcuts' });
      return true;
    }
    if (dialog !== null) return pressIn(dialog, shortcut);
    onPage[shortcut]?.();
    return onPage[shortcut] !== undefined;
  };
}

/** The dialog on top; a dropdown of the header is one while the focus is in it. */
const dialogAround = (target: EventTarget | null): Element | null =>
  [...document.querySelectorAll('dialog[open]')].at(-1) ??
  (target instanceof Element ? target.closest('[role=dialog]') : null);

/** Presses the control of the dialog that says it is this shortcut's: it knows of logins, signal and what is on its way. */
function pressIn(dialog: Element, shortcut: Shortcut): boolean {
  const control = dialog.querySelector<HTMLElement>(`[data-shortcut=${shortcut}]`);
  control?.click();
  return control !== null;
}

/** The focus goes to the photo before or after the one that has it; the first time to the first one in view. */
function walkPhotos(step: -1 | 1): void {
  const photos = [...document.querySelectorAll<HTMLElement>('main :is(a[href*="?q="], a[href*="&q="])')].filter(
    (link) => link.offsetParent !== null,
  );
  const at = photos.indexOf(document.activeElement as HTMLElement);
  const inView = photos.findIndex((link) => link.getBoundingClientRect().top >= 0);
  photos[at < 0 ? Math.max(0, inView) : at + step]?.focus();
}
