/** Cars at speed. */
import { circle, ellipse, f, type Layer, type Pen, polygon, rect, type Scene, whole } from '../pen.ts';
import { crowd } from '../scenery/crowd.ts';
import { backlight, wash } from '../scenery/lights.ts';
import { flakes, type Sky, sky } from '../scenery/sky.ts';
import { stand } from '../scenery/stand.ts';
import { frontCar, sideCar } from './raceCar.ts';

/** Lines along the motion, which a camera that follows the car makes of what stands still. */
const blurOfMotion = (pen: Pen, road: number): string =>
  Array.from({ length: 70 }, () =>
    rect(
      0,
      pen.rnd(road * 0.1, road),
      pen.w,
      pen.rnd(2, 12) * pen.u,
      pen.pick([pen.palette.brand, pen.palette.second, '#ffffff', '#c9b9a6', '#3a4250', '#8fa0ad']),
      `opacity="${f(pen.rnd(0.12, 0.45))}"`,
    ),
  ).join('');

const streaksOnRoad = (pen: Pen, road: number): string =>
  Array.from({ length: 46 }, () =>
    rect(
      pen.rnd(-0.2, 0.9) * pen.w,
      pen.rnd(road, pen.h),
      pen.rnd(0.1, 0.5) * pen.w,
      pen.rnd(1, 5) * pen.u,
      pen.chance(0.5) ? '#ffffff' : '#000000',
      `opacity="${f(pen.rnd(0.05, 0.2))}"`,
    ),
  ).join('');

/** Boards along the road and the road, both smeared along the motion. */
const movingRoad = ({ w, h, u, palette, linear }: Pen, road: number, streaks: string): Layer[] => [
  {
    body:
      rect(0, road - 34 * u, w, 34 * u, '#d9dde0') +
      Array.from({ length: 16 }, (_, i) =>
        rect((i * w) / 16, road - 34 * u, w / 32, 34 * u, i % 2 ? palette.second : '#c8352c'),
      ).join(''),
    scale: [0.06, 0.5],
  },
  {
    body:
      rect(
        0,
        road,
        w,
        h - road,
        linear(0, road, 0, h, [
          [0, '#70747a'],
          [0.4, '#4c5056'],
          [1, '#23262b'],
        ]),
      ) + streaks,
    scale: [0.08, 1],
  },
];

/** A car the camera follows, everything else a blur. */
export const panning =
  (kind: Sky): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const road = h * 0.62;
    const s = Math.min(w / 13.5, h / 7);
    const ground = road + h * 0.16;
    const strips = blurOfMotion(pen, road);
    const people = crowd(pen, {
      top: road * 0.3,
      bottom: road * 0.86,
      far: 9 * u,
      near: 15 * u,
      shade: 0.15,
      home: 0.4,
    });
    const streaks = streaksOnRoad(pen, road);
    return [
      {
        body: sky(pen, kind, road * 0.35) + rect(0, road * 0.25, w, road, '#39413f') + people + strips,
        scale: [0.02, 0.5],
        blur: 0,
      },
      ...movingRoad(pen, road, streaks),
      { body: ellipse(w * 0.5, ground + s * 0.05, s * 6, s * 0.4, '#000', 'opacity=".75"'), scale: 0.2, blur: 9 * u },
      {
        body: `<g transform="translate(${f(w * 0.48)} ${f(ground)}) scale(${f(s)})">${sideCar(pen, pen.chance(0.5) ? pen.palette.second : '#d8dde2', pen.pick(['#e0312b', '#2462d8', '#ff8b1f']))}</g>`,
        blur: 0.8,
      },
      {
        body: Array.from({ length: 26 }, () =>
          circle(w * 0.48 - s * pen.rnd(4, 7), ground - pen.rnd(0, s * 0.9), pen.rnd(1, 3) * u, '#ffcf7a'),
        ).join(''),
        scale: [0.2, 0.8],
        blend: 'screen',
      },
      wash(pen, w * 0.85, 0, w * 0.7, kind === 'night' ? '#dfe9ff' : '#ffdca6', 0.5),
    ];
  };

/** The road towards us between its kerbs. */
const roadAhead = (pen: Pen, horizon: number): string => {
  const { w, h } = pen;
  const cx = w * 0.5;
  return (
    rect(0, horizon, w, h, '#5d7a4a') +
    polygon(
      [
        [cx - w * 0.06, horizon],
        [cx + w * 0.06, horizon],
        [w * 1.2, h],
        [-w * 0.2, h],
      ],
      pen.linear(0, horizon, 0, h, [
        [0, '#a39b8f'],
        [0.2, '#6c6d70'],
        [1, '#2c2e33'],
      ]),
    ) +
    kerb(pen, horizon, -1) +
    kerb(pen, horizon, 1)
  );
};

const kerb = ({ w, h }: Pen, horizon: number, side: -1 | 1): string =>
  Array.from({ length: 14 }, (_, i) => {
    const [a, b] = [(i / 14) ** 2.2, ((i + 1) / 14) ** 2.2];
    const x = (t: number, o: number) => w * 0.5 + side * (w * (0.06 + o * 0.01) + t * w * (0.64 + o * 0.07));
    const y = (t: number) => horizon + t * (h - horizon);
    return polygon(
      [
        [x(a, 0), y(a)],
        [x(a, 1), y(a)],
        [x(b, 1), y(b)],
        [x(b, 0), y(b)],
      ],
      i % 2 ? '#f1f1ee' : '#cf3128',
    );
  }).join('');

/** Head-on through the heat of the straight. */
export const straight: Scene = (pen) => {
  const { w, h, u } = pen;
  const horizon = h * 0.42;
  const cx = w * 0.5;
  const s = Math.min(w, h) * 0.2;
  const y = h * 0.78;
  const colours = [pen.palette.second, '#d63a2f', '#2b66d9', '#eef0f2'];
  const behind = [
    [0.36, 0.06, 0.4],
    [0.63, 0.045, 0.34],
    [0.5, 0.03, 0.28],
  ] as const;
  return [
    { body: sky(pen, 'gold', horizon) + stand(pen, h * 0.2, horizon * 1.03, 0.05), scale: 0.2, blur: 9 * u },
    { body: roadAhead(pen, horizon), scale: 0.5, blur: 2 * u },
    {
      body: behind
        .map(([x, d, k], i) => frontCar(pen, w * x, horizon + h * (d + 0.06), s * k, colours[i + 1] ?? '#fff'))
        .join(''),
      scale: 0.5,
      blur: 3.5 * u,
    },
    {
      body: whole(
        pen,
        pen.linear(0, horizon - h * 0.05, 0, horizon + h * 0.2, [
          [0, '#ffe6bd', 0],
          [0.5, '#ffe6bd', 0.5],
          [1, '#ffe6bd', 0],
        ]),
      ),
      scale: 0.125,
      blend: 'screen',
    },
    { body: ellipse(cx, y + s * 0.04, s * 1.9, s * 0.16, '#000', 'opacity=".8"'), scale: 0.25, blur: 7 * u },
    { body: frontCar(pen, cx, y, s, colours[0] ?? '#fff'), blur: 0.7 },
    backlight(pen, w * 0.8, h * 0.1, w * 0.6, '#ffd894'),
  ];
};

/** Water the wheels throw up, wider the farther behind the car. */
const sprayBehind = (pen: Pen, s: number, ground: number): string =>
  Array.from({ length: 90 }, () => {
    const d = pen.rnd(0, 1);
    return ellipse(
      pen.w * 0.52 - s * (3 + d * 7),
      ground - s * pen.rnd(0, 0.6 + d * 2.6),
      s * pen.rnd(0.4, 1.4),
      s * pen.rnd(0.2, 0.8),
      '#e6eef5',
      `opacity="${f(0.22 * (1 - d * 0.6))}"`,
    );
  }).join('');

const raindrops = ({ w, h, u, rnd }: Pen): string =>
  Array.from({ length: 360 }, () => {
    const [x, y, l] = [rnd(0, w), rnd(0, h), rnd(14, 44) * u];
    return `<path d="M${f(x)} ${f(y)} l${f(-l * 0.35)} ${f(l)}" stroke="#eaf2fa" stroke-width="${f(1.4 * u)}" opacity="${f(rnd(0.15, 0.5))}"/>`;
  }).join('');

/** Low clouds over a dark wood. */
const rainyBackground = (pen: Pen): Layer => {
  const { w, h, u } = pen;
  return {
    body:
      whole(
        pen,
        pen.linear(0, 0, 0, h * 0.6, [
          [0, '#3b4654'],
          [0.6, '#7d8b99'],
          [1, '#52606c'],
        ]),
      ) +
      Array.from({ length: 40 }, () =>
        ellipse(
          pen.rnd(0, w),
          h * pen.rnd(0.4, 0.58),
          pen.rnd(60, 190) * u,
          pen.rnd(30, 80) * u,
          pen.pick(['#24332b', '#2e4034', '#1c2822']),
          'opacity=".7"',
        ),
      ).join(''),
    scale: 0.1,
    blur: 10 * u,
  };
};

/** The road as a mirror of the car. */
const wetRoad = (pen: Pen, s: number, ground: number): Layer => {
  const { w, h, u } = pen;
  return {
    body:
      rect(
        0,
        h * 0.6,
        w,
        h * 0.4,
        pen.linear(0, h * 0.6, 0, h, [
          [0, '#8d99a3'],
          [0.3, '#58636d'],
          [1, '#22292f'],
        ]),
      ) +
      `<g transform="translate(${f(w * 0.52)} ${f(ground)}) scale(${f(s)} ${f(-s * 0.8)})" opacity=".4">${sideCar(pen, pen.palette.second, '#d8362e')}</g>`,
    scale: [0.15, 0.4],
    blur: 5 * u,
  };
};

const rearLight = (pen: Pen, s: number, ground: number): Layer => ({
  body: circle(
    pen.w * 0.52 - s * 4.6,
    ground - s * 1.2,
    s * 1.4,
    pen.radial(pen.w * 0.52 - s * 4.6, ground - s * 1.2, s * 1.4, [
      [0, '#ff5040', 1],
      [0.2, '#ff2a1c', 0.6],
      [1, '#000000', 0],
    ]),
  ),
  scale: 0.25,
  blend: 'screen',
});

/** A car in its spray. */
export const rain: Scene = (pen) => {
  const { w, h, u } = pen;
  const s = Math.min(w / 15, h / 8);
  const ground = h * 0.74;
  const spray = sprayBehind(pen, s, ground);
  const drops = raindrops(pen);
  return [
    rainyBackground(pen),
    wetRoad(pen, s, ground),
    { body: spray, scale: 0.2, blur: 14 * u },
    {
      body: `<g transform="translate(${f(w * 0.52)} ${f(ground)}) scale(${f(s)})">${sideCar(pen, pen.palette.second, '#d8362e')}</g>`,
      blur: 1,
    },
    { body: spray.replaceAll('#e6eef5', '#ffffff'), scale: 0.15, blur: 12 * u, blend: 'screen' },
    rearLight(pen, s, ground),
    { body: drops },
    { body: flakes(pen, 26, ['#dfe8f0'], 40, false), scale: 0.3, blur: 5 * u, blend: 'soft-light' },
  ];
};
