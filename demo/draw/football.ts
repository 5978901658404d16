/** Scenes of a football match day. */
import { type Dress, drawBall, drawFigure, type PoseName } from './figure.ts';
import { circle, darker, ellipse, f, type Layer, lighter, mix, type Pen, path, polygon, rect, whole } from './pen.ts';
import {
  backlight,
  blades,
  bokeh,
  crowd,
  flag,
  flakes,
  floodlights,
  foreground,
  pitch,
  type Sky,
  sky,
  stand,
  wash,
} from './scenery.ts';

export type Scene = (pen: Pen) => Layer[];

export const home = (pen: Pen): Dress => ({
  shirt: pen.palette.brand,
  shorts: pen.palette.second,
  socks: pen.palette.brand,
  shoes: pen.pick(['#f3f5f7', '#ff5a36', '#d7ff3d', '#20242a']),
});
export const away = (pen: Pen): Dress => ({
  shirt: pen.palette.rival,
  shorts: lighter(pen.palette.rival, 0.15),
  socks: pen.palette.rival,
  shoes: '#e8e8e8',
});

/** The blurred stand behind close pictures of players, lamps shining into the lens. */
export function blurredStand(pen: Pen, horizon: number, night: boolean): Layer[] {
  const warm = night ? '#dfe9ff' : '#ffdfa6';
  const at = pen.rnd(0.25, 0.75) * pen.w;
  return [
    {
      body: whole(pen, night ? '#0a101d' : '#4a5560') + stand(pen, pen.h * 0.02, horizon, night ? 0.3 : 0.05),
      scale: 0.25,
      blur: 9 * pen.u,
    },
    {
      body: whole(
        pen,
        pen.linear(0, 0, 0, horizon * 1.15, [
          [0, warm, 0.05],
          [0.8, warm, 0.34],
          [1, warm, 0.1],
        ]),
      ),
      scale: 0.125,
      blend: 'screen',
    },
    backlight(pen, at, horizon * 0.3, pen.w * 0.55, warm),
    bokeh(pen, 44, [lighter(pen.palette.brand, 0.5), '#ffe9c2', '#cfe2ff', lighter(pen.palette.second, 0.5)], {
      top: 0,
      bottom: horizon * 0.85,
      min: 8,
      max: 32,
    }),
  ];
}

const shadow = (x: number, y: number, rx: number): Layer => ({
  body: ellipse(x, y, rx, rx * 0.16, '#000', 'opacity=".6"'),
  scale: 0.25,
  blur: 10,
});

const stadium =
  (kind: Sky): Scene =>
  (pen) => {
    const wide = pen.w >= pen.h;
    const top = pen.h * (wide ? 0.33 : 0.38);
    const bottom = pen.h * (wide ? 0.56 : 0.55);
    const dark = kind === 'night' ? 0.25 : kind === 'day' ? 0 : 0.22;
    const banks = [0.08, 0.36, 0.64, 0.88].map((x) =>
      floodlights(pen, pen.w * x, top - pen.h * (0.17 + 0.16 * (x - 0.5) ** 2), pen.w * 0.05),
    );
    const lit = kind !== 'day';
    let players = '';
    for (let i = 0; i < 15; i++) {
      const t = pen.rnd(0, 1);
      const y = bottom + (pen.h - bottom) * (0.08 + t * 0.5);
      const dress = i % 2 ? home(pen) : away(pen);
      players += ellipse(
        pen.w * ((i + pen.rnd(0, 1)) / 15),
        y + 19 * pen.u * (1 + t),
        18 * pen.u,
        4 * pen.u,
        '#000',
        'opacity=".35"',
      );
      players += drawFigure(pen, pen.pick<PoseName>(['run', 'stand', 'dribble', 'run']), dress, {
        x: pen.w * ((i + pen.rnd(0, 1)) / 15),
        y,
        size: (5.2 + 5 * t) * pen.u,
        flip: pen.chance(0.5),
        shade: 0.1,
      }).body;
    }
    const line = (y: number, o: number) => rect(0, y, pen.w, 3 * pen.u, '#eef6e8', `opacity="${o}"`);
    const cx = pen.w * 0.5;
    return [
      { body: sky(pen, kind, top + 20), scale: 0.25, blur: 6 * pen.u },
      {
        body:
          pitch(pen, bottom, lit ? '#3d8c3c' : '#56a544', lit ? 0.05 : 0) +
          line(bottom + pen.h * 0.03, 0.6) +
          ellipse(
            cx,
            bottom + pen.h * 0.17,
            pen.w * 0.19,
            pen.h * 0.055,
            'none',
            'stroke="#eef6e8" stroke-width="3" opacity=".6"',
          ) +
          polygon(
            [
              [cx - 1, bottom + pen.h * 0.03],
              [cx + 1, bottom + pen.h * 0.03],
              [cx + 4, pen.h],
              [cx - 4, pen.h],
            ],
            '#eef6e8',
            'opacity=".55"',
          ) +
          stand(pen, top, bottom, dark) +
          players,
      },
      ...(lit
        ? [
            { body: banks.map((b) => b.lamps).join('') },
            { body: banks.map((b) => b.glow).join(''), scale: 0.25, blend: 'screen' as const },
          ]
        : []),
      {
        body: whole(
          pen,
          pen.linear(0, top, 0, pen.h, [
            [0, '#9fb4d8', 0.16],
            [0.3, '#9fb4d8', 0.1],
            [1, '#000000', 0],
          ]),
        ),
        scale: 0.125,
        blend: 'screen',
      },
      foreground(pen, pen.h * 0.12, 0.45),
    ];
  };

const supporters: Scene = (pen) => {
  const night = pen.chance(0.5);
  return [
    {
      body:
        whole(pen, darker(pen.palette.brand, 0.75)) +
        crowd(pen, {
          top: -20,
          bottom: pen.h * 0.42,
          far: 9 * pen.u,
          near: 17 * pen.u,
          shade: night ? 0.5 : 0.3,
          hold: 'arms',
          share: 0.3,
        }),
      scale: 0.3,
      blur: 6 * pen.u,
    },
    {
      body:
        flag(pen, pen.w * 0.1, pen.h * 0.04, pen.w * 0.34, pen.h * 0.22, -8, 0) +
        flag(pen, pen.w * 0.6, pen.h * 0.08, pen.w * 0.3, pen.h * 0.2, 7, 1),
      scale: 0.5,
      blur: 3 * pen.u,
    },
    {
      body: crowd(pen, {
        top: pen.h * 0.4,
        bottom: pen.h * 0.85,
        far: 15 * pen.u,
        near: 34 * pen.u,
        home: 0.7,
        shade: night ? 0.42 : 0.3,
        rim: night ? '#dbe8ff' : '#ffe2b0',
        hold: 'scarf',
        share: 0.55,
      }),
    },
    {
      body: crowd(pen, {
        top: pen.h * 0.93,
        bottom: pen.h * 1.1,
        far: 62 * pen.u,
        near: 70 * pen.u,
        home: 1,
        shade: 0.62,
        hold: 'arms',
        share: 0.5,
        back: true,
      }),
      scale: 0.3,
      blur: 7 * pen.u,
    },
    wash(pen, pen.w * (night ? 0.8 : 0.15), -pen.h * 0.05, pen.w * 0.75, night ? '#cfe0ff' : '#ffd9a0', 0.85),
    {
      body: flakes(pen, 90, [lighter(pen.palette.brand, 0.5), '#ffffff', pen.palette.brand], 13, true),
      scale: 0.5,
      blur: 1.2,
    },
    bokeh(pen, 10, ['#ffe6b8', '#ffffff'], { top: 0, bottom: pen.h * 0.3, min: 12, max: 40 }),
  ];
};

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

const celebration: Scene = (pen) => {
  const horizon = pen.h * 0.62;
  const size = Math.min(pen.h / 10.5, pen.w / 9);
  const base = pen.h * 0.93;
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

/** A choreography: the whole stand holds up coloured sheets that make one picture. */
export const choreography: Scene = (pen) => {
  const { brand, second } = pen.palette;
  const top = pen.h * 0.12;
  const bottom = pen.h * 0.8;
  const step = 11 * pen.u;
  const [cx, cy, reach] = [pen.w / 2, pen.h * 0.46, Math.min(pen.w, pen.h) * 0.36];
  const kind = Math.floor(pen.rnd(0, 3));
  const colourAt = (x: number, y: number): string => {
    const [dx, dy] = [(x - cx) / reach, (y - cy) / reach];
    if (kind === 0)
      return Math.hypot(dx, dy * 1.15) < 0.72
        ? Math.hypot(dx, dy * 1.15) < 0.5
          ? brand
          : '#f4f3ee'
        : Math.floor((x / pen.w) * 7) % 2
          ? brand
          : second;
    if (kind === 1) {
      const heart = (dx * 1.15) ** 2 + (-dy * 1.15 + 0.1 - Math.sqrt(Math.abs(dx * 1.15)) * 0.72) ** 2 < 0.55;
      return heart ? lighter(brand, 0.05) : Math.abs(dx) > 1.25 ? second : '#f2f1ec';
    }
    const a = Math.atan2(dy, dx);
    return Math.floor(((a + Math.PI) / (Math.PI * 2)) * 16) % 2
      ? brand
      : Math.hypot(dx, dy) < 0.3
        ? '#ffe27a'
        : '#f2f1ec';
  };
  const sheets: string[] = [];
  for (let y = top; y < bottom; y += step * 0.82) {
    const t = (y - top) / (bottom - top);
    const w = step * (0.75 + 0.45 * t);
    for (let x = -w; x < pen.w + w; x += w) {
      if (pen.chance(0.05)) continue;
      const c = mix(colourAt(x, y), '#0a0c12', Math.max(0, 0.1 + (1 - t) * 0.25 + pen.rnd(-0.13, 0.13)));
      sheets.push(
        `<rect x="${f(x + pen.rnd(-1, 1))}" y="${f(y + pen.rnd(-1.5, 1.5))}" width="${f(w * 0.94)}" height="${f(step * 0.8)}" fill="${c}"/>`,
      );
    }
  }
  const edge = rect(
    0,
    0,
    pen.w,
    top,
    pen.linear(0, 0, 0, top, [
      [0, '#1a212d'],
      [0.8, '#3b4452'],
      [1, '#0b0e14'],
    ]),
  );
  return [
    { body: whole(pen, '#10131b') + sheets.join('') + edge, blur: 0.7 },
    {
      body: whole(
        pen,
        pen.linear(0, 0, pen.w, pen.h, [
          [0, '#ffe5b8', 0.4],
          [0.4, '#ffe5b8', 0.08],
          [1, '#000000', 0],
        ]),
      ),
      scale: 0.125,
      blend: 'screen',
    },
    {
      body:
        flag(pen, pen.w * 0.05, pen.h * 0.66, pen.w * 0.26, pen.h * 0.16, -16, 1) +
        flag(pen, pen.w * 0.66, pen.h * 0.68, pen.w * 0.26, pen.h * 0.16, 12, 2),
      scale: 0.4,
      blur: 3.5 * pen.u,
    },
    foreground(pen, pen.h * 0.17, 0.7),
    { body: flakes(pen, 60, ['#ffffff', lighter(brand, 0.5)], 16, true), scale: 0.4, blur: 3 },
  ];
};

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
    {
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
    },
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

/** A corner flag low over the grass, ball beside it. */
const corner: Scene = (pen) => {
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
    {
      body:
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
        )}</g>`,
    },
    { body: drawBall(pen, pen.w * 0.34, y, s, 'football') },
    { body: blades({ ...pen }, pen.h * 0.93, 700, '#58a84c') },
    { body: blades({ ...pen }, pen.h * 1.03, 160, '#7cc060'), scale: 0.3, blur: 5 * pen.u },
    wash(pen, 0, 0, pen.w * 0.9, '#ffdc9e', 0.55),
  ];
};

/** Through the net behind the goal. */
const net: Scene = (pen) => {
  const horizon = pen.h * 0.52;
  const size = pen.h / 13;
  let mesh = '';
  const cell = 66 * pen.u;
  for (let i = -1; i < pen.w / cell + 2; i++)
    mesh += `<path d="M${f(i * cell)} 0 q${f(pen.rnd(-14, 14) * pen.u)} ${f(pen.h / 2)} ${f(pen.rnd(-20, 20) * pen.u)} ${f(pen.h)}"/>`;
  for (let j = -1; j < pen.h / cell + 2; j++)
    mesh += `<path d="M0 ${f(j * cell)} q${f(pen.w / 2)} ${f(34 * pen.u)} ${f(pen.w)} 0"/>`;
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
    {
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
    },
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
