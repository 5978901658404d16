import { CircleCheck } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { photoSelection as texts } from '../../../messages/jaSelection.ts';
import { Button } from '../../../ui/Button.tsx';
import styles from './SelectButton.module.css';
import { subscribeLists, topList } from './selectableLists.ts';

/** Begins and ends the selection of photos in the list below. Keeps its place while there is no list. */
export function SelectButton() {
  const list = useSyncExternalStore(subscribeLists, topList, () => null);
  return (
    <Button
      className={styles.select}
      data-empty={list === null || undefined}
      icon={<CircleCheck aria-hidden="true" size={18} />}
      aria-pressed={list?.isSelecting ?? false}
      onClick={() => list?.toggle()}
    >
      {texts.select}
    </Button>
  );
}
