/** Scenes every tenant has: food, still life, fireworks, somebody seen from behind. */
import { circle, ellipse, f, lighter, type Pen, rect, type Scene, whole } from '../pen.ts';
import { foreground } from '../scenery/crowd.ts';
import { flag } from '../scenery/flag.ts';
import { backlight, bokeh, wash } from '../scenery/lights.ts';
import { type Sky, sky } from '../scenery/sky.ts';
import { stand } from '../scenery/stand.ts';
import { food } from './food.ts';
import { backNumber } from './fromBehind.ts';
import { towel } from './towel.ts';

function smokeOf(pen: Pen): string {
  const { w, h, u } = pen;
  return Array.from({ length: 16 }, () =>
    ellipse(
      pen.rnd(0, w),
      pen.rnd(0.15, 0.5) * h,
      pen.rnd(90, 240) * u,
      pen.rnd(40, 90) * u,
      '#8f9bc0',
      'opacity=".13"',
    ),
  ).join('');
}

/** Rockets bursting over the roof. */
const fireworks: Scene = (pen) => {
  const { w, h, u } = pen;
  let bursts = '';
  let glows = '';
  for (let b = 0; b < 5; b++) {
    const [x, y, r] = [pen.rnd(0.12, 0.88) * w, pen.rnd(0.1, 0.42) * h, pen.rnd(120, 270) * u];
    const c = pen.pick([lighter(pen.palette.brand, 0.35), '#ffd36b', '#ff8fa8', '#9fd8ff', '#fff3cf']);
    glows += circle(
      x,
      y,
      r * 1.9,
      pen.radial(x, y, r * 1.9, [
        [0, c, 0.4],
        [0.4, c, 0.12],
        [1, '#000000', 0],
      ]),
    );
    for (let i = 0; i < 90; i++) {
      const [a, d] = [pen.rnd(0, Math.PI * 2), r * Math.sqrt(pen.rnd(0.25, 1))];
      const [ex, ey] = [x + Math.cos(a) * d, y + Math.sin(a) * d + d * d * 0.0007];
      const [mx, my] = [x + Math.cos(a) * d * 0.55, y + Math.sin(a) * d * 0.55];
      bursts +=
        `<path d="M${f(mx)} ${f(my)} Q${f((mx + ex) / 2)} ${f((my + ey) / 2 - 4 * u)} ${f(ex)} ${f(ey)}" stroke="${c}" stroke-width="${f(pen.rnd(1, 2.6) * u)}" opacity="${f(pen.rnd(0.4, 1))}" fill="none"/>` +
        circle(ex, ey, pen.rnd(1.6, 3.6) * u, '#fffdf4');
    }
  }
  const smoke = smokeOf(pen);
  return [
    { body: sky(pen, 'night', h * 0.7) + smoke, scale: 0.2, blur: 12 * u },
    { body: stand(pen, h * 0.6, h * 0.8, 0.4) + rect(0, h * 0.86, w, h * 0.2, '#183a1f') },
    { body: glows, scale: 0.2, blend: 'screen' },
    { body: bursts, blend: 'screen' },
    { body: bursts, scale: 0.2, blur: 9 * u, blend: 'screen' },
    foreground(pen, h * 0.13, 0.5),
    bokeh(pen, 18, ['#ffe6b0', '#ffffff', lighter(pen.palette.brand, 0.4)], {
      top: h * 0.62,
      bottom: h * 0.92,
      min: 5,
      max: 18,
    }),
  ];
};

/** Home colours waving against the evening. */
const flags =
  (kind: Sky): Scene =>
  (pen) => {
    const { w, h } = pen;
    return [
      { body: sky(pen, kind, h), scale: 0.25, blur: 7 * pen.u },
      backlight(pen, w * pen.rnd(0.2, 0.8), h * 0.55, w * 0.6, kind === 'day' ? '#ffffff' : '#ffd08a'),
      {
        body:
          flag(pen, w * 0.62, h * 0.34, w * 0.3, h * 0.18, 9, 1) +
          flag(pen, w * 0.04, h * 0.4, w * 0.28, h * 0.17, -10, 3),
        scale: 0.4,
        blur: 4 * pen.u,
      },
      { body: flag(pen, w * 0.2, h * 0.12, w * 0.52, h * 0.32, -6, Math.floor(pen.rnd(0, 4))), blur: 0.9 },
      {
        body: whole(
          pen,
          pen.linear(0, h * 0.7, 0, h, [
            [0, '#000000', 0],
            [1, '#000000', 0.75],
          ]),
        ),
        scale: 0.125,
      },
      foreground(pen, h * 0.2, 0.8),
      wash(pen, w * 0.5, h * 0.5, w * 0.7, '#ffdca6', 0.4),
    ];
  };

export const anywhere = {
  food,
  towel: towel('#4e8f45'),
  towelIndoors: towel('#b98147'),
  backIndoors: backNumber('night', false, '#a8713c'),
  fireworks,
  backNumber: backNumber('dusk'),
  backNight: backNumber('night'),
  backCap: backNumber('dusk', true),
  flags: flags('sunset'),
  flagsDay: flags('day'),
} as const satisfies Record<string, Scene>;
