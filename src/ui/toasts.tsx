import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useCallback, useEffect, useRef } from 'react';
import styles from './toasts.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly tone: 'info' | 'error';
}

const toastsAtom = atom<readonly Toast[]>([]);
const SHOWN_MS = 6_000;
let nextId = 0;

/** Says something that needs no answer, for six seconds. */
export function useToast(): (text: string, tone?: Toast['tone']) => void {
  const set = useSetAtom(toastsAtom);
  return useCallback(
    (text, tone = 'info') => {
      nextId += 1;
      set((toasts) => [...toasts.slice(-2), { id: nextId, text, tone }]);
    },
    [set],
  );
}

function ToastLine({ toast }: { readonly toast: Toast }) {
  const set = useSetAtom(toastsAtom);
  useEffect(() => {
    const timer = setTimeout(() => set((toasts) => toasts.filter((other) => other.id !== toast.id)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast.id, set]);
  return (
    <li className={styles.toast} data-tone={toast.tone}>
      {toast.text}
    </li>
  );
}

export function Toasts() {
  const toasts = useAtomValue(toastsAtom);
  const list = useRef<HTMLUListElement>(null);
  const last = toasts.at(-1)?.id;
  // An open dialog covers everything that was not put on top after it.
  useEffect(() => {
    const element = list.current;
    if (last === undefined || !element?.isConnected || !('showPopover' in element)) return;
    element.showPopover();
    return () => {
      if (element.isConnected) element.hidePopover();
    };
  }, [last]);
  return (
    <ul ref={list} className={styles.toasts} aria-live="polite" popover="manual">
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </ul>
  );
}
