/** The ballpark by the bay: its field, its dirt. */
import { drawFigure } from '../figure/figure.ts';
import { ellipse, type Pen, polygon, rect, type Scene } from '../pen.ts';
import { foreground } from '../scenery/crowd.ts';
import { floodlights } from '../scenery/lights.ts';
import { sky } from '../scenery/sky.ts';
import { stand } from '../scenery/stand.ts';
import { uniform, visitors } from './kits.ts';

/** Infield dirt from `top` to the lower edge, strewn with clods. */
export const dirt = (pen: Pen, top: number): string =>
  rect(
    0,
    top,
    pen.w,
    pen.h,
    pen.linear(0, top, 0, pen.h, [
      [0, '#b98355'],
      [0.4, '#96633c'],
      [1, '#4a2d19'],
    ]),
  ) +
  Array.from({ length: 900 }, () =>
    ellipse(
      pen.rnd(0, pen.w),
      pen.rnd(top, pen.h),
      pen.rnd(1, 7) * pen.u,
      pen.rnd(0.8, 2.4) * pen.u,
      pen.chance(0.5) ? '#d0a077' : '#5b3a22',
      'opacity=".5"',
    ),
  ).join('');

/** Eight fielders and a batter, far away. */
function nineOn(pen: Pen, far: number): string {
  const { w, h, u } = pen;
  return Array.from(
    { length: 9 },
    (_, i) =>
      drawFigure(
        pen,
        (['stand', 'dribble', 'hips', 'run'] as const)[i % 4] ?? 'stand',
        i === 4 ? visitors(pen) : uniform(pen),
        {
          x: w * (0.12 + ((i * 37) % 80) / 100),
          y: far + h * (0.05 + ((i * 53) % 26) / 100),
          size: 6.5 * u,
          shade: 0.1,
        },
      ).body,
  ).join('');
}

function foulLines({ w, h }: Pen): string {
  return (
    polygon(
      [
        [w * 0.5, h * 0.98],
        [w * 0.5 + 5, h * 0.98],
        [w * 1.02, h * 0.66],
        [w * 1.02, h * 0.655],
      ],
      '#fff',
    ) +
    polygon(
      [
        [w * 0.5, h * 0.98],
        [w * 0.5 - 5, h * 0.98],
        [-w * 0.02, h * 0.66],
        [-w * 0.02, h * 0.655],
      ],
      '#fff',
    )
  );
}

/** Grass, the dirt of the infield, the mound, the foul lines. */
function diamond(pen: Pen, far: number): string {
  const { w, h } = pen;
  return (
    rect(
      0,
      far,
      w,
      h,
      pen.linear(0, far, 0, h, [
        [0, '#5aa04c'],
        [1, '#2c6a32'],
      ]),
    ) +
    polygon(
      [
        [w * 0.5, h * 0.98],
        [w * 0.16, h * 0.76],
        [w * 0.5, h * 0.64],
        [w * 0.84, h * 0.76],
      ],
      '#a8754a',
    ) +
    polygon(
      [
        [w * 0.5, h * 0.92],
        [w * 0.27, h * 0.765],
        [w * 0.5, h * 0.68],
        [w * 0.73, h * 0.765],
      ],
      '#4b9443',
    ) +
    ellipse(w * 0.5, h * 0.78, w * 0.035, h * 0.014, '#b88558') +
    foulLines(pen)
  );
}

/** The whole ballpark from behind home plate. */
export const ballpark: Scene = (pen) => {
  const { w, h, u } = pen;
  const top = h * 0.34;
  const far = h * 0.56;
  const banks = [0.1, 0.38, 0.66, 0.9].map((x) => floodlights(pen, w * x, h * 0.16, w * 0.05));
  const people = nineOn(pen, far);
  return [
    { body: sky(pen, pen.chance(0.5) ? 'dusk' : 'sunset', top + 20), scale: 0.25, blur: 6 * u },
    {
      body: diamond(pen, far) + stand(pen, top, far, 0.2) + people,
      blur: 0.7,
    },
    { body: banks.map((b) => b.lamps).join('') },
    { body: banks.map((b) => b.glow).join(''), scale: 0.2, blend: 'screen' },
    foreground(pen, h * 0.11, 0.4),
  ];
};
