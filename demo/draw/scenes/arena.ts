/** The arena of volleyball: its court, its net, its stands. */
import { drawFigure } from '../figure/figure.ts';
import { f, type Layer, lighter, type Pen, polygon, rect, type Scene, whole } from '../pen.ts';
import { crowd, foreground } from '../scenery/crowd.ts';
import { backlight, bokeh, floodlights } from '../scenery/lights.ts';
import { away, home } from './kits.ts';

const floor = (pen: Pen, top: number): string =>
  rect(
    0,
    top,
    pen.w,
    pen.h,
    pen.linear(0, top, 0, pen.h, [
      [0, '#e8a25a'],
      [0.3, '#cf7a34'],
      [1, '#5c2f12'],
    ]),
  ) +
  polygon(
    [
      [-pen.w * 0.1, pen.h],
      [pen.w * 0.12, top + pen.h * 0.06],
      [pen.w * 0.88, top + pen.h * 0.06],
      [pen.w * 1.1, pen.h],
    ],
    '#2f6f73',
    'opacity=".75"',
  );

/** Crowd, lamps and floor behind players close by, out of focus. */
export function arenaBack(pen: Pen, horizon: number): Layer[] {
  return [
    {
      body:
        whole(pen, '#05070d') +
        crowd(pen, {
          top: pen.h * 0.12,
          bottom: horizon,
          far: 8 * pen.u,
          near: 20 * pen.u,
          shade: 0.45,
          hold: 'stick',
          share: 0.6,
        }),
      scale: 0.28,
      blur: 8 * pen.u,
    },
    backlight(pen, pen.w * pen.rnd(0.3, 0.7), pen.h * 0.1, pen.w * 0.6, '#eaf3ff'),
    bokeh(pen, 34, ['#ffffff', '#dfeeff', lighter(pen.palette.brand, 0.45), lighter(pen.palette.second, 0.2)], {
      top: 0,
      bottom: horizon * 0.7,
      min: 8,
      max: 34,
    }),
    { body: floor(pen, horizon), scale: 0.25, blur: 6 * pen.u },
  ];
}

/** The net between `x0` and `x1`, its tape at height `y`. */
export function courtNet(pen: Pen, x0: number, x1: number, y: number, h: number): string {
  let body = '';
  for (let i = 0; i <= 46; i++) body += `<path d="M${f(x0 + ((x1 - x0) * i) / 46)} ${f(y)} v${f(h)}"/>`;
  for (let j = 0; j <= 9; j++) body += `<path d="M${f(x0)} ${f(y + (h * j) / 9)} H${f(x1)}"/>`;
  return `<g stroke="#10141a" stroke-width="${f(2.2 * pen.u)}" opacity=".8">${body}</g>${rect(
    x0,
    y - 12 * pen.u,
    x1 - x0,
    26 * pen.u,
    pen.linear(0, y - 12 * pen.u, 0, y + 14 * pen.u, [
      [0, '#ffffff'],
      [0.6, '#dfe5ea'],
      [1, '#98a2ac'],
    ]),
  )}${rect(x0, y + h, x1 - x0, 7 * pen.u, '#e9edf0')}`;
}

/** Twelve players far away, on both sides of the net. */
function teamsOnCourt(pen: Pen, court: number): string {
  const { w, h, u } = pen;
  const size = 9 * u;
  return Array.from(
    { length: 12 },
    (_, i) =>
      drawFigure(
        pen,
        (['dribble', 'stand', 'block', 'run', 'toss', 'dig'] as const)[i % 6] ?? 'stand',
        i % 2 ? home(pen) : away(pen),
        {
          x: w * (0.2 + (i % 6) * 0.12),
          y: court + h * (i < 6 ? 0.1 : 0.19),
          size: size * (i < 6 ? 1 : 1.2),
          flip: i % 2 === 0,
          shade: 0.15,
        },
      ).body,
  ).join('');
}

/** The dark hall with its lit board. */
function scoreboard(pen: Pen): Layer {
  const { w, h } = pen;
  return {
    body:
      whole(pen, '#04060b') +
      rect(
        w * 0.36,
        h * 0.13,
        w * 0.28,
        h * 0.14,
        pen.linear(0, h * 0.13, 0, h * 0.27, [
          [0, lighter(pen.palette.brand, 0.3)],
          [1, pen.palette.brand],
        ]),
      ),
    scale: 0.5,
    blur: 2,
  };
}

function courtOf(pen: Pen, court: number): string {
  const { w, h } = pen;
  return (
    rect(
      0,
      court - h * 0.02,
      w,
      h,
      pen.linear(0, court, 0, h, [
        [0, '#f0b068'],
        [0.5, '#cf7c36'],
        [1, '#6a3917'],
      ]),
    ) +
    polygon(
      [
        [w * 0.1, court + h * 0.3],
        [w * 0.2, court + h * 0.05],
        [w * 0.8, court + h * 0.05],
        [w * 0.9, court + h * 0.3],
      ],
      '#2f7a7c',
      'opacity=".85" stroke="#fff" stroke-width="4"',
    )
  );
}

/** The whole arena from the upper tier. */
export const arena: Scene = (pen) => {
  const { w, h, u } = pen;
  const court = h * 0.58;
  const people = teamsOnCourt(pen, court);
  const lamps = Array.from({ length: 7 }, (_, i) =>
    floodlights(pen, w * (0.06 + i * 0.13), h * 0.05 + Math.abs(i - 3) * h * 0.012, w * 0.045, '#f0f6ff'),
  );
  return [
    scoreboard(pen),
    {
      body: crowd(pen, {
        top: h * 0.24,
        bottom: court - h * 0.03,
        far: 8.5 * u,
        near: 12 * u,
        shade: 0.38,
        hold: 'stick',
        share: 0.5,
      }),
      blur: 0.6,
    },
    {
      body: courtOf(pen, court) + people + courtNet(pen, w * 0.22, w * 0.78, court + h * 0.06, h * 0.055),
    },
    { body: lamps.map((l) => l.lamps).join('') },
    { body: lamps.map((l) => l.glow).join(''), scale: 0.2, blend: 'screen' },
    foreground(pen, h * 0.12, 0.4),
  ];
};
