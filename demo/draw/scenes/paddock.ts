/** Before the race and after it. */
import { drawFigure } from '../figure/figure.ts';
import { circle, darker, ellipse, f, type Layer, lighter, type Pen, path, rect, type Scene, whole } from '../pen.ts';
import { foreground } from '../scenery/crowd.ts';
import { backlight, bokeh, wash } from '../scenery/lights.ts';
import { flakes, sky } from '../scenery/sky.ts';
import { stand } from '../scenery/stand.ts';
import { sideCar } from './raceCar.ts';

/** Four drivers before their cars, each in a suit of its own colour. */
function driversOnGrid(pen: Pen, size: number, base: number): string {
  const suits = [pen.palette.second, '#e8ebee', '#d23a30', '#2a5fcf'];
  return [0.13, 0.36, 0.66, 0.88]
    .map(
      (x, i) =>
        drawFigure(
          pen,
          (['hips', 'point', 'stand', 'cheer'] as const)[i] ?? 'stand',
          {
            shirt: suits[i] ?? '#fff',
            shorts: suits[i] ?? '#fff',
            socks: '#111',
            trousers: true,
            longSleeves: true,
            cap: suits[(i + 1) % 4] ?? '#fff',
          },
          { x: pen.w * x, y: base - size * 3.4, size, shade: 0.72, light: -80 },
        ).body,
    )
    .join('');
}

/** The gantry of red lights, and their glow. */
function startLights(pen: Pen): Layer[] {
  const { w, h } = pen;
  const lamps = [0.2, 0.35, 0.5, 0.65, 0.8];
  return [
    {
      body:
        rect(w * 0.06, h * 0.06, w * 0.88, h * 0.07, '#14171c') +
        lamps
          .map((x) =>
            circle(
              w * x,
              h * 0.095,
              h * 0.024,
              pen.radial(w * x, h * 0.095, h * 0.03, [
                [0, '#fff'],
                [0.4, '#ff4a3d'],
                [1, '#8d0d06'],
              ]),
            ),
          )
          .join(''),
      blur: 1.4,
    },
    {
      body: lamps
        .map((x) =>
          circle(
            w * x,
            h * 0.095,
            h * 0.12,
            pen.radial(w * x, h * 0.095, h * 0.12, [
              [0, '#ff4a3d', 0.8],
              [1, '#000000', 0],
            ]),
          ),
        )
        .join(''),
      scale: 0.2,
      blend: 'screen',
    },
  ];
}

/** The grid at dusk, a minute before the start. */
export const grid: Scene = (pen) => {
  const { w, h, u } = pen;
  const size = Math.min(w, h) / 10;
  const base = h * 0.93;
  const people = driversOnGrid(pen, size, base);
  return [
    {
      body: sky(pen, 'dusk', h * 0.4) + stand(pen, h * 0.18, h * 0.58, 0.2) + rect(0, h * 0.58, w, h, '#3c3f45'),
      scale: 0.2,
      blur: 11 * u,
    },
    backlight(pen, w * 0.5, h * 0.42, w * 0.6, '#ffd79a'),
    ...startLights(pen),
    {
      body: rect(
        0,
        h * 0.8,
        w,
        h * 0.2,
        pen.linear(0, h * 0.8, 0, h, [
          [0, '#6a6d72'],
          [1, '#24272b'],
        ]),
      ),
      scale: 0.25,
      blur: 5 * u,
    },
    {
      body: `<g transform="translate(${f(w * 0.5)} ${f(base + 8 * u)}) scale(${f(size * 0.82)})">${sideCar(pen, pen.palette.second, '#e0312b')}</g>`,
      blur: 2.4 * u,
    },
    { body: people },
    bokeh(pen, 30, ['#ffe2b0', '#ffffff', pen.palette.second], { top: 0, bottom: h * 0.6, min: 8, max: 30 }),
  ];
};

/** The three of the podium, the winner in the middle: place and height of each step. */
const STEPS = [
  [0.26, 0.72, 'cheer'],
  [0.5, 0.64, 'cheer'],
  [0.74, 0.77, 'point'],
] as const;
const suitsOfWinners = (pen: Pen): string[] => ['#2a5fcf', pen.palette.second, '#d23a30'];

function winners(pen: Pen, size: number): string {
  const suits = suitsOfWinners(pen);
  return STEPS.map(
    ([x, y, pose], i) =>
      drawFigure(
        pen,
        pose,
        {
          shirt: suits[i] ?? '#fff',
          shorts: suits[i] ?? '#fff',
          socks: '#111',
          trousers: true,
          longSleeves: true,
          cap: '#f2f2f2',
        },
        { x: pen.w * x, y: pen.h * y - size * 3.5, size, shade: 0.68, light: -100, rim: '#fff0cc' },
      ).body,
  ).join('');
}

function podiumBlocks(pen: Pen): string {
  const { w, h } = pen;
  const suits = suitsOfWinners(pen);
  return STEPS.map(([x, y], i) =>
    rect(
      w * (x - 0.115),
      h * y,
      w * 0.23,
      h,
      pen.linear(0, h * y, 0, h, [
        [0, lighter(suits[i] ?? '#fff', 0.2)],
        [0.03, '#262a31'],
        [1, '#0b0d11'],
      ]),
    ),
  ).join('');
}

/** Drops in an arc, falling more the farther they flew. */
const champagne = ({ w, h, u, rnd }: Pen): Layer => ({
  body: Array.from({ length: 420 }, () => {
    const [a, d] = [rnd(-2.6, -0.5), rnd(0, 1) ** 0.6 * h * 0.36];
    return circle(
      w * 0.5 + Math.cos(a) * d,
      h * 0.3 + Math.sin(a) * d + d * d * 0.0011,
      rnd(1.5, 5) * u,
      '#fff7e2',
      `opacity="${f(rnd(0.25, 0.85))}"`,
    );
  }).join(''),
  blur: 1.2,
  blend: 'screen',
});

/** The podium in champagne and paper. */
export const podium: Scene = (pen) => {
  const { w, h, u } = pen;
  const size = Math.min(w, h) / 10;
  const people = winners(pen, size);
  const blocks = podiumBlocks(pen);
  return [
    {
      body:
        whole(pen, '#10131a') +
        rect(
          0,
          0,
          w,
          h,
          pen.linear(0, 0, w, h, [
            [0, darker(pen.palette.second, 0.55)],
            [0.5, '#222833'],
            [1, darker('#2a5fcf', 0.5)],
          ]),
        ),
      scale: 0.125,
      blur: 20 * u,
    },
    backlight(pen, w * 0.5, h * 0.25, w * 0.7, '#fff0cf'),
    bokeh(pen, 36, ['#ffe2b0', '#ffffff', pen.palette.second], { top: 0, bottom: h * 0.6, min: 10, max: 44 }),
    { body: blocks, blur: 1.4 },
    { body: people },
    champagne(pen),
    { body: flakes(pen, 190, [pen.palette.second, '#ffd34d', '#ffffff', '#c4ccd4'], 15, true), blur: 0.8 },
    foreground(pen, h * 0.1, 0.9),
  ];
};

const visorOf = (pen: Pen, cx: number, cy: number, s: number): string =>
  path(
    `M${f(cx + s * 0.05)} ${f(cy - s * 0.38)} Q${f(cx + s * 0.8)} ${f(cy - s * 0.5)} ${f(cx + s * 1.16)} ${f(cy - s * 0.2)} L${f(cx + s * 1.12)} ${f(cy + s * 0.22)} Q${f(cx + s * 0.6)} ${f(cy + s * 0.3)} ${f(cx + s * 0.1)} ${f(cy + s * 0.2)} Q${f(cx - s * 0.12)} ${f(cy - s * 0.1)} ${f(cx + s * 0.05)} ${f(cy - s * 0.38)}Z`,
    pen.linear(cx, cy - s * 0.45, cx, cy + s * 0.3, [
      [0, '#6a7fae'],
      [0.25, '#f3b25f'],
      [0.4, '#40507a'],
      [1, '#0b1020'],
    ]),
  );

/** The painted shell with its stripes, which are cut along the clip path of that id. */
function shellOf(pen: Pen, dome: string, clip: string, cx: number, cy: number, s: number): string {
  const c = pen.palette.second;
  return (
    path(
      dome,
      pen.radial(cx - s * 0.35, cy - s * 0.7, s * 2, [
        [0, '#ffffff'],
        [0.15, lighter(c, 0.5)],
        [0.45, c],
        [0.8, darker(c, 0.55)],
        [1, darker(c, 0.8)],
      ]),
    ) +
    `<g clip-path="url(#${clip})">${path(`M${f(cx - s * 1.4)} ${f(cy + s * 0.3)} Q${f(cx)} ${f(cy - s * 0.2)} ${f(cx + s * 1.4)} ${f(cy + s * 0.5)} L${f(cx + s * 1.4)} ${f(cy + s)} L${f(cx - s * 1.4)} ${f(cy + s)}Z`, '#171a20', 'opacity=".85"')}${path(`M${f(cx - s * 1.4)} ${f(cy + s * 0.18)} Q${f(cx)} ${f(cy - s * 0.3)} ${f(cx + s * 1.4)} ${f(cy + s * 0.4)} L${f(cx + s * 1.4)} ${f(cy + s * 0.5)} Q${f(cx)} ${f(cy - s * 0.2)} ${f(cx - s * 1.4)} ${f(cy + s * 0.3)}Z`, '#f4f4f0')}${path(`M${f(cx - s * 0.5)} ${f(cy - s * 1.2)} L${f(cx - s * 0.1)} ${f(cy - s * 1.2)} L${f(cx - s * 0.25)} ${f(cy)} L${f(cx - s * 0.8)} ${f(cy)}Z`, '#e0352d', 'opacity=".85"')}</g>`
  );
}

const shine = (cx: number, cy: number, s: number): string =>
  ellipse(
    cx - s * 0.4,
    cy - s * 0.76,
    s * 0.3,
    s * 0.11,
    '#fff',
    `opacity=".75" transform="rotate(-24 ${f(cx - s * 0.4)} ${f(cy - s * 0.76)})"`,
  );

/** A helmet resting on the pit wall. */
export const helmet: Scene = (pen) => {
  const { w, h, u } = pen;
  const s = Math.min(w, h) * 0.3;
  const [cx, cy] = [w * 0.5, h * 0.56];
  const c = pen.palette.second;
  const dome = `M${f(cx - s)} ${f(cy + s * 0.55)} Q${f(cx - s * 1.25)} ${f(cy - s)} ${f(cx)} ${f(cy - s * 1.08)} Q${f(cx + s * 1.15)} ${f(cy - s * 1.02)} ${f(cx + s * 1.12)} ${f(cy + s * 0.1)} L${f(cx + s * 1.05)} ${f(cy + s * 0.72)} Q${f(cx + s * 0.5)} ${f(cy + s * 0.95)} ${f(cx - s * 0.5)} ${f(cy + s * 0.85)}Z`;
  const id = `helmet${pen.defs.length}`;
  pen.defs.push(`<clipPath id="${id}"><path d="${dome}"/></clipPath>`);
  const visor = visorOf(pen, cx, cy, s);
  return [
    {
      body:
        whole(pen, '#171b22') +
        rect(
          0,
          0,
          w,
          h * 0.66,
          pen.linear(0, 0, w, 0, [
            [0, '#2a3340'],
            [0.4, '#8d9bab'],
            [0.6, '#5a6675'],
            [1, '#1d242e'],
          ]),
        ),
      scale: 0.1,
      blur: 26 * u,
    },
    bokeh(pen, 40, ['#ffe2b0', '#ffffff', c, '#ff6a5a', '#7db4ff'], { top: 0, bottom: h * 0.62, min: 16, max: 60 }),
    {
      body:
        rect(
          0,
          h * 0.74,
          w,
          h * 0.3,
          pen.linear(0, h * 0.74, 0, h, [
            [0, '#d9dcdf'],
            [0.05, '#8a9097'],
            [1, '#2a2e34'],
          ]),
        ) + ellipse(cx, cy + s * 0.82, s * 1.25, s * 0.16, '#000', 'opacity=".7"'),
      scale: 0.3,
      blur: 7 * u,
    },
    { body: shellOf(pen, dome, id, cx, cy, s) + visor + shine(cx, cy, s), blur: 0.9 },
    wash(pen, 0, 0, w * 0.8, '#ffe4b8', 0.45),
  ];
};
