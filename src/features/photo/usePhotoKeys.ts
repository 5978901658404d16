import { type RefObject, useEffect, useRef } from 'react';
import { areShortcutsOn } from '../../platform/device/shortcutChoice.ts';

interface PhotoKeys {
  readonly turn: (direction: -1 | 1) => void;
  readonly step: (direction: -1 | 0 | 1) => void;
}

const FIELDS = 'input, textarea, select, [contenteditable]';

/** Arrow keys, j and k turn to the photos before and after, + and - enlarge, 0 shows the whole. */
export function usePhotoKeys(stage: RefObject<HTMLElement | null>, keys: PhotoKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isOurs = isOnTop(stage.current) && !(event.target as Element).matches(FIELDS);
      if (!isOurs || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key.length === 1 && !areShortcutsOn()) return;
      const run = actionOf(event.key, latest.current);
      if (run === null) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', handleKey);
    return () => removeEventListener('keydown', handleKey);
  }, [stage]);
}

/** No other dialog stands over the photo. */
function isOnTop(stage: HTMLElement | null): boolean {
  if (stage === null) return false;
  const { left, top, width, height } = stage.getBoundingClientRect();
  const within = Math.min(innerHeight - 1, top + height / 2);
  return stage.contains(document.elementFromPoint(left + width / 2, Math.max(1, within))) || top + height < 0;
}

function actionOf(key: string, { turn, step }: PhotoKeys): (() => void) | null {
  switch (key) {
    case 'ArrowLeft':
    case 'k':
      return () => turn(-1);
    case 'ArrowRight':
    case 'j':
      return () => turn(1);
    case '+':
    case ';':
      return () => step(1);
    case '-':
      return () => step(-1);
    case '0':
      return () => step(0);
    default:
      return null;
  }
}
