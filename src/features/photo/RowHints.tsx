import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useEffect } from 'react';
import { photoRow as texts } from '../../messages/jaPhotoRow.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { useSlider } from '../../ui/useSlider.ts';
import styles from './RowHints.module.css';

interface RowHintsProps {
  readonly row: RefObject<HTMLElement | null>;
  /** Photos in the row. */
  readonly count: number;
}

/** Says that a row goes on: it fades out at that end, and a mouse has an arrow there (FAN-28b). Keys and touch need no arrow. */
export function RowHints({ row, count }: RowHintsProps) {
  const { canGoBack, canGoOn, turn } = useSlider(row, count);
  useEffect(() => {
    row.current?.toggleAttribute('data-before', canGoBack);
    row.current?.toggleAttribute('data-after', canGoOn);
  }, [row, canGoBack, canGoOn]);
  return (
    <div className={styles.arrows}>
      {canGoBack && (
        <IconButton
          isOnPhoto
          tabIndex={-1}
          label={texts.back}
          icon={<ChevronLeft aria-hidden="true" />}
          onClick={() => turn(-1)}
        />
      )}
      {canGoOn && (
        <IconButton
          isOnPhoto
          tabIndex={-1}
          className={styles.on}
          label={texts.on}
          icon={<ChevronRight aria-hidden="true" />}
          onClick={() => turn(1)}
        />
      )}
    </div>
  );
}
