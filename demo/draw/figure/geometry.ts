/** Points and angles of a figure, in its own units: a head is one high. */

export type FigurePoint = readonly [number, number];

/** The point that lies so far from another in a direction, in degrees. */
export const go = ([x, y]: FigurePoint, angle: number, length: number): FigurePoint => [
  x + Math.cos((angle * Math.PI) / 180) * length,
  y + Math.sin((angle * Math.PI) / 180) * length,
];

/** The point at share `t` of the way. */
export const between = (a: FigurePoint, b: FigurePoint, t: number): FigurePoint => [
  a[0] + (b[0] - a[0]) * t,
  a[1] + (b[1] - a[1]) * t,
];
