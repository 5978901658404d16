/** Open-wheel cars. */
import { circle, darker, f, lighter, type Pen, path, rect } from '../pen.ts';

/** An open-wheel car from the side, nose to the right; the unit is a wheel's radius, the origin lies on the ground below the middle. */
export const sideCar = (pen: Pen, paint: string, accent: string): string =>
  hull(pen, paint, accent) +
  cockpit(pen, accent) +
  rearWing(pen, paint, accent) +
  path('M4.7 -.62 L6.1 -.55 L6.15 -.22 L4.9 -.25Z', darker(accent, 0.05)) +
  `<path d="M-3.2 -2.02 Q-1 -2.5 5 -.86" stroke="#ffffff" stroke-width=".05" opacity=".8" fill="none"/>` +
  wheel(pen, -3.3) +
  wheel(pen, 3.5);

/** Floor, shell and side pod. */
function hull(pen: Pen, paint: string, accent: string): string {
  const shell = pen.linear(0, -2.3, 0, -0.2, [
    [0, lighter(paint, 0.75)],
    [0.18, lighter(paint, 0.25)],
    [0.45, paint],
    [0.8, darker(paint, 0.55)],
    [1, darker(paint, 0.8)],
  ]);
  return (
    rect(-4.4, -0.34, 9.9, 0.16, '#101216') +
    path(
      'M-3.9 -1.1 L-3.4 -2.1 Q-2.2 -2.6 -1.4 -2.55 L-.5 -2.1 L.9 -1.75 Q3.4 -1.35 5.5 -.75 L5.6 -.4 L1.6 -.32 L-3.6 -.35Z',
      shell,
    ) +
    path(
      'M-2.4 -.4 Q-2.5 -1.5 -1 -1.45 L1 -1.3 Q1.5 -.9 1.4 -.36Z',
      pen.linear(0, -1.5, 0, -0.3, [
        [0, lighter(accent, 0.4)],
        [0.4, accent],
        [1, darker(accent, 0.6)],
      ]),
    )
  );
}

/** Opening, the driver's helmet, the halo over it. */
const cockpit = (pen: Pen, accent: string): string =>
  path('M-.75 -2.1 Q-.2 -1.9 .55 -1.85 L.75 -1.7 L-.6 -1.75Z', '#0a0c10') +
  circle(
    -0.28,
    -2.12,
    0.3,
    pen.radial(-0.36, -2.24, 0.4, [
      [0, '#ffffff'],
      [0.4, accent],
      [1, darker(accent, 0.6)],
    ]),
  ) +
  `<path d="M-.85 -2.35 Q-.1 -2.62 .75 -1.85" fill="none" stroke="#1a1d22" stroke-width=".11"/>`;

const rearWing = (pen: Pen, paint: string, accent: string): string =>
  path('M-4.7 -2.5 L-3.6 -2.5 L-3.55 -2.3 L-4.7 -2.28Z', darker(accent, 0.1)) +
  path(
    'M-4.75 -2.65 L-4.4 -2.65 L-4.3 -1.1 L-4.7 -1.1Z',
    pen.linear(-4.7, 0, -4.3, 0, [
      [0, lighter(paint, 0.3)],
      [1, darker(paint, 0.3)],
    ]),
  );

const wheel = (pen: Pen, x: number): string =>
  circle(x, -1, 1, '#0c0d10') +
  circle(
    x,
    -1,
    0.97,
    pen.radial(x, -1, 1, [
      [0.55, '#0c0d10'],
      [0.8, '#2c2f36'],
      [0.93, '#15171b'],
      [1, '#000000'],
    ]),
  ) +
  `<circle cx="${x}" cy="-1" r=".74" fill="none" stroke="#ffd23d" stroke-width=".05" opacity=".55"/>` +
  circle(
    x,
    -1,
    0.5,
    pen.radial(x - 0.1, -1.1, 0.55, [
      [0, '#8d949e'],
      [0.5, '#3d434c'],
      [1, '#14171b'],
    ]),
  );

/** The car head-on, standing on the point `x`, `y`; `size` is half of its breadth without the wheels. */
export const frontCar = (pen: Pen, x: number, y: number, size: number, paint: string): string =>
  `<g transform="translate(${f(x)} ${f(y)}) scale(${f(size)})">${frontWheels(pen)}${rect(-1.2, -1.36, 2.4, 0.22, darker(paint, 0.1))}${rect(-1.25, -1.5, 0.1, 0.6, lighter(paint, 0.2))}${rect(1.15, -1.5, 0.1, 0.6, lighter(paint, 0.2))}${frontHull(pen, paint)}${frontHelmet(pen)}<path d="M-.28 -1.02 Q0 -1.5 .28 -1.02" stroke="#15181c" stroke-width=".07" fill="none"/>${rect(-1.75, -0.16, 3.5, 0.12, lighter(paint, 0.15))}${rect(-1.75, -0.3, 0.09, 0.3, '#dfe3e7')}${rect(1.66, -0.3, 0.09, 0.3, '#dfe3e7')}</g>`;

const frontWheels = (pen: Pen): string =>
  rect(
    -1.65,
    -0.95,
    0.62,
    0.98,
    pen.linear(-1.65, 0, -1.03, 0, [
      [0, '#30343b'],
      [0.3, '#0b0c0f'],
      [1, '#1d2025'],
    ]),
    'rx=".16"',
  ) +
  rect(
    1.03,
    -0.95,
    0.62,
    0.98,
    pen.linear(1.03, 0, 1.65, 0, [
      [0, '#1d2025'],
      [0.7, '#0b0c0f'],
      [1, '#30343b'],
    ]),
    'rx=".16"',
  );

const frontHull = (pen: Pen, paint: string): string =>
  path(
    'M-1 -.25 Q-.9 -.8 -.42 -.9 L.42 -.9 Q.9 -.8 1 -.25Z',
    pen.linear(0, -0.9, 0, -0.2, [
      [0, lighter(paint, 0.4)],
      [0.5, darker(paint, 0.2)],
      [1, darker(paint, 0.7)],
    ]),
  ) +
  path(
    'M-.3 -.15 L-.22 -1 Q0 -1.15 .22 -1 L.3 -.15 Q0 .02 -.3 -.15Z',
    pen.linear(0, -1.1, 0, 0, [
      [0, lighter(paint, 0.7)],
      [0.4, paint],
      [1, darker(paint, 0.5)],
    ]),
  );

const frontHelmet = (pen: Pen): string =>
  circle(
    0,
    -1.12,
    0.2,
    pen.radial(-0.05, -1.2, 0.26, [
      [0, '#ffffff'],
      [0.4, '#e53a31'],
      [1, '#520d0a'],
    ]),
  );
