/** Scenes of an idol group's live. */
import { drawFigure, type PoseName } from './figure.ts';
import { circle, darker, ellipse, f, type Layer, lighter, type Pen, path, polygon, rect, whole } from './pen.ts';
import { backlight, bokeh, crowd, flakes, foreground, star } from './scenery.ts';

type Scene = (pen: Pen) => Layer[];
const MEMBERS = ['#ff6fae', '#5cc8ff', '#ffd84d', '#8de07a', '#b48cff'] as const;

/** Cones of light from the rig down to the stage. */
function beams(pen: Pen, count: number, floor: number): Layer[] {
  let cones = '';
  let lamps = '';
  for (let i = 0; i < count; i++) {
    const x = pen.w * ((i + 0.5) / count);
    const target = x + pen.rnd(-0.28, 0.28) * pen.w;
    const c = pen.pick([
      lighter(pen.palette.brand, 0.3),
      '#ff7fc0',
      '#64c8ff',
      '#fff0c0',
      lighter(pen.palette.second, 0.2),
    ]);
    const spread = pen.rnd(40, 90) * pen.u;
    cones += polygon(
      [
        [x - 8 * pen.u, pen.h * 0.03],
        [x + 8 * pen.u, pen.h * 0.03],
        [target + spread, floor],
        [target - spread, floor],
      ],
      pen.linear(x, 0, target, floor, [
        [0, c, 0.85],
        [0.5, c, 0.32],
        [1, c, 0.04],
      ]),
    );
    lamps += circle(
      x,
      pen.h * 0.03,
      40 * pen.u,
      pen.radial(x, pen.h * 0.03, 40 * pen.u, [
        [0, '#ffffff', 1],
        [0.25, c, 0.8],
        [1, '#000000', 0],
      ]),
    );
  }
  return [
    { body: cones, scale: 0.25, blur: 9 * pen.u, blend: 'screen' },
    { body: lamps, scale: 0.5, blend: 'screen' },
  ];
}

const dress = (colour: string, pen: Pen) => ({
  shirt: colour,
  shorts: lighter(colour, 0.3),
  socks: '#f6f1ee',
  shoes: '#f6f1ee',
  skirt: true,
  longHair: true,
  hair: pen.pick(['#1d1412', '#3b241a', '#120e10', '#5a3826']),
});

const backdrop = (pen: Pen, floor: number): Layer => {
  const { w, h, u } = pen;
  const wall =
    whole(pen, '#07050f') +
    rect(
      w * 0.12,
      h * 0.1,
      w * 0.76,
      floor - h * 0.16,
      pen.linear(0, h * 0.1, w, floor, [
        [0, darker(pen.palette.brand, 0.1)],
        [0.5, '#ff6fb1'],
        [1, darker(pen.palette.second, 0.25)],
      ]),
      'opacity=".75"',
    );
  const stars = Array.from({ length: 14 }, () =>
    polygon(
      star(pen.rnd(0.14, 0.86) * w, pen.rnd(0.14, 0.5) * h, pen.rnd(18, 70) * u),
      '#ffffff',
      `opacity="${f(pen.rnd(0.2, 0.6))}"`,
    ),
  ).join('');
  return { body: wall + stars, scale: 0.2, blur: 9 * u };
};

const group =
  (names: readonly PoseName[]): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const size = Math.min(w / 10.5, h / 10.5);
    const floor = h * 0.86;
    const figures = names.map((name, i) => {
      const near = i % 2 === 0;
      const s = size * (near ? 1.04 : 0.9);
      return {
        near,
        svg: drawFigure(pen, name, dress(MEMBERS[i % 5] ?? '#fff', pen), {
          x: w * (0.14 + (0.72 * i) / (names.length - 1)),
          y: floor - s * (near ? 3.3 : 3.8),
          size: s,
          shade: near ? 0.66 : 0.74,
          light: i % 2 ? -70 : -115,
          rim: pen.pick(['#ffd7f0', '#d5ecff', '#fff2cf']),
          flip: i % 3 === 1,
        }).body,
      };
    });
    return [
      backdrop(pen, floor),
      backlight(pen, w * 0.5, h * 0.35, w * 0.6, '#ffd3f0'),
      ...beams(pen, 8, floor),
      {
        body: rect(
          0,
          floor - h * 0.03,
          w,
          h,
          pen.linear(0, floor - h * 0.03, 0, h, [
            [0, '#6c4f96'],
            [0.2, '#2c1d48'],
            [1, '#0a0614'],
          ]),
        ),
        scale: 0.25,
        blur: 6 * u,
      },
      {
        body: `<g transform="translate(0 ${f(floor * 2)}) scale(1 -1)" opacity=".3">${figures.map((x) => x.svg).join('')}</g>`,
        scale: 0.2,
        blur: 10 * u,
      },
      {
        body: figures
          .filter((x) => !x.near)
          .map((x) => x.svg)
          .join(''),
        blur: 1.6,
      },
      {
        body: figures
          .filter((x) => x.near)
          .map((x) => x.svg)
          .join(''),
      },
      { body: flakes(pen, 150, ['#ffffff', '#ffd84d', '#ff8fc6', '#8fd6ff'], 12, true), scale: 0.7, blur: 1 },
      {
        body: crowd(pen, {
          top: h * 0.97,
          bottom: h * 1.06,
          far: 34 * u,
          near: 40 * u,
          shade: 0.9,
          hold: 'penlight',
          share: 0.85,
          back: true,
        }),
        scale: 0.5,
        blur: 3 * u,
      },
      bokeh(pen, 26, ['#ff9fd2', '#9fdcff', '#ffe9a8', lighter(pen.palette.brand, 0.4)], {
        top: h * 0.75,
        bottom: h,
        min: 8,
        max: 30,
      }),
    ];
  };

const solo =
  (name: PoseName, member: number): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const size = Math.min(w / 5.2, h / 7.2);
    const colour = MEMBERS[member % 5] ?? '#ff6fae';
    const who = drawFigure(pen, name, dress(colour, pen), {
      x: w * 0.5,
      y: h * 0.72,
      size,
      shade: 0.78,
      light: -60,
      rim: lighter(colour, 0.7),
    });
    const [hx, hy] = who.at('nearHand');
    const mic =
      name === 'sing'
        ? `<g transform="translate(${f(hx)} ${f(hy)}) rotate(-30)">${rect(-size * 0.07, 0, size * 0.14, size * 0.5, '#20232a')}${circle(
            0,
            -size * 0.06,
            size * 0.15,
            pen.radial(-size * 0.05, -size * 0.1, size * 0.2, [
              [0, '#ffffff'],
              [0.4, '#9aa2ad'],
              [1, '#2b3038'],
            ]),
          )}</g>`
        : '';
    return [
      {
        body: whole(
          pen,
          pen.linear(0, 0, 0, h, [
            [0, '#0b0618'],
            [0.6, darker(colour, 0.62)],
            [1, '#0a0512'],
          ]),
        ),
        scale: 0.1,
      },
      ...beams(pen, 6, h * 0.95),
      backlight(pen, w * 0.5, h * 0.3, w * 0.75, lighter(colour, 0.5)),
      bokeh(pen, 50, [colour, '#ffffff', lighter(pen.palette.brand, 0.4), '#ffe9a8'], {
        top: 0,
        bottom: h * 0.8,
        min: 10,
        max: 52,
      }),
      { body: who.body + mic, blur: 0.6 },
      {
        body: whole(
          pen,
          pen.linear(0, h * 0.55, 0, h, [
            [0, '#000000', 0],
            [1, '#05020a', 0.8],
          ]),
        ),
        scale: 0.125,
      },
      { body: flakes(pen, 80, ['#ffffff', lighter(colour, 0.4)], 13, true), scale: 0.5, blur: 2 },
      {
        body: crowd(pen, {
          top: h * 0.96,
          bottom: h * 1.05,
          far: 44 * u,
          near: 50 * u,
          shade: 0.92,
          hold: 'penlight',
          share: 0.8,
          back: true,
        }),
        scale: 0.3,
        blur: 7 * u,
      },
    ];
  };

const penlights: Scene = (pen) => {
  const { w, h, u } = pen;
  return [
    {
      body: whole(pen, '#06040d') + ellipse(w * 0.5, h * 0.3, w * 0.5, h * 0.16, '#c86bd6', 'opacity=".6"'),
      scale: 0.1,
      blur: 40 * u,
    },
    ...beams(pen, 9, h * 0.62),
    {
      body: Array.from(
        { length: 5 },
        (_, i) =>
          drawFigure(
            pen,
            (['heart', 'point', 'cheer', 'sing', 'twirl'] as const)[i] ?? 'cheer',
            dress(MEMBERS[i] ?? '#fff', pen),
            { x: w * (0.34 + i * 0.08), y: h * 0.34, size: Math.min(w, h) / 42, shade: 0.3 },
          ).body,
      ).join(''),
    },
    {
      body: crowd(pen, {
        top: h * 0.46,
        bottom: h * 0.72,
        far: 8 * u,
        near: 17 * u,
        shade: 0.88,
        hold: 'penlight',
        share: 0.9,
        back: true,
      }),
      blur: 0.9,
    },
    {
      body: crowd(pen, {
        top: h * 0.76,
        bottom: h * 0.92,
        far: 24 * u,
        near: 38 * u,
        shade: 0.9,
        hold: 'penlight',
        share: 0.85,
        back: true,
      }),
      scale: 0.6,
      blur: 1.6 * u,
    },
    {
      body: crowd(pen, {
        top: h * 0.76,
        bottom: h * 0.92,
        far: 24 * u,
        near: 38 * u,
        shade: 0.97,
        hold: 'penlight',
        share: 0.85,
        back: true,
      }),
      scale: 0.15,
      blur: 16 * u,
      blend: 'screen',
    },
    foreground(pen, h * 0.08, 0.6),
    bokeh(pen, 40, ['#ff9fd2', '#9fdcff', '#ffe9a8', lighter(pen.palette.brand, 0.4)], {
      top: h * 0.5,
      bottom: h,
      min: 6,
      max: 26,
    }),
  ];
};

/** A microphone on its stand before the doors open. */
const microphone: Scene = (pen) => {
  const { w, h } = pen;
  const [cx, cy, s] = [w * 0.46, h * 0.42, Math.min(w, h) * 0.13];
  let mesh = '';
  for (let i = -5; i <= 5; i++)
    mesh += `<path d="M${f(cx + i * s * 0.2)} ${f(cy - s)} q${f(i * s * 0.05)} ${f(s)} 0 ${f(s * 2)} M${f(cx - s)} ${f(cy + i * s * 0.2)} q${f(s)} ${f(i * s * 0.05)} ${f(s * 2)} 0" stroke="#1b1f26" stroke-width="${f(s * 0.035)}" fill="none" opacity=".75"/>`;
  const id = `mic${pen.defs.length}`;
  pen.defs.push(`<clipPath id="${id}"><circle cx="${f(cx)}" cy="${f(cy)}" r="${f(s)}"/></clipPath>`);
  return [
    {
      body: whole(
        pen,
        pen.linear(0, 0, w, h, [
          [0, darker(pen.palette.brand, 0.55)],
          [0.5, '#40204f'],
          [1, '#0b0714'],
        ]),
      ),
      scale: 0.1,
    },
    ...beams(pen, 5, h),
    bokeh(pen, 70, ['#ff9fd2', '#9fdcff', '#ffe9a8', lighter(pen.palette.brand, 0.4), '#ffffff'], {
      top: 0,
      bottom: h,
      min: 18,
      max: 74,
    }),
    {
      body:
        rect(
          cx - s * 0.15,
          cy + s * 1.6,
          s * 0.3,
          h,
          pen.linear(cx - s * 0.15, 0, cx + s * 0.15, 0, [
            [0, '#ffd7f0'],
            [0.2, '#5c6470'],
            [0.6, '#1a1d23'],
            [1, '#8fc7ff'],
          ]),
        ) +
        polygon(
          [
            [cx - s * 0.62, cy + s * 0.75],
            [cx + s * 0.62, cy + s * 0.75],
            [cx + s * 0.34, cy + s * 2.5],
            [cx - s * 0.34, cy + s * 2.5],
          ],
          pen.linear(cx - s * 0.6, 0, cx + s * 0.6, 0, [
            [0, '#ffcdea'],
            [0.12, '#4b515c'],
            [0.5, '#1c2027'],
            [0.86, '#3a414c'],
            [1, '#a8d8ff'],
          ]),
        ) +
        circle(
          cx,
          cy,
          s,
          pen.radial(cx - s * 0.4, cy - s * 0.5, s * 1.7, [
            [0, '#ffffff'],
            [0.2, '#d9dee5'],
            [0.55, '#7c8591'],
            [1, '#22262d'],
          ]),
        ) +
        `<g clip-path="url(#${id})">${mesh}</g>` +
        rect(
          cx - s * 0.75,
          cy + s * 0.62,
          s * 1.5,
          s * 0.22,
          pen.linear(cx - s * 0.75, 0, cx + s * 0.75, 0, [
            [0, '#ffcdea'],
            [0.2, lighter(pen.palette.second, 0.3)],
            [0.6, darker(pen.palette.second, 0.3)],
            [1, '#a8d8ff'],
          ]),
        ),
      blur: 0.8,
    },
  ];
};

/** The hall from the back row, silver tape in the air. */
const finale: Scene = (pen) => {
  const { w, h, u } = pen;
  const tapes = Array.from({ length: 60 }, () => {
    const [x, y] = [pen.rnd(0, w), pen.rnd(-0.1, 0.7) * h];
    return `<path d="M${f(x)} ${f(y)} q${f(pen.rnd(-60, 60) * u)} ${f(60 * u)} ${f(pen.rnd(-20, 20) * u)} ${f(120 * u)} t${f(pen.rnd(-30, 30) * u)} ${f(130 * u)}" stroke="${pen.pick(['#ffffff', '#ffe48a', '#d9e2ff', '#ffb3dc'])}" stroke-width="${f(pen.rnd(2, 5) * u)}" fill="none" opacity="${f(pen.rnd(0.4, 0.95))}"/>`;
  }).join('');
  return [
    backdrop(pen, h * 0.6),
    backlight(pen, w * 0.5, h * 0.4, w * 0.7, '#fff0d2'),
    ...beams(pen, 11, h * 0.66),
    {
      body: Array.from(
        { length: 5 },
        (_, i) =>
          drawFigure(
            pen,
            (['cheer', 'point', 'leap', 'cheer', 'heart'] as const)[i] ?? 'cheer',
            dress(MEMBERS[i] ?? '#fff', pen),
            { x: w * (0.22 + i * 0.14), y: h * 0.5, size: Math.min(w, h) / 24, shade: 0.5, rim: '#fff0d2' },
          ).body,
      ).join(''),
      blur: 0.7,
    },
    {
      body: path(`M0 ${f(h * 0.63)} L${f(w)} ${f(h * 0.63)} L${f(w)} ${f(h * 0.7)} L0 ${f(h * 0.7)}Z`, '#160d26'),
      blur: 2,
    },
    { body: tapes, blur: 0.9, blend: 'screen' },
    {
      body: crowd(pen, {
        top: h * 0.72,
        bottom: h * 0.98,
        far: 16 * u,
        near: 40 * u,
        shade: 0.88,
        hold: 'penlight',
        share: 0.7,
        back: true,
      }),
      scale: 0.7,
      blur: 1.4 * u,
    },
    { body: flakes(pen, 260, ['#ffffff', '#ffe48a', '#ffb3dc', '#bfe2ff'], 10, true) },
  ];
};

export const stage = {
  penlights,
  group: group(['heart', 'point', 'sing', 'cheer', 'twirl']),
  singer: solo('sing', 0),
  dancer: solo('twirl', 1),
  finale,
  microphone,
  formation: group(['cheer', 'twirl', 'heart', 'point', 'cheer']),
  wink: solo('point', 4),
  heart: solo('heart', 2),
} as const satisfies Record<string, Scene>;
