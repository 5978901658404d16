/** A microphone. */
import { circle, darker, f, lighter, type Pen, polygon, rect, type Scene, whole } from '../pen.ts';
import { bokeh } from '../scenery/lights.ts';
import { beams } from './stageSet.ts';

/** Wires of the grille, bent as on a ball. */
function meshOf(cx: number, cy: number, s: number): string {
  let mesh = '';
  for (let i = -5; i <= 5; i++)
    mesh += `<path d="M${f(cx + i * s * 0.2)} ${f(cy - s)} q${f(i * s * 0.05)} ${f(s)} 0 ${f(s * 2)} M${f(cx - s)} ${f(cy + i * s * 0.2)} q${f(s)} ${f(i * s * 0.05)} ${f(s * 2)} 0" stroke="#1b1f26" stroke-width="${f(s * 0.035)}" fill="none" opacity=".75"/>`;
  return mesh;
}

/** The pole of the stand and the microphone's shaft, lit from both sides. */
const poleAndShaft = (pen: Pen, cx: number, cy: number, s: number): string =>
  rect(
    cx - s * 0.15,
    cy + s * 1.6,
    s * 0.3,
    pen.h,
    pen.linear(cx - s * 0.15, 0, cx + s * 0.15, 0, [
      [0, '#ffd7f0'],
      [0.2, '#5c6470'],
      [0.6, '#1a1d23'],
      [1, '#8fc7ff'],
    ]),
  ) +
  polygon(
    [
      [cx - s * 0.62, cy + s * 0.75],
      [cx + s * 0.62, cy + s * 0.75],
      [cx + s * 0.34, cy + s * 2.5],
      [cx - s * 0.34, cy + s * 2.5],
    ],
    pen.linear(cx - s * 0.6, 0, cx + s * 0.6, 0, [
      [0, '#ffcdea'],
      [0.12, '#4b515c'],
      [0.5, '#1c2027'],
      [0.86, '#3a414c'],
      [1, '#a8d8ff'],
    ]),
  );

const grille = (pen: Pen, cx: number, cy: number, s: number): string =>
  circle(
    cx,
    cy,
    s,
    pen.radial(cx - s * 0.4, cy - s * 0.5, s * 1.7, [
      [0, '#ffffff'],
      [0.2, '#d9dee5'],
      [0.55, '#7c8591'],
      [1, '#22262d'],
    ]),
  );

const ring = (pen: Pen, cx: number, cy: number, s: number): string =>
  rect(
    cx - s * 0.75,
    cy + s * 0.62,
    s * 1.5,
    s * 0.22,
    pen.linear(cx - s * 0.75, 0, cx + s * 0.75, 0, [
      [0, '#ffcdea'],
      [0.2, lighter(pen.palette.second, 0.3)],
      [0.6, darker(pen.palette.second, 0.3)],
      [1, '#a8d8ff'],
    ]),
  );

/** A microphone on its stand before the doors open. */
export const microphone: Scene = (pen) => {
  const { w, h } = pen;
  const [cx, cy, s] = [w * 0.46, h * 0.42, Math.min(w, h) * 0.13];
  const mesh = meshOf(cx, cy, s);
  const id = `mic${pen.defs.length}`;
  pen.defs.push(`<clipPath id="${id}"><circle cx="${f(cx)}" cy="${f(cy)}" r="${f(s)}"/></clipPath>`);
  return [
    {
      body: whole(
        pen,
        pen.linear(0, 0, w, h, [
          [0, darker(pen.palette.brand, 0.55)],
          [0.5, '#40204f'],
          [1, '#0b0714'],
        ]),
      ),
      scale: 0.1,
    },
    ...beams(pen, 5, h),
    bokeh(pen, 70, ['#ff9fd2', '#9fdcff', '#ffe9a8', lighter(pen.palette.brand, 0.4), '#ffffff'], {
      top: 0,
      bottom: h,
      min: 18,
      max: 74,
    }),
    {
      body:
        poleAndShaft(pen, cx, cy, s) +
        grille(pen, cx, cy, s) +
        `<g clip-path="url(#${id})">${mesh}</g>` +
        ring(pen, cx, cy, s),
      blur: 0.8,
    },
  ];
};
