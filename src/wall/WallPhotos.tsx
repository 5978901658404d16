import { type CSSProperties, useEffect, useState } from 'react';
import type { WallMotion } from '../contract/wall.ts';
import { wallScreen as texts } from '../messages/jaWall.ts';
import { cropToFill, wholeWidth } from '../rules/wallCrop.ts';
import styles from './Wall.module.css';
import type { WallPicture, WallSlot } from './wallPlaying.ts';

/** Width and height of a place on the screen, in CSS pixels. */
export interface Place {
  readonly width: number;
  readonly height: number;
}

interface LayerProps {
  readonly picture: WallPicture;
  readonly place: Place;
  /** Share of the place that slanted sides take away at each side. */
  readonly slant: number;
  readonly isWhole: boolean;
  readonly isNew: boolean;
}

/** One photo that fills its place, or stands whole before its own blurred copy where a cut would take a face or too much (WAL-03b). */
function Layer({ picture, place, slant, isWhole, isNew }: LayerProps) {
  const { photo, url } = picture;
  const crop = isWhole ? null : cropToFill(photo, place, { slant, keepAtLeast: slant > 0 ? 0.3 : 0.6 });
  const inset = (place.width - wholeWidth(photo, place, slant)) / 2;
  const style: CSSProperties =
    crop === null ? { left: inset, width: place.width - 2 * inset } : { objectPosition: `${crop.x}% ${crop.y}%` };
  return (
    <div className={styles.layer} data-new={isNew || undefined} style={{ backgroundColor: photo.color }}>
      {crop === null && <img className={styles.backdrop} src={url} alt="" />}
      <img
        className={styles.picture}
        data-fit={crop === null ? 'whole' : 'fill'}
        src={url}
        alt={texts.photoOf(photo.credit)}
        style={style}
      />
      {photo.credit !== '' && <p className={styles.credit}>{photo.credit}</p>}
    </div>
  );
}

interface WallPlaceProps {
  readonly slot: WallSlot;
  readonly place: Place;
  readonly motion: WallMotion;
  readonly slant?: number;
  /** The photo is never cut. */
  readonly isWhole?: boolean;
}

/** A place of the screen: its photo over the one before, which is removed when the change is over. */
export function WallPlace({ slot: { shown, under }, place, motion, slant = 0, isWhole = false }: WallPlaceProps) {
  const layers = under === null || motion === 'cut' ? [shown] : [under, shown];
  return (
    <div className={styles.place} data-motion={motion}>
      {layers.map((picture) => (
        <Layer
          key={picture.turn}
          picture={picture}
          place={place}
          slant={slant}
          isWhole={isWhole}
          isNew={picture === shown && under !== null}
        />
      ))}
    </div>
  );
}

/** Width and height of an element, now and after each change. */
export function usePlace(element: HTMLElement | null): Place {
  const [place, setPlace] = useState<Place>({ width: 16, height: 9 });
  useEffect(() => {
    if (element === null) return;
    const observer = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0) setPlace({ width, height });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return place;
}
