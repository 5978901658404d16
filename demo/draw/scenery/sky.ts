/** The sky, and what falls from it. */
import { circle, ellipse, f, lighter, type Pen, rect, type Stop } from '../pen.ts';

/** Colours of the sky from above to the horizon. */
const skies = {
  dusk: ['#141c3a', '#3b3f74', '#b0617a', '#f0a269'],
  night: ['#04060f', '#0a1024', '#16203d', '#26365a'],
  day: ['#2f78c4', '#69a9de', '#b4d7ef', '#e8f2f6'],
  sunset: ['#28305f', '#8b4a6f', '#ea7a4b', '#ffcf7d'],
  snow: ['#5b6678', '#8492a4', '#b3bdc9', '#d6dce2'],
  gold: ['#4a6a96', '#a99a93', '#f2bf7d', '#ffe6b0'],
} as const;
export type Sky = keyof typeof skies;

/** The sky down to `bottom`, clouds in it unless it is night. */
export function sky(pen: Pen, kind: Sky, bottom: number): string {
  const tones = skies[kind];
  const stops: Stop[] = tones.map((c, i) => [i / (tones.length - 1), c] as const);
  let body = rect(0, 0, pen.w, bottom + 2, pen.linear(0, 0, 0, bottom, stops));
  if (kind === 'night') return body;
  for (let i = 0; i < 26; i++) {
    const y = pen.rnd(0.05, 0.85) * bottom;
    const rx = pen.rnd(60, 260) * pen.u;
    body += ellipse(
      pen.rnd(-0.1, 1.1) * pen.w,
      y,
      rx,
      rx * pen.rnd(0.05, 0.14),
      i % 3 ? lighter(tones[3], 0.25) : tones[1],
      `opacity="${f(pen.rnd(0.08, 0.3))}"`,
    );
  }
  return body;
}

/** Paper or snow in the air. */
export function flakes(
  pen: Pen,
  count: number,
  colours: readonly [string, ...string[]],
  size: number,
  square: boolean,
): string {
  let body = '';
  for (let i = 0; i < count; i++) {
    const [x, y, r] = [pen.rnd(0, pen.w), pen.rnd(0, pen.h), pen.rnd(0.4, 1.3) * size * pen.u];
    const c = pen.pick(colours);
    body += square
      ? `<rect x="${f(x)}" y="${f(y)}" width="${f(r)}" height="${f(r * pen.rnd(0.4, 1.8))}" fill="${c}" opacity="${f(pen.rnd(0.6, 1))}" transform="rotate(${f(pen.rnd(0, 180))} ${f(x)} ${f(y)}) skewX(${f(pen.rnd(-30, 30))})"/>`
      : circle(x, y, r / 2, c, `opacity="${f(pen.rnd(0.5, 0.95))}"`);
  }
  return body;
}
