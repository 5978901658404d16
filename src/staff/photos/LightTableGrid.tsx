import { Award, Check, Lock, Star } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import type { StaffPhoto } from '../../contract/staffPhotoEndpoints.ts';
import { staffDownload, staffPhotos as texts } from '../../messages/jaStaffPhotos.ts';
import { showWireTime } from '../../rules/dates.ts';
import { usePictureUrls } from '../../services/usePictureUrls.ts';
import { Picture } from '../../ui/Picture.tsx';
import desk from '../Staff.module.css';
import { isPageKey, markOfKey } from './markKeys.ts';
import styles from './Photos.module.css';
import type { MarkChange } from './useStaffPhotos.ts';

interface LightTableGridProps {
  readonly rows: readonly StaffPhoto[];
  /** Key of the photo that has the keyboard; null: the first one. */
  readonly current: string | null;
  readonly chosen: ReadonlySet<string>;
  readonly onCurrent: (mediaUrl: string) => void;
  readonly onMark: (row: StaffPhoto, change: MarkChange) => void;
  readonly onChoose: (mediaUrl: string) => void;
  readonly onOpen: (mediaUrl: string) => void;
}

/** All photos as small pictures. One of them is in the tab order; arrows move from it to the others. */
export function LightTableGrid({ rows, current, chosen, onCurrent, onMark, onChoose, onOpen }: LightTableGridProps) {
  const list = useRef<HTMLUListElement>(null);
  const at = Math.max(
    0,
    rows.findIndex(({ photo }) => photo.media_url === current),
  );
  // Whoever comes back from a large picture goes on at its place.
  const first = useRef(current !== null);
  useEffect(() => {
    if (first.current) openers(list.current)[at]?.focus();
    first.current = false;
  }, [at]);

  const handleKey = (event: KeyboardEvent<HTMLUListElement>) => {
    const row = rows[at];
    if (!isPageKey(event) || row === undefined) return;
    const target = at + stepOf(event.key, list.current);
    const mark = markOfKey(event.key, row);
    if (target !== at && rows[target]) {
      onCurrent(rows[target].photo.media_url);
      openers(list.current)[target]?.focus();
    } else if (mark) onMark(row, mark);
    else if (event.key.toLowerCase() === 'x') onChoose(row.photo.media_url);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <p className={desk.keys}>{texts.keys}</p>
      <ul ref={list} className={styles.table} aria-label={texts.list} onKeyDown={handleKey}>
        {rows.map((row, place) => (
          <li key={row.photo.media_url} className={styles.cell}>
            <button
              type="button"
              className={styles.opener}
              data-opener
              tabIndex={place === at ? 0 : -1}
              aria-label={nameOf(row, place)}
              onFocus={() => onCurrent(row.photo.media_url)}
              onClick={() => onOpen(row.photo.media_url)}
            >
              <SmallPicture row={row} />
            </button>
            <Marks row={row} />
            {row.photo.usepermit && (
              <label className={styles.chooser}>
                <input
                  type="checkbox"
                  tabIndex={place === at ? 0 : -1}
                  aria-label={texts.choose(place + 1)}
                  checked={chosen.has(row.photo.media_url)}
                  onChange={() => onChoose(row.photo.media_url)}
                />
              </label>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

const openers = (list: HTMLElement | null): HTMLElement[] => [
  ...(list?.querySelectorAll<HTMLElement>('[data-opener]') ?? []),
];

/** By how many places a key moves in a grid; 0: another key. */
function stepOf(key: string, list: HTMLElement | null): number {
  const columns = list ? getComputedStyle(list).gridTemplateColumns.split(' ').length : 1;
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  return steps[key] ?? 0;
}

function nameOf({ photo, stars, downloaded_at }: StaffPhoto, place: number): string {
  const marks = [
    stars > 0 ? texts.starsOf(stars) : '',
    photo.option !== null ? texts.isBest : '',
    photo.usepermit ? '' : `　${texts.refused}`,
    downloaded_at === null ? '' : texts.isSaved,
  ];
  return texts.photoOf(place + 1, photo.user_name, marks.join(''));
}

function SmallPicture({ row: { photo } }: { readonly row: StaffPhoto }) {
  const urls = usePictureUrls();
  return <Picture {...urls.list(photo)} sizes="(max-width:768px) 32vw,160px" alt="" className={styles.small} />;
}

/** What was decided about a photo, on its picture. The name of the button says the same. */
function Marks({ row: { photo, stars, downloaded_at } }: { readonly row: StaffPhoto }) {
  return (
    <p className={styles.badges} aria-hidden="true">
      {stars > 0 && (
        <span>
          <Star size={12} fill="currentColor" />
          {stars}
        </span>
      )}
      {photo.option !== null && (
        <span>
          <Award size={14} />
        </span>
      )}
      {!photo.usepermit && (
        <span title={staffDownload.onlyPermitted}>
          <Lock size={12} />
          {texts.refused}
        </span>
      )}
      {downloaded_at !== null && (
        <span title={texts.saved(showWireTime(downloaded_at))}>
          <Check size={14} />
        </span>
      )}
    </p>
  );
}
