import type { CSSProperties } from 'react';
import type { WallMotion } from '../contract/wall.ts';
import styles from './Wall.module.css';
import { type Place, WallPlace } from './WallPhotos.tsx';
import type { WallSlot } from './wallPlaying.ts';

/** Slant of the strips, as a share of their longer side. */
const SLANT = { upright: 0.18, lying: 0.1 };
/** Between two strips, in parts of the screen's shorter side. */
const GAP = 0.008;

interface WallMosaicProps {
  readonly slots: readonly WallSlot[];
  readonly stage: Place;
  readonly motion: WallMotion;
}

/** Photos in the tenant's slanted strips: upright ones beside each other, on an upright screen lying ones (WAL-03c). */
export function WallMosaic({ slots, stage, motion }: WallMosaicProps) {
  const isUpright = stage.width >= stage.height;
  const gap = Math.min(stage.width, stage.height) * GAP;
  return slots.map((slot, i) => {
    const { style, place, slant } = (isUpright ? uprightStrip : lyingStrip)(stage, i, slots.length, gap);
    return (
      <div key={stripNames[i]} className={styles.strip} style={style}>
        <WallPlace slot={slot} place={place} motion={motion} slant={slant} />
      </div>
    );
  });
}

/** Keys of the strips: a strip stays where it is while its photo changes. */
const stripNames = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

interface Strip {
  readonly style: CSSProperties;
  readonly place: Place;
  readonly slant: number;
}

function uprightStrip({ width, height }: Place, i: number, count: number, gap: number): Strip {
  const slope = count === 1 ? 0 : height * SLANT.upright;
  const step = (width - slope) / count;
  const own = step + slope;
  const [left, right] = [i === 0 ? 0 : gap / 2, i === count - 1 ? own : own - gap / 2];
  const corners = [
    [i === 0 ? 0 : slope + left, 0],
    [i === count - 1 ? own : right, 0],
    [i === count - 1 ? own : right - slope, height],
    [i === 0 ? 0 : left, height],
  ];
  return {
    style: { left: i * step, top: 0, width: own, height, clipPath: polygonOf(corners) },
    place: { width: own, height },
    slant: Math.min(0.3, slope / own),
  };
}

function lyingStrip({ width, height }: Place, i: number, count: number, gap: number): Strip {
  const slope = count === 1 ? 0 : width * SLANT.lying;
  const step = (height - slope) / count;
  const own = step + slope;
  const corners = [
    [0, i === 0 ? 0 : slope + gap / 2],
    [width, i === 0 ? 0 : gap / 2],
    [width, i === count - 1 ? own : own - slope - gap / 2],
    [0, i === count - 1 ? own : own - gap / 2],
  ];
  return {
    style: { left: 0, top: i * step, width, height: own, clipPath: polygonOf(corners) },
    place: { width, height: own },
    slant: 0,
  };
}

const polygonOf = (corners: readonly (readonly number[])[]): string =>
  `polygon(${corners.map(([x = 0, y = 0]) => `${x}px ${y}px`).join(', ')})`;
