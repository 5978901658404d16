import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type CSSProperties, useEffect, useEffectEvent, useState } from 'react';
import { pulling as texts } from '../../messages/jaPulling.ts';
import { useOverlayStack } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import styles from './PullToRefresh.module.css';
import { listenToPull } from './pullGesture.ts';

/** Is the element part of a list of photos over which nothing lies and of which none is being selected? */
const canPull = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('#main') !== null &&
  target.closest('input, textarea, select, [data-row]') === null &&
  document.querySelector('#main [data-photo]') !== null &&
  document.querySelector('dialog[open], [data-selecting]') === null;

/**
 * Pulling a list down at its top asks for it again (FAN-17c). Only an iPhone's or iPad's home-screen app draws it: there the browser has
 * neither a button nor a gesture for it.
 */
export function PullToRefresh() {
  const queryClient = useQueryClient();
  const toast = useToast();
  const hasOverlay = useOverlayStack().length > 0;
  /** Part of the way, 0–1. */
  const [pulled, setPulled] = useState<number | null>(null);
  const [isLoading, setLoading] = useState(false);
  const [said, setSaid] = useState('');

  const canBegin = useEffectEvent((target: EventTarget | null) => !hasOverlay && !isLoading && canPull(target));
  const refresh = useEffectEvent(() => {
    setPulled(null);
    setLoading(true);
    setSaid(texts.loading);
    queryClient
      .refetchQueries({ type: 'active' }, { throwOnError: true })
      .then(
        () => setSaid(texts.done),
        () => {
          setSaid('');
          toast(texts.failed, 'error');
        },
      )
      .finally(() => setLoading(false));
  });
  useEffect(
    () =>
      listenToPull({
        canBegin: (target) => canBegin(target),
        onPull: setPulled,
        onRelease: () => refresh(),
      }),
    [],
  );

  const part = isLoading ? 1 : pulled;
  const text = isLoading ? texts.loading : part === 1 ? texts.release : texts.pull;
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {part !== null && (
        <div
          className={styles.pill}
          style={{ '--pulled': part } as CSSProperties}
          data-phase={isLoading ? 'loading' : 'pulling'}
          aria-hidden="true"
        >
          <RefreshCw size={18} />
          {text}
        </div>
      )}
    </>
  );
}
