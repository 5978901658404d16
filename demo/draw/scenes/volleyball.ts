/** Scenes of volleyball in the arena. */
import { drawBall } from '../figure/ball.ts';
import { drawFigure } from '../figure/figure.ts';
import type { PoseName } from '../figure/poses.ts';
import { ellipse, f, lighter, polygon, rect, type Scene, whole } from '../pen.ts';
import { crowd, foreground } from '../scenery/crowd.ts';
import { backlight, bokeh, wash } from '../scenery/lights.ts';
import { flakes } from '../scenery/sky.ts';
import { arena, arenaBack, courtNet } from './arena.ts';
import { away, home } from './kits.ts';

const spike =
  (pose: PoseName): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const size = Math.min(w / 8.5, h / 9.5);
    const top = h * 0.4;
    const hitter = drawFigure(pen, pose, home(pen), {
      x: w * 0.38,
      y: top + size * 1.75,
      size,
      light: -80,
      shade: 0.8,
      rim: '#f4f8ff',
    });
    const [hx, hy] = hitter.at(pose === 'spike' ? 'nearHand' : 'farHand');
    const blockers = [0.7, 0.84]
      .map(
        (x) =>
          drawFigure(pen, 'block', away(pen), {
            x: w * x,
            y: top + size * 2.3,
            size: size * 0.94,
            shade: 0.8,
            light: -80,
            rim: '#eaf3ff',
          }).body,
      )
      .join('');
    const [bx, by] = pose === 'spike' ? [hx + size * 0.35, hy - size * 0.4] : [hx + size * 1.2, hy - size * 1.4];
    return [
      ...arenaBack(pen, h * 0.66),
      { body: blockers, blur: 2 * u },
      { body: courtNet(pen, -20, w + 20, top, h * 0.2), blur: 0.9 },
      { body: ellipse(w * 0.38, h * 0.93, size * 1.6, size * 0.2, '#000', 'opacity=".5"'), scale: 0.25, blur: 10 * u },
      { body: hitter.body },
      { body: drawBall(pen, bx, by, size * 0.5, 'volleyball', pen.palette.second), blur: 0.8 },
      wash(pen, w * 0.3, 0, w * 0.6, '#ffffff', 0.35),
    ];
  };

const huddle: Scene = (pen) => {
  const { w, h, u } = pen;
  const size = Math.min(w / 9, h / 10);
  const names: PoseName[] = ['cheer', 'leap', 'point', 'cheer', 'hips'];
  const people = names
    .map(
      (n, i) =>
        drawFigure(pen, n, home(pen), {
          x: w * (0.18 + i * 0.16),
          y: h * 0.9 - size * (n === 'leap' ? 4.2 : 3.4),
          size: size * (i % 2 ? 0.95 : 1.05),
          shade: 0.8,
          flip: i > 2,
          light: -95,
          rim: '#f2f7ff',
        }).body,
    )
    .join('');
  return [
    ...arenaBack(pen, h * 0.6),
    { body: ellipse(w * 0.5, h * 0.91, w * 0.42, h * 0.03, '#000', 'opacity=".5"'), scale: 0.2, blur: 12 * u },
    { body: people },
    { body: flakes(pen, 110, [pen.palette.brand, pen.palette.second, '#ffffff'], 14, true), scale: 0.6, blur: 1.3 },
    wash(pen, w * 0.5, 0, w * 0.7, '#ffffff', 0.4),
  ];
};

const serve: Scene = (pen) => {
  const { w, h, u } = pen;
  const size = Math.min(w / 6, h / 10.5);
  const who = drawFigure(pen, 'toss', home(pen), {
    x: w * 0.42,
    y: h * 0.9 - size * 3.4,
    size,
    shade: 0.8,
    light: -70,
    rim: '#f2f7ff',
  });
  const [hx, hy] = who.at('nearHand');
  return [
    ...arenaBack(pen, h * 0.64),
    { body: courtNet(pen, w * 0.55, w + 30, h * 0.44, h * 0.12), scale: 0.4, blur: 5 * u },
    { body: ellipse(w * 0.42, h * 0.9, size * 1.6, size * 0.2, '#000', 'opacity=".55"'), scale: 0.25, blur: 10 * u },
    { body: who.body },
    {
      body: drawBall(pen, hx + size * 0.15, hy - size * 1.1, size * 0.46, 'volleyball', pen.palette.second),
      blur: 0.7,
    },
    wash(pen, w * 0.7, 0, w * 0.6, '#ffffff', 0.4),
  ];
};

const receive: Scene = (pen) => {
  const { w, h, u } = pen;
  const size = Math.min(w / 7, h / 7.5);
  const who = drawFigure(pen, 'dig', home(pen), {
    x: w * 0.42,
    y: h * 0.86 - size * 2.6,
    size,
    shade: 0.8,
    light: -90,
    rim: '#fff6e6',
  });
  const [hx, hy] = who.at('nearHand');
  return [
    ...arenaBack(pen, h * 0.58),
    {
      body: drawFigure(pen, 'dribble', home(pen), { x: w * 0.83, y: h * 0.6, size: size * 0.6, flip: true, shade: 0.8 })
        .body,
      scale: 0.4,
      blur: 6 * u,
    },
    { body: ellipse(w * 0.45, h * 0.88, size * 2.4, size * 0.24, '#000', 'opacity=".55"'), scale: 0.25, blur: 10 * u },
    { body: who.body },
    { body: drawBall(pen, hx + size * 0.4, hy - size * 0.7, size * 0.5, 'volleyball', pen.palette.second), blur: 1.1 },
    wash(pen, w * 0.5, 0, w * 0.7, '#fff2dc', 0.4),
  ];
};

const volleyCrowd: Scene = (pen) => {
  const { h, u } = pen;
  return [
    {
      body:
        whole(pen, '#060810') +
        crowd(pen, { top: 0, bottom: h * 0.4, far: 9 * u, near: 17 * u, shade: 0.5, hold: 'stick', share: 0.6 }),
      scale: 0.3,
      blur: 6 * u,
    },
    backlight(pen, pen.w * 0.3, h * 0.05, pen.w * 0.7, '#eaf3ff'),
    {
      body: crowd(pen, {
        top: h * 0.42,
        bottom: h * 0.86,
        far: 17 * u,
        near: 36 * u,
        shade: 0.34,
        home: 0.8,
        hold: 'stick',
        share: 0.7,
        rim: '#eaf3ff',
      }),
      blur: 0.6,
    },
    foreground(pen, h * 0.09, 0.9),
    bokeh(pen, 18, ['#ffffff', lighter(pen.palette.second, 0.2)], { top: 0, bottom: h * 0.4, min: 12, max: 40 }),
  ];
};

const ballAndNet: Scene = (pen) => {
  const { w, h, u } = pen;
  const s = Math.min(w, h) * 0.19;
  return [
    ...arenaBack(pen, h * 0.56),
    { body: courtNet(pen, -30, w + 30, h * 0.3, h * 0.17), scale: 0.3, blur: 8 * u },
    {
      body:
        rect(
          0,
          h * 0.62,
          w,
          h,
          pen.linear(0, h * 0.62, 0, h, [
            [0, '#f3b76e'],
            [0.4, '#cb7833'],
            [1, '#4a2410'],
          ]),
        ) +
        polygon(
          [
            [0, h * 0.84],
            [w, h * 0.74],
            [w, h * 0.78],
            [0, h * 0.89],
          ],
          '#ffffff',
          'opacity=".85"',
        ),
      scale: 0.4,
      blur: 3 * u,
    },
    {
      body: `<g opacity=".35" transform="translate(0 ${f(h * 0.82 * 2)}) scale(1 -1)">${drawBall(pen, w * 0.42, h * 0.82 - s, s, 'volleyball', pen.palette.brand)}</g>`,
      scale: 0.25,
      blur: 10 * u,
    },
    { body: ellipse(w * 0.42, h * 0.825, s * 1.1, s * 0.14, '#1b0a02', 'opacity=".75"'), scale: 0.25, blur: 6 * u },
    { body: drawBall(pen, w * 0.42, h * 0.82 - s, s, 'volleyball', pen.palette.brand), blur: 0.7 },
    wash(pen, w * 0.15, 0, w * 0.8, '#fff4e0', 0.5),
  ];
};

export const volleyball = {
  arena,
  spike: spike('spike'),
  volleyCrowd,
  huddle,
  serve,
  receive,
  cocked: spike('cocked'),
  ballAndNet,
} as const satisfies Record<string, Scene>;
