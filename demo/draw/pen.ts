/** What a scene draws with: a seeded random source, colours, gradients. All lengths are pixels of the finished picture. */
import { createRandom } from '../random.ts';

export interface Palette {
  /** The club's colour. */
  readonly brand: string;
  /** Its second colour. */
  readonly second: string;
  /** The visitors' colour. */
  readonly rival: string;
}

type Blend = 'over' | 'screen' | 'multiply' | 'overlay' | 'soft-light';

/** One sheet of the picture. Blurred sheets are drawn small and enlarged: that is fast, and looks like a lens. */
export interface Layer {
  readonly body: string;
  /** Share of the full resolution it is drawn at; two values for a streak along one axis. */
  readonly scale?: number | readonly [number, number];
  /** Standard deviation of the blur, in pixels of the finished picture. */
  readonly blur?: number;
  readonly blend?: Blend;
}

export interface Pen {
  readonly w: number;
  readonly h: number;
  /** A thousandth of the shorter side. */
  readonly u: number;
  readonly palette: Palette;
  readonly defs: string[];
  /** Heads of the people one could name, in pixels: left, top, width, height. */
  readonly faces: (readonly [number, number, number, number])[];
  /** Uniform in [from, to). */
  rnd(from: number, to: number): number;
  chance(share: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  /** A linear gradient between two points; answers its paint. */
  linear(x1: number, y1: number, x2: number, y2: number, stops: readonly Stop[]): string;
  radial(x: number, y: number, r: number, stops: readonly Stop[]): string;
}

/** One picture: its sheets, the farthest first. */
export type Scene = (pen: Pen) => Layer[];

/** Offset 0–1, colour, opacity. */
export type Stop = readonly [number, string, number?];

export function createPen(w: number, h: number, palette: Palette, seed: string): Pen {
  const random = createRandom(seed);
  const defs: string[] = [];
  const stopsOf = (stops: readonly Stop[]) =>
    stops
      .map(([at, colour, opacity = 1]) => `<stop offset="${f(at)}" stop-color="${colour}" stop-opacity="${opacity}"/>`)
      .join('');
  const add = (tag: string, geometry: string, stops: readonly Stop[]) => {
    const id = `g${defs.length}`;
    defs.push(`<${tag} id="${id}" gradientUnits="userSpaceOnUse" ${geometry}>${stopsOf(stops)}</${tag}>`);
    return `url(#${id})`;
  };
  return {
    w,
    h,
    u: Math.min(w, h) / 1000,
    palette,
    defs,
    faces: [],
    rnd: (from, to) => from + random() * (to - from),
    chance: (share) => random() < share,
    pick: <T>(items: readonly [T, ...T[]]) => items[Math.floor(random() * items.length)] ?? items[0],
    linear: (x1, y1, x2, y2, stops) =>
      add('linearGradient', `x1="${f(x1)}" y1="${f(y1)}" x2="${f(x2)}" y2="${f(y2)}"`, stops),
    radial: (x, y, r, stops) => add('radialGradient', `cx="${f(x)}" cy="${f(y)}" r="${f(r)}"`, stops),
  };
}

/** A number for an attribute. */
export const f = (value: number): string => String(Math.round(value * 100) / 100);

export function channels(colour: string): [number, number, number] {
  const n = Number.parseInt(colour.slice(1), 16);
  return [n >> 16, (n >> 8) & 255, n & 255];
}

export const toHex = (rgb: readonly number[]): string =>
  `#${rgb
    .map((c) =>
      Math.max(0, Math.min(255, Math.round(c)))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** `share` of the second colour in the first. */
export function mix(a: string, b: string, share: number): string {
  const [x, y] = [channels(a), channels(b)];
  return toHex(x.map((c, i) => c + ((y[i] ?? 0) - c) * share));
}

export const darker = (colour: string, share: number): string => mix(colour, '#05070c', share);
export const lighter = (colour: string, share: number): string => mix(colour, '#ffffff', share);

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = ''): string =>
  `<rect x="${f(x)}" y="${f(y)}" width="${f(w)}" height="${f(h)}" fill="${fill}" ${more}/>`;
export const circle = (x: number, y: number, r: number, fill: string, more = ''): string =>
  `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r)}" fill="${fill}" ${more}/>`;
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = ''): string =>
  `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(rx)}" ry="${f(ry)}" fill="${fill}" ${more}/>`;
export const path = (d: string, fill: string, more = ''): string => `<path d="${d}" fill="${fill}" ${more}/>`;
export const polygon = (points: readonly (readonly [number, number])[], fill: string, more = ''): string =>
  `<polygon points="${points.map(([x, y]) => `${f(x)},${f(y)}`).join(' ')}" fill="${fill}" ${more}/>`;
export const whole = (pen: Pen, fill: string): string => rect(0, 0, pen.w, pen.h, fill);
