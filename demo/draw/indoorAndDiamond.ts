/** Scenes of volleyball in the arena and baseball by the bay. */
import { type Dress, drawBall, drawFigure, type PoseName } from './figure.ts';
import { away, blurredStand, home } from './football.ts';
import { circle, darker, ellipse, f, type Layer, lighter, type Pen, path, polygon, rect, whole } from './pen.ts';
import { backlight, bokeh, crowd, flakes, floodlights, foreground, sky, stand, wash } from './scenery.ts';

type Scene = (pen: Pen) => Layer[];

// ── Volleyball ─────────────────────────────────────────────────────────────────────────────────────────────────────
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

function arenaBack(pen: Pen, horizon: number): Layer[] {
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

function net(pen: Pen, x0: number, x1: number, y: number, h: number): string {
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
      { body: net(pen, -20, w + 20, top, h * 0.2), blur: 0.9 },
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
    { body: net(pen, w * 0.55, w + 30, h * 0.44, h * 0.12), scale: 0.4, blur: 5 * u },
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

const arena: Scene = (pen) => {
  const { w, h, u } = pen;
  const court = h * 0.58;
  const size = 9 * u;
  const people = Array.from(
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
  const lamps = Array.from({ length: 7 }, (_, i) =>
    floodlights(pen, w * (0.06 + i * 0.13), h * 0.05 + Math.abs(i - 3) * h * 0.012, w * 0.045, '#f0f6ff'),
  );
  return [
    {
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
    },
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
      body:
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
        ) +
        people +
        net(pen, w * 0.22, w * 0.78, court + h * 0.06, h * 0.055),
    },
    { body: lamps.map((l) => l.lamps).join('') },
    { body: lamps.map((l) => l.glow).join(''), scale: 0.2, blend: 'screen' },
    foreground(pen, h * 0.12, 0.4),
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
    { body: net(pen, -30, w + 30, h * 0.3, h * 0.17), scale: 0.3, blur: 8 * u },
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

// ── Baseball ───────────────────────────────────────────────────────────────────────────────────────────────────────
const uniform = (pen: Pen): Dress => ({
  shirt: '#f2f3f4',
  shorts: '#eceeef',
  socks: pen.palette.brand,
  shoes: '#16181c',
  trousers: true,
  cap: pen.palette.brand,
});
const visitors = (pen: Pen): Dress => ({
  shirt: pen.palette.rival,
  shorts: '#c9ced4',
  socks: pen.palette.rival,
  shoes: '#16181c',
  trousers: true,
  cap: pen.palette.rival,
});

const dirt = (pen: Pen, top: number): string =>
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
    {
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
    },
    {
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
    },
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

const ballpark: Scene = (pen) => {
  const { w, h, u } = pen;
  const top = h * 0.34;
  const far = h * 0.56;
  const banks = [0.1, 0.38, 0.66, 0.9].map((x) => floodlights(pen, w * x, h * 0.16, w * 0.05));
  const people = Array.from(
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
  return [
    { body: sky(pen, pen.chance(0.5) ? 'dusk' : 'sunset', top + 20), scale: 0.25, blur: 6 * u },
    {
      body:
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
        ) +
        stand(pen, top, far, 0.2) +
        people,
      blur: 0.7,
    },
    { body: banks.map((b) => b.lamps).join('') },
    { body: banks.map((b) => b.glow).join(''), scale: 0.2, blend: 'screen' },
    foreground(pen, h * 0.11, 0.4),
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
        ellipse(
          cx + s * 0.05,
          cy + s * 0.02,
          s * 0.68,
          s * 0.52,
          pen.radial(cx, cy, s * 0.7, [
            [0, '#4a260f'],
            [0.7, '#6d3d1c'],
            [1, '#9c6332'],
          ]),
        ) +
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
