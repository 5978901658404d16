/** Open-wheel cars. */
import { circle, darker, lighter, type Pen, path, rect } from '../pen.ts';

/** An open-wheel car from the side, nose to the right; `s` is a wheel's radius, the origin lies on the ground below the middle. */
export function sideCar(pen: Pen, paint: string, accent: string): string {
  const wheel = (x: number) =>
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
    ) +
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
    `<path d="M-.85 -2.35 Q-.1 -2.62 .75 -1.85" fill="none" stroke="#1a1d22" stroke-width=".11"/>` +
    path('M-4.7 -2.5 L-3.6 -2.5 L-3.55 -2.3 L-4.7 -2.28Z', darker(accent, 0.1)) +
    path(
      'M-4.75 -2.65 L-4.4 -2.65 L-4.3 -1.1 L-4.7 -1.1Z',
      pen.linear(-4.7, 0, -4.3, 0, [
        [0, lighter(paint, 0.3)],
        [1, darker(paint, 0.3)],
      ]),
    ) +
    path('M4.7 -.62 L6.1 -.55 L6.15 -.22 L4.9 -.25Z', darker(accent, 0.05)) +
    `<path d="M-3.2 -2.02 Q-1 -2.5 5 -.86" stroke="#ffffff" stroke-width=".05" opacity=".8" fill="none"/>` +
    wheel(-3.3) +
    wheel(3.5)
  );
}
