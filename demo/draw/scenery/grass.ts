/** Grass, seen from the stand and from close by. */
import { darker, f, lighter, mix, type Pen, polygon, rect } from '../pen.ts';

/** Mown grass in perspective, from the horizon line to the lower edge. */
export function pitch(pen: Pen, horizon: number, tone = '#3f8a3a', shade = 0): string {
  const near = darker(tone, shade);
  let body = rect(
    0,
    horizon,
    pen.w,
    pen.h - horizon,
    pen.linear(0, horizon, 0, pen.h, [
      [0, mix(near, '#cfe8b0', 0.16)],
      [0.3, near],
      [1, darker(near, 0.5)],
    ]),
  );
  const vanish = pen.w * pen.rnd(0.35, 0.65);
  const spread = pen.w * 0.34;
  for (let i = -8; i < 9; i += 2) {
    const at = (k: number): [number, number][] => [
      [vanish + k * spread * 0.3, horizon],
      [vanish + k * spread * 1.4, pen.h],
    ];
    const [a, b] = [at(i), at(i + 1)];
    body += polygon([a[0] ?? [0, 0], b[0] ?? [0, 0], b[1] ?? [0, 0], a[1] ?? [0, 0]], '#0b2a10', 'opacity=".22"');
  }
  return body;
}

/** Blades and crumbs that make grass of a green plane; for close views. */
export function blades(pen: Pen, top: number, count: number, tone: string): string {
  let body = '';
  for (let i = 0; i < count; i++) {
    const t = pen.rnd(0, 1) ** 0.7;
    const y = top + t * (pen.h - top);
    const len = (4 + 26 * t) * pen.u;
    const x = pen.rnd(0, pen.w);
    body += `<path d="M${f(x)} ${f(y)} q${f(pen.rnd(-0.3, 0.3) * len)} ${f(-len * 0.6)} ${f(pen.rnd(-0.6, 0.6) * len)} ${f(-len)}" stroke="${pen.chance(0.5) ? lighter(tone, pen.rnd(0.02, 0.28)) : darker(tone, pen.rnd(0.15, 0.5))}" stroke-width="${f((0.7 + 1.8 * t) * pen.u)}" fill="none"/>`;
  }
  return body;
}
