/** Close to the goal and to the corner. */
import { drawBall } from '../figure/ball.ts';
import { drawFigure } from '../figure/figure.ts';
import { circle, darker, ellipse, f, type Layer, lighter, type Pen, path, polygon, rect, type Scene } from '../pen.ts';
import { blades, pitch } from '../scenery/grass.ts';
import { wash } from '../scenery/lights.ts';
import { blurredStand } from '../scenery/stand.ts';
import { away, home } from './kits.ts';

/** The pole and its cloth, in the folds of the wind. */
function cornerFlag(pen: Pen, x: number, y: number, s: number): string {
  return (
    rect(
      x - 4 * pen.u,
      pen.h * 0.22,
      9 * pen.u,
      y - pen.h * 0.22,
      pen.linear(x - 4 * pen.u, 0, x + 5 * pen.u, 0, [
        [0, '#fff'],
        [0.5, '#e8e9e4'],
        [1, '#8b9094'],
      ]),
    ) +
    `<g transform="translate(${f(x + 4 * pen.u)} ${f(pen.h * 0.22)})">${path(
      `M0 0 C${f(s)} ${f(-s * 0.4)} ${f(s * 1.5)} ${f(s * 0.5)} ${f(s * 2.5)} 0 L${f(s * 2.4)} ${f(s * 1.5)} C${f(s * 1.6)} ${f(s * 2)} ${f(s)} ${f(s * 1.1)} 0 ${f(s * 1.6)}Z`,
      pen.linear(0, 0, s * 2.5, 0, [
        [0, darker(pen.palette.brand, 0.2)],
        [0.25, lighter(pen.palette.brand, 0.25)],
        [0.5, darker(pen.palette.brand, 0.3)],
        [0.75, lighter(pen.palette.brand, 0.2)],
        [1, darker(pen.palette.brand, 0.2)],
      ]),
    )}</g>`
  );
}

/** A corner flag low over the grass, ball beside it. */
export const corner: Scene = (pen) => {
  const horizon = pen.h * 0.52;
  const tone = '#4a9a42';
  const s = Math.min(pen.w, pen.h) * 0.1;
  const [x, y] = [pen.w * 0.62, pen.h * 0.82];
  return [
    ...blurredStand(pen, horizon, false),
    { body: pitch(pen, horizon, tone), scale: 0.25, blur: 7 * pen.u },
    {
      body: polygon(
        [
          [0, y + s * 0.2],
          [pen.w, y + s * 0.75],
          [pen.w, y + s * 1.02],
          [0, y + s * 0.36],
        ],
        '#f3f7ee',
        'opacity=".9"',
      ),
      scale: 0.4,
      blur: 3 * pen.u,
    },
    { body: blades(pen, pen.h * 0.72, 5200, tone) },
    {
      body: ellipse(pen.w * 0.34, y + s * 0.98, s * 1.3, s * 0.22, '#06210a', 'opacity=".65"'),
      scale: 0.3,
      blur: 5 * pen.u,
    },
    { body: cornerFlag(pen, x, y, s) },
    { body: drawBall(pen, pen.w * 0.34, y, s, 'football') },
    { body: blades({ ...pen }, pen.h * 0.93, 700, '#58a84c') },
    { body: blades({ ...pen }, pen.h * 1.03, 160, '#7cc060'), scale: 0.3, blur: 5 * pen.u },
    wash(pen, 0, 0, pen.w * 0.9, '#ffdc9e', 0.55),
  ];
};

function meshOf(pen: Pen): string {
  let mesh = '';
  const cell = 66 * pen.u;
  for (let i = -1; i < pen.w / cell + 2; i++)
    mesh += `<path d="M${f(i * cell)} 0 q${f(pen.rnd(-14, 14) * pen.u)} ${f(pen.h / 2)} ${f(pen.rnd(-20, 20) * pen.u)} ${f(pen.h)}"/>`;
  for (let j = -1; j < pen.h / cell + 2; j++)
    mesh += `<path d="M0 ${f(j * cell)} q${f(pen.w / 2)} ${f(34 * pen.u)} ${f(pen.w)} 0"/>`;
  return mesh;
}

/** A floodlight in the corner of the picture. */
function glare(pen: Pen): Layer {
  return {
    body: circle(
      pen.w * 0.85,
      0,
      pen.w * 0.5,
      pen.radial(pen.w * 0.85, 0, pen.w * 0.5, [
        [0, '#ffffff', 0.9],
        [0.15, '#dbe6ff', 0.45],
        [1, '#000000', 0],
      ]),
    ),
    scale: 0.125,
    blend: 'screen',
  };
}

/** Through the net behind the goal. */
export const net: Scene = (pen) => {
  const horizon = pen.h * 0.52;
  const size = pen.h / 13;
  const mesh = meshOf(pen);
  const keeper = drawFigure(
    pen,
    'leap',
    { ...home(pen), shirt: '#e6d21f', shorts: '#2a2d33', socks: '#e6d21f', longSleeves: true },
    { x: pen.w * 0.47, y: pen.h * 0.55, size, light: -70 },
  );
  return [
    ...blurredStand(pen, horizon, true),
    { body: pitch(pen, horizon, '#3a863a', 0.1), scale: 0.3, blur: 4 * pen.u },
    {
      body:
        drawFigure(pen, 'kick', away(pen), { x: pen.w * 0.8, y: pen.h * 0.58, size: size * 0.55, flip: true }).body +
        drawFigure(pen, 'run', home(pen), { x: pen.w * 0.2, y: pen.h * 0.58, size: size * 0.5 }).body,
      scale: 0.5,
      blur: 3.5 * pen.u,
    },
    { body: ellipse(pen.w * 0.47, pen.h * 0.88, size * 2, size * 0.25, '#000', 'opacity=".5"'), scale: 0.25, blur: 9 },
    {
      body:
        keeper.body +
        drawBall(
          pen,
          keeper.at('nearHand')[0] + size * 0.4,
          keeper.at('nearHand')[1] - size * 0.5,
          size * 0.42,
          'football',
        ),
    },
    {
      body: `<g stroke="#eef2f4" stroke-width="${f(3.2 * pen.u)}" fill="none" opacity=".55">${mesh}</g>`,
      scale: 0.6,
      blur: 1.8,
    },
    glare(pen),
  ];
};
