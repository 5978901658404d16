/** Scenes of baseball. */
import { drawBall } from '../figure/ball.ts';
import { drawFigure } from '../figure/figure.ts';
import { circle, darker, ellipse, f, type Layer, lighter, type Pen, path, rect, type Scene, whole } from '../pen.ts';
import { crowd, foreground } from '../scenery/crowd.ts';
import { backlight, wash } from '../scenery/lights.ts';
import { flakes, sky } from '../scenery/sky.ts';
import { blurredStand, stand } from '../scenery/stand.ts';
import { ballpark, dirt } from './ballpark.ts';
import { uniform } from './kits.ts';

const batter =
  (pose: 'swing' | 'stance'): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const size = Math.min(w / 7, h / 9.2);
    const base = h * 0.92;
    const who = drawFigure(pen, pose, uniform(pen), {
      x: w * 0.4,
      y: base - size * 3.3,
      size,
      shade: 0.8,
      light: -130,
    });
    const [hx, hy] = who.at('nearHand');
    const bat = `<g transform="translate(${f(hx)} ${f(hy)}) rotate(${pose === 'swing' ? -18 : -118}) scale(${f(size)})">${path(
      'M-.2 -.05 L.9 -.1 Q2.5 -.2 2.75 -.15 Q2.9 0 2.75 .15 Q2.5 .2 .9 .1 L-.2 .05Z',
      pen.linear(0, -0.2, 0, 0.2, [
        [0, '#ffe9c4'],
        [0.25, '#c48a4e'],
        [0.7, '#7a4a22'],
        [1, '#3a2110'],
      ]),
    )}</g>`;
    const ball =
      pose === 'swing'
        ? { body: drawBall(pen, hx + size * 3.2, hy - size * 1.2, size * 0.2, 'baseball'), scale: [0.4, 1] as const }
        : { body: drawBall(pen, w * 0.9, h * 0.44, size * 0.17, 'baseball'), blur: 1.5 };
    return [
      ...blurredStand(pen, h * 0.56, true),
      { body: rect(0, h * 0.56, w, h * 0.2, '#3d7d3e') + dirt(pen, h * 0.72), scale: 0.4, blur: 4 * u },
      { body: dirt(pen, h * 0.84) },
      { body: ellipse(w * 0.42, base, size * 2.2, size * 0.25, '#1c0d04', 'opacity=".6"'), scale: 0.25, blur: 9 * u },
      { body: who.body + bat, blur: 0.5 },
      ball,
      { body: flakes(pen, 60, ['#c89b70', '#8a5f3e'], 7, false), scale: 0.5, blur: 1.6 },
      wash(pen, w * 0.1, 0, w * 0.8, '#ffeac6', 0.4),
    ];
  };

const mound = (pen: Pen, base: number, size: number): Layer => {
  const { w, u } = pen;
  return {
    body: ellipse(
      w * 0.45,
      base + size * 0.4,
      w * 0.46,
      size * 0.9,
      pen.radial(w * 0.45, base, w * 0.46, [
        [0, '#b88558'],
        [0.7, '#8c5d39'],
        [1, '#4e311c'],
      ]),
    ),
    scale: 0.5,
    blur: 3 * u,
  };
};

function outfield(pen: Pen): Layer {
  const { w, h, u } = pen;
  return {
    body: rect(
      0,
      h * 0.58,
      w,
      h * 0.3,
      pen.linear(0, h * 0.58, 0, h * 0.85, [
        [0, '#57994e'],
        [1, '#2f6a34'],
      ]),
    ),
    scale: 0.25,
    blur: 5 * u,
  };
}

const pitcher: Scene = (pen) => {
  const { w, h, u } = pen;
  const size = Math.min(w / 7, h / 9);
  const base = h * 0.9;
  const pose = pen.chance(0.5) ? 'pitch' : 'legKick';
  const who = drawFigure(pen, pose, uniform(pen), {
    x: w * 0.44,
    y: base - size * (pose === 'pitch' ? 2.9 : 3.4),
    size,
    shade: 0.8,
    light: -60,
  });
  const [hx, hy] = who.at('nearHand');
  const [gx, gy] = who.at('farHand');
  return [
    ...blurredStand(pen, h * 0.58, pen.chance(0.5)),
    outfield(pen),
    mound(pen, base, size),
    { body: ellipse(w * 0.46, base, size * 2, size * 0.22, '#1c0d04', 'opacity=".6"'), scale: 0.25, blur: 9 * u },
    {
      body:
        who.body +
        circle(
          gx,
          gy,
          size * 0.36,
          pen.radial(gx - size * 0.1, gy - size * 0.15, size * 0.45, [
            [0, '#d08a4a'],
            [0.6, '#7a4420'],
            [1, '#33190a'],
          ]),
        ) +
        drawBall(pen, hx, hy - size * 0.1, size * 0.17, 'baseball'),
      blur: 0.5,
    },
    wash(pen, w * 0.85, 0, w * 0.8, '#ffeac6', 0.4),
  ];
};

/** Rubber balloons let go before the seventh inning. */
const balloons: Scene = (pen) => {
  const { w, h, u } = pen;
  const one = (x: number, y: number, s: number, c: string) => {
    const a = pen.rnd(-28, 28);
    return `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(a)})">${path(
      `M0 ${f(s * 1.9)} Q${f(-s * 0.85)} ${f(s * 0.6)} ${f(-s * 0.55)} ${f(-s * 0.7)} Q0 ${f(-s * 1.7)} ${f(s * 0.55)} ${f(-s * 0.7)} Q${f(s * 0.85)} ${f(s * 0.6)} 0 ${f(s * 1.9)}Z`,
      pen.radial(-s * 0.25, -s * 0.6, s * 2, [
        [0, '#ffffff'],
        [0.2, lighter(c, 0.4)],
        [0.6, c],
        [1, darker(c, 0.5)],
      ]),
    )}${path(`M0 ${f(s * 1.8)} q${f(s * 0.5)} ${f(s * 0.7)} ${f(-s * 0.1)} ${f(s * 1.6)}`, 'none', `stroke="${c}" stroke-width="${f(s * 0.16)}"`)}</g>`;
  };
  const colours = ['#ffffff', '#f4f4f4', '#e23b3b', '#2f66c9', '#ffd23f', '#202226'] as const;
  const layer = (n: number, min: number, max: number) =>
    Array.from({ length: n }, () =>
      one(pen.rnd(0, w), pen.rnd(0, 0.82) * h, pen.rnd(min, max) * u, pen.pick(colours)),
    ).join('');
  return [
    { body: sky(pen, 'dusk', h * 0.5), scale: 0.2, blur: 6 * u },
    { body: stand(pen, h * 0.42, h * 0.74, 0.2) + rect(0, h * 0.74, w, h, '#356f38'), scale: 0.5, blur: 3 * u },
    backlight(pen, w * 0.75, h * 0.2, w * 0.5, '#fff1cf'),
    { body: layer(90, 7, 13), scale: 0.6, blur: 1.6 * u },
    { body: layer(36, 16, 26), blur: 0.7 },
    { body: layer(5, 60, 84), scale: 0.25, blur: 9 * u },
    foreground(pen, h * 0.14, 0.9),
  ];
};

function pocketOf(pen: Pen, cx: number, cy: number, s: number): string {
  return ellipse(
    cx + s * 0.05,
    cy + s * 0.02,
    s * 0.68,
    s * 0.52,
    pen.radial(cx, cy, s * 0.7, [
      [0, '#4a260f'],
      [0.7, '#6d3d1c'],
      [1, '#9c6332'],
    ]),
  );
}

const glove: Scene = (pen) => {
  const { w, h, u } = pen;
  const s = Math.min(w, h) * 0.25;
  const [cx, cy] = [w * 0.5, h * 0.62];
  const leather = (x: number, y: number, r: number) =>
    pen.radial(x - r * 0.3, y - r * 0.4, r * 1.7, [
      [0, '#f0bd83'],
      [0.3, '#bf7a3d'],
      [0.75, '#7c4520'],
      [1, '#3b1d0b'],
    ]);
  const fingers = [-0.85, -0.42, 0.02, 0.46]
    .map((dx, i) => {
      const [x, y] = [cx + dx * s, cy - s * (0.9 + (i === 1 || i === 2 ? 0.18 : 0))];
      return `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(s * 0.27)}" ry="${f(s * 0.72)}" fill="${leather(x, y, s * 0.6)}" transform="rotate(${f(dx * 22)} ${f(x)} ${f(y)})"/><path d="M${f(x)} ${f(y - s * 0.5)} V${f(y + s * 0.5)}" stroke="#3b1d0b" stroke-width="${f(s * 0.02)}" stroke-dasharray="${f(s * 0.06)} ${f(s * 0.05)}" opacity=".7"/>`;
    })
    .join('');
  return [
    ...blurredStand(pen, h * 0.5, false),
    { body: rect(0, h * 0.5, w, h * 0.3, '#4a8e47') + dirt(pen, h * 0.66), scale: 0.3, blur: 6 * u },
    { body: dirt(pen, h * 0.8) },
    { body: ellipse(cx, cy + s * 0.95, s * 1.5, s * 0.26, '#1c0d04', 'opacity=".75"'), scale: 0.25, blur: 10 * u },
    {
      body:
        fingers +
        ellipse(
          cx + s * 0.98,
          cy - s * 0.05,
          s * 0.27,
          s * 0.62,
          leather(cx + s, cy, s * 0.5),
          `transform="rotate(48 ${f(cx + s * 0.98)} ${f(cy)})"`,
        ) +
        ellipse(cx, cy + s * 0.2, s * 1.05, s * 0.82, leather(cx, cy, s * 0.95)) +
        pocketOf(pen, cx, cy, s) +
        drawBall(pen, cx + s * 0.08, cy - s * 0.08, s * 0.44, 'baseball'),
      blur: 0.8,
    },
    wash(pen, w * 0.2, 0, w * 0.9, '#ffe0a8', 0.5),
  ];
};

const baseballCrowd: Scene = (pen) => {
  const { w, h, u } = pen;
  return [
    {
      body:
        whole(pen, '#0b0d12') +
        crowd(pen, { top: -10, bottom: h * 0.42, far: 9 * u, near: 17 * u, shade: 0.4, hold: 'arms', share: 0.5 }),
      scale: 0.3,
      blur: 6 * u,
    },
    backlight(pen, w * 0.7, h * 0.04, w * 0.7, '#ffedcc'),
    {
      body: crowd(
        { ...pen, palette: { ...pen.palette, brand: '#eef0f2', second: '#2a2d33' } },
        {
          top: h * 0.42,
          bottom: h * 0.87,
          far: 16 * u,
          near: 35 * u,
          shade: 0.34,
          home: 0.85,
          hold: 'arms',
          share: 0.6,
          rim: '#ffe9c4',
        },
      ),
      blur: 0.6,
    },
    foreground(pen, h * 0.09, 0.9),
    { body: flakes(pen, 60, ['#ffffff'], 12, true), scale: 0.4, blur: 2 },
  ];
};

export const baseball = {
  ballpark,
  swing: batter('swing'),
  baseballCrowd,
  pitcher,
  balloons,
  stance: batter('stance'),
  glove,
} as const satisfies Record<string, Scene>;
