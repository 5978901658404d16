import { ArrowLeft, ChevronLeft, ChevronRight, Columns2, ScanFace } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { StaffPhoto } from '../../contract/staffPhotoEndpoints.ts';
import { staffPhotos as texts } from '../../messages/jaStaffPhotos.ts';
import { showWireTime } from '../../rules/dates.ts';
import { Button } from '../../ui/Button.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useBackToClose } from '../../ui/useBackToClose.ts';
import desk from '../Staff.module.css';
import { FaceEditor } from './FaceEditor.tsx';
import { LargePicture } from './LargePicture.tsx';
import { MarkBar } from './MarkBar.tsx';
import { isPageKey, markOfKey } from './markKeys.ts';
import styles from './Photos.module.css';
import type { ChangePhoto, MarkChange } from './useStaffPhotos.ts';

interface PhotoViewProps {
  readonly rows: readonly StaffPhoto[];
  readonly row: StaffPhoto;
  readonly isChosen: boolean;
  readonly onShow: (mediaUrl: string) => void;
  readonly onMark: (row: StaffPhoto, change: MarkChange) => void;
  readonly onChoose: (mediaUrl: string) => void;
  /** @param other key of the photo to compare this one with */
  readonly onCompare: (other: string) => void;
  readonly onChange: ChangePhoto;
  readonly onBack: () => void;
}

/** One photo as large as the screen allows. All its controls are below it, where the thumb is. */
export function PhotoView(props: PhotoViewProps) {
  const { rows, row, isChosen, onShow, onMark, onChoose, onCompare, onChange, onBack } = props;
  const { photo } = row;
  const [isNaming, setNaming] = useState(false);
  const section = useRef<HTMLElement>(null);
  useBackToClose(true, onBack);
  useEffect(() => {
    if (!isNaming) section.current?.focus();
  }, [isNaming]);
  const at = rows.findIndex((one) => one.photo.media_url === photo.media_url);
  const keyAt = (place: number) => rows[place]?.photo.media_url;
  const [previous, next] = [keyAt(at - 1), keyAt(at + 1)];
  const other = next ?? previous;

  const keys: Readonly<Record<string, (() => void) | undefined>> = {
    ArrowLeft: previous === undefined ? undefined : () => onShow(previous),
    ArrowRight: next === undefined ? undefined : () => onShow(next),
    x: () => onChoose(photo.media_url),
    c: other === undefined ? undefined : () => onCompare(other),
    Escape: onBack,
  };
  const handleKey = (event: KeyboardEvent<HTMLElement>) => {
    if (!isPageKey(event) || isNaming) return;
    const mark = markOfKey(event.key, row);
    const act = mark ? () => onMark(row, mark) : (keys[event.key] ?? keys[event.key.toLowerCase()]);
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const name = texts.photoOf(at + 1, photo.user_name, '');
  if (isNaming)
    return <FaceEditor key={photo.media_url} photo={photo} onChange={onChange} onClose={() => setNaming(false)} />;
  return (
    <section ref={section} className={styles.view} aria-label={name} tabIndex={-1} onKeyDown={handleKey}>
      <div className={styles.head}>
        <Button variant="quiet" icon={<ArrowLeft size={18} aria-hidden="true" />} onClick={onBack}>
          {texts.back}
        </Button>
        <p aria-live="polite">{texts.at(at + 1, rows.length)}</p>
      </div>
      <LargePicture photo={photo} alt={name} />
      <p className={desk.quiet}>
        {texts.by(photo.user_name)}　{showWireTime(photo.created_at)}　
        {photo.usepermit ? texts.permitted : texts.refused}
        {row.downloaded_at !== null && `　${texts.saved(row.downloaded_at)}`}
      </p>
      <div className={styles.controls}>
        <MarkBar row={row} onMark={(change) => onMark(row, change)} />
        <div className={styles.walk}>
          <IconButton
            label={texts.previous}
            icon={<ChevronLeft aria-hidden="true" />}
            disabled={previous === undefined}
            onClick={keys.ArrowLeft}
          />
          <label className={desk.choose}>
            <input
              type="checkbox"
              checked={isChosen}
              disabled={!photo.usepermit}
              onChange={() => onChoose(photo.media_url)}
            />
            <span>{texts.select}</span>
          </label>
          <IconButton
            label={texts.compare}
            icon={<Columns2 aria-hidden="true" />}
            disabled={other === undefined}
            onClick={keys.c}
          />
          <IconButton label={texts.faces} icon={<ScanFace aria-hidden="true" />} onClick={() => setNaming(true)} />
          <IconButton
            label={texts.next}
            icon={<ChevronRight aria-hidden="true" />}
            disabled={next === undefined}
            onClick={keys.ArrowRight}
          />
        </div>
      </div>
      <p className={desk.keys}>{texts.viewKeys}</p>
    </section>
  );
}
