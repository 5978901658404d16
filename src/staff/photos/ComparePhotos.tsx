import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { StaffPhoto } from '../../contract/staffPhotoEndpoints.ts';
import { staffPhotos as texts } from '../../messages/jaStaffPhotos.ts';
import { Button } from '../../ui/Button.tsx';
import { useBackToClose } from '../../ui/useBackToClose.ts';
import desk from '../Staff.module.css';
import { LargePicture } from './LargePicture.tsx';
import { MarkBar } from './MarkBar.tsx';
import { isPageKey, markOfKey } from './markKeys.ts';
import styles from './Photos.module.css';
import type { MarkChange } from './useStaffPhotos.ts';

interface ComparePhotosProps {
  readonly rows: readonly [StaffPhoto, StaffPhoto];
  readonly onMark: (row: StaffPhoto, change: MarkChange) => void;
  readonly onBack: () => void;
}

const SIDES = [texts.left, texts.right] as const;

/** Two photos beside each other, on a phone one above the other. Keys mark the side that was chosen by an arrow. */
export function ComparePhotos({ rows, onMark, onBack }: ComparePhotosProps) {
  const [side, setSide] = useState(0);
  const section = useRef<HTMLElement>(null);
  useBackToClose(true, onBack);
  useEffect(() => section.current?.focus(), []);
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    const row = rows[side];
    if (!isPageKey(event) || row === undefined) return;
    const mark = markOfKey(event.key, row);
    if (mark) onMark(row, mark);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') setSide(0);
    else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') setSide(1);
    else if (event.key === 'Escape') onBack();
    else return;
    event.preventDefault();
  };
  return (
    <section ref={section} className={styles.view} aria-label={texts.compareTitle} tabIndex={-1} onKeyDown={handleKey}>
      <div className={styles.head}>
        <Button variant="quiet" icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
          {texts.back}
        </Button>
      </div>
      <div className={styles.two}>
        {rows.map((row, place) => (
          <section
            key={row.photo.media_url}
            className={styles.side}
            aria-label={SIDES[place]}
            aria-current={place === side}
            onPointerDown={() => setSide(place)}
            onFocus={() => setSide(place)}
          >
            <LargePicture photo={row.photo} alt={texts.photoOf(place + 1, row.photo.user_name, '')} />
            <MarkBar row={row} onMark={(change) => onMark(row, change)} />
          </section>
        ))}
      </div>
      <p className={desk.keys}>{texts.compareKeys}</p>
    </section>
  );
}
