/** Scenes of a football match day. */
import { drawBall } from '../figure/ball.ts';
import { drawFigure } from '../figure/figure.ts';
import type { PoseName } from '../figure/poses.ts';
import { ellipse, type Layer, lighter, type Pen, rect, type Scene, whole } from '../pen.ts';
import { crowd } from '../scenery/crowd.ts';
import { blades, pitch } from '../scenery/grass.ts';
import { backlight, bokeh, wash } from '../scenery/lights.ts';
import { flakes } from '../scenery/sky.ts';
import { blurredStand, stand } from '../scenery/stand.ts';
import { corner, net } from './goalAndCorner.ts';
import { away, home } from './kits.ts';
import { stadium } from './stadium.ts';
import { choreography, supporters } from './terraces.ts';

const shadow = (x: number, y: number, rx: number): Layer => ({
  body: ellipse(x, y, rx, rx * 0.16, '#000', 'opacity=".6"'),
  scale: 0.25,
  blur: 10,
});

const kick: Scene = (pen) => {
  const horizon = pen.h * 0.5;
  const tone = '#3f8f3d';
  const size = Math.min(pen.h / 9.6, pen.w / 7.2);
  const [x, y] = [pen.w * 0.44, pen.h * 0.88 - size * 3.4];
  const hero = drawFigure(pen, 'kick', home(pen), { x, y, size, light: -140 });
  const [tx, ty] = hero.at('nearToe');
  const other = drawFigure(pen, 'run', away(pen), {
    x: pen.w * 0.86,
    y: y - size * 0.2,
    size: size * 0.66,
    flip: true,
    light: -140,
  });
  return [
    ...blurredStand(pen, horizon, pen.chance(0.5)),
    { body: pitch(pen, horizon, tone), scale: 0.3, blur: 5 * pen.u },
    { body: other.body, scale: 0.4, blur: 5 * pen.u },
    { body: blades(pen, pen.h * 0.83, 2600, tone) },
    shadow(x + size * 0.4, pen.h * 0.885, size * 2.6),
    { body: hero.body },
    { body: drawBall(pen, tx + size * 0.75, ty - size * 0.35, size * 0.52, 'football'), blur: 0.8 },
    {
      body:
        blades(pen, pen.h * 1.02, 260, '#5da04b') +
        flakes(pen, 46, ['#7fae55', '#4f7c37', '#a98f5e'], 8, true).replaceAll('opacity', 'fill-opacity'),
      scale: 0.5,
      blur: 1.5,
    },
    wash(pen, pen.w * 0.1, 0, pen.w * 0.8, '#ffe0ac', 0.4),
  ];
};

/** Four players in one of three ways of cheering, and their shadows. */
function cheeringTeam(pen: Pen, base: number): { group: string; ground: string } {
  const size = Math.min(pen.h / 10.5, pen.w / 9);
  const names = pen.pick<readonly [PoseName, PoseName, PoseName, PoseName]>([
    ['leap', 'cheer', 'run', 'point'],
    ['cheer', 'slide', 'leap', 'cheer'],
    ['point', 'leap', 'cheer', 'run'],
  ]);
  let group = '';
  let ground = '';
  for (const [i, name] of names.entries()) {
    const x = pen.w * (0.17 + 0.22 * i) + pen.rnd(-20, 20) * pen.u;
    const s = size * pen.rnd(0.92, 1.08);
    const y = base - s * (name === 'leap' ? 4.4 : name === 'slide' ? 1.7 : 3.4);
    ground += ellipse(x, base, s * 1.5, s * 0.22, '#000', 'opacity=".55"');
    group += drawFigure(pen, name, home(pen), {
      x,
      y,
      size: s,
      flip: i > 1,
      light: -90 - 50 * (i > 1 ? -1 : 1),
      rim: '#fff1d0',
    }).body;
  }
  return { group, ground };
}

const celebration: Scene = (pen) => {
  const horizon = pen.h * 0.62;
  const base = pen.h * 0.93;
  const { group, ground } = cheeringTeam(pen, base);
  return [
    {
      body:
        whole(pen, '#0a0e18') +
        crowd(pen, {
          top: -10,
          bottom: horizon,
          far: 10 * pen.u,
          near: 24 * pen.u,
          shade: 0.25,
          hold: 'arms',
          share: 0.75,
          home: 0.9,
        }),
      scale: 0.28,
      blur: 9 * pen.u,
    },
    {
      body: whole(
        pen,
        pen.linear(0, 0, 0, horizon, [
          [0, '#fff0d0', 0.3],
          [1, '#fff0d0', 0.12],
        ]),
      ),
      scale: 0.125,
      blend: 'screen',
    },
    backlight(pen, pen.w * pen.rnd(0.3, 0.7), pen.h * 0.2, pen.w * 0.6),
    { body: pitch(pen, horizon, '#3c8a3e', 0.1), scale: 0.3, blur: 4 * pen.u },
    { body: ground, scale: 0.25, blur: 8 * pen.u },
    { body: blades(pen, base - 10 * pen.u, 1500, '#3c8a3e') },
    { body: group },
    {
      body: flakes(pen, 120, [pen.palette.brand, lighter(pen.palette.brand, 0.6), '#ffffff', '#ffd766'], 15, true),
      scale: 0.6,
      blur: 1.4,
    },
    wash(pen, pen.w * 0.5, -pen.h * 0.1, pen.w * 0.8, '#fff0d0', 0.5),
    bokeh(pen, 16, ['#fff2d2', lighter(pen.palette.brand, 0.5)], { top: 0, bottom: pen.h * 0.4, min: 10, max: 44 }),
  ];
};

const snowOnPitch = (pen: Pen, horizon: number): Layer => ({
  body:
    rect(
      0,
      horizon,
      pen.w,
      pen.h,
      pen.linear(0, horizon, 0, pen.h, [
        [0, '#d9e2ea'],
        [0.5, '#f1f5f8'],
        [1, '#c5d0da'],
      ]),
    ) +
    Array.from({ length: 160 }, () =>
      ellipse(
        pen.rnd(0, pen.w),
        pen.rnd(horizon, pen.h),
        pen.rnd(10, 60) * pen.u,
        pen.rnd(2, 6) * pen.u,
        pen.pick(['#8fb08a', '#c0ccd6', '#ffffff']),
        'opacity=".4"',
      ),
    ).join(''),
  scale: 0.4,
  blur: 3 * pen.u,
});

const snow: Scene = (pen) => {
  const horizon = pen.h * 0.5;
  const size = Math.min(pen.h / 10.5, pen.w / 8);
  const base = pen.h * 0.92;
  const a = drawFigure(
    pen,
    'dribble',
    { ...home(pen), longSleeves: true },
    { x: pen.w * 0.36, y: base - size * 3.2, size, light: -100, rim: '#ffffff' },
  );
  const b = drawFigure(
    pen,
    'run',
    { ...away(pen), longSleeves: true },
    { x: pen.w * 0.72, y: base - size * 3.3, size: size * 0.94, flip: true, light: -100, rim: '#ffffff' },
  );
  const [bx] = a.at('nearToe');
  return [
    { body: whole(pen, '#aab4c0') + stand(pen, -pen.h * 0.05, horizon, 0.15), scale: 0.25, blur: 9 * pen.u },
    {
      body: whole(
        pen,
        pen.linear(0, 0, 0, horizon, [
          [0, '#dfe6ee', 0.45],
          [1, '#eef2f6', 0.55],
        ]),
      ),
      scale: 0.125,
    },
    snowOnPitch(pen, horizon),
    {
      body:
        ellipse(pen.w * 0.36, base, size * 1.8, size * 0.25, '#4a5866', 'opacity=".5"') +
        ellipse(pen.w * 0.72, base, size * 1.6, size * 0.22, '#4a5866', 'opacity=".5"'),
      scale: 0.25,
      blur: 9 * pen.u,
    },
    { body: b.body, blur: 1.2 },
    { body: a.body + drawBall(pen, bx + size * 0.5, base - size * 0.35, size * 0.42, 'football', '#ff8a2a') },
    { body: flakes(pen, 420, ['#ffffff', '#eef3f8'], 9, false) },
    { body: flakes(pen, 70, ['#ffffff'], 34, false), scale: 0.3, blur: 6 },
  ];
};

export const football = {
  dusk: stadium('dusk'),
  nightGame: stadium('night'),
  dayGame: stadium('day'),
  sunset: stadium('sunset'),
  supporters,
  kick,
  celebration,
  choreography,
  snow,
  corner,
  net,
} as const satisfies Record<string, Scene>;
