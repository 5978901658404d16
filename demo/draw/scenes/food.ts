/** A bowl of stadium food. */
import {
  circle,
  darker,
  ellipse,
  f,
  type Layer,
  lighter,
  mix,
  type Pen,
  path,
  polygon,
  rect,
  type Scene,
  whole,
} from '../pen.ts';
import { bokeh, wash } from '../scenery/lights.ts';

/** Middle of the bowl's mouth and its radius. */
interface Bowl {
  readonly cx: number;
  readonly cy: number;
  readonly r: number;
}

function riceIn(pen: Pen, { cx, cy, r }: Bowl): string {
  const { u } = pen;
  const rice: string[] = [];
  for (let i = 0; i < 520; i++) {
    const [a, d] = [pen.rnd(0, Math.PI * 2), Math.sqrt(pen.rnd(0, 1)) * r * 0.88];
    const [x, y] = [cx + Math.cos(a) * d, cy - r * 0.12 + Math.sin(a) * d * 0.42];
    rice.push(
      `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(9 * u)}" ry="${f(4 * u)}" fill="${pen.pick(['#fdf8ea', '#f3ead2', '#e6d8b8'])}" transform="rotate(${f(pen.rnd(0, 180))} ${f(x)} ${f(y)})"/>`,
    );
  }
  return rice.join('');
}

/** Glazed pieces, each with its shadow and its shine; `kind` gives their colours. */
function meatOn(pen: Pen, { cx, cy, r }: Bowl, kind: number): string {
  const toppings: string[] = [];
  const tones = [
    ['#6b3a1c', '#8a4b22', '#a5652f', '#4f2a14'],
    ['#c9832f', '#e0a04a', '#b46c20', '#8d4f17'],
    ['#b5532a', '#d2733d', '#93401f', '#e59b5c'],
  ][kind] ?? ['#8a4b22'];
  for (let i = 0; i < 30; i++) {
    const [a, d] = [pen.rnd(0, Math.PI * 2), Math.sqrt(pen.rnd(0, 1)) * r * 0.7];
    const [x, y, s] = [
      cx + Math.cos(a) * d,
      cy - r * 0.2 + Math.sin(a) * d * 0.36 - (1 - d / r) * r * 0.12,
      pen.rnd(0.11, 0.19) * r,
    ];
    const tone = tones[i % tones.length] ?? '#8a4b22';
    const turn = `transform="rotate(${f(pen.rnd(-40, 40))} ${f(x)} ${f(y)})"`;
    const fill = pen.radial(x - s * 0.3, y - s * 0.5, s * 1.5, [
      [0, lighter(tone, 0.5)],
      [0.25, lighter(tone, 0.12)],
      [0.7, tone],
      [1, darker(tone, 0.55)],
    ]);
    toppings.push(
      ellipse(x, y + s * 0.35, s * 1.05, s * 0.6, '#2a1206', 'opacity=".5"'),
      `<path d="M${f(x - s)} ${f(y + s * 0.2)} Q${f(x - s * 0.9)} ${f(y - s * 0.7)} ${f(x)} ${f(y - s * 0.65)} Q${f(x + s)} ${f(y - s * 0.6)} ${f(x + s)} ${f(y + s * 0.1)} Q${f(x + s * 0.6)} ${f(y + s * 0.7)} ${f(x - s * 0.2)} ${f(y + s * 0.6)}Z" fill="${fill}" ${turn}/>`,
      ellipse(x - s * 0.3, y - s * 0.32, s * 0.25, s * 0.09, '#fff', `opacity=".55" ${turn}`),
    );
  }
  return toppings.join('');
}

/** Rings of spring onion. */
function onionsOn(pen: Pen, { cx, cy, r }: Bowl): string {
  const { u } = pen;
  const rings: string[] = [];
  for (let i = 0; i < 60; i++) {
    const [a, d] = [pen.rnd(0, Math.PI * 2), Math.sqrt(pen.rnd(0, 1)) * r * 0.6];
    const [x, y] = [cx + Math.cos(a) * d, cy - r * 0.26 + Math.sin(a) * d * 0.32];
    rings.push(
      `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(9 * u)}" ry="${f(4.5 * u)}" fill="none" stroke="${pen.pick(['#6fbf4a', '#8fd162', '#4f9a35'])}" stroke-width="${f(3.4 * u)}" transform="rotate(${f(pen.rnd(0, 180))} ${f(x)} ${f(y)})"/>`,
    );
  }
  return rings.join('');
}

const yolkIn = (pen: Pen, { cx, cy, r }: Bowl): string =>
  circle(
    cx + r * 0.12,
    cy - r * 0.36,
    r * 0.2,
    pen.radial(cx + r * 0.05, cy - r * 0.46, r * 0.3, [
      [0, '#fff3b0'],
      [0.25, '#ffc83a'],
      [0.8, '#f2950f'],
      [1, '#c76a05'],
    ]),
  ) + ellipse(cx + r * 0.06, cy - r * 0.45, r * 0.06, r * 0.035, '#fff', 'opacity=".85"');

/** The bowl in the club's colour with a band of the second one. */
const paperBowl = (pen: Pen, { cx, cy, r }: Bowl): string =>
  path(
    `M${f(cx - r)} ${f(cy - r * 0.12)} Q${f(cx - r * 0.82)} ${f(cy + r * 0.72)} ${f(cx - r * 0.52)} ${f(cy + r * 0.78)} L${f(cx + r * 0.52)} ${f(cy + r * 0.78)} Q${f(cx + r * 0.82)} ${f(cy + r * 0.72)} ${f(cx + r)} ${f(cy - r * 0.12)}Z`,
    pen.linear(cx - r, 0, cx + r, 0, [
      [0, lighter(pen.palette.brand, 0.3)],
      [0.25, pen.palette.brand],
      [0.75, darker(pen.palette.brand, 0.3)],
      [1, darker(pen.palette.brand, 0.6)],
    ]),
  ) +
  path(
    `M${f(cx - r * 0.9)} ${f(cy + r * 0.28)} Q${f(cx)} ${f(cy + r * 0.62)} ${f(cx + r * 0.9)} ${f(cy + r * 0.28)} L${f(cx + r * 0.84)} ${f(cy + r * 0.42)} Q${f(cx)} ${f(cy + r * 0.76)} ${f(cx - r * 0.84)} ${f(cy + r * 0.42)}Z`,
    mix('#ffffff', pen.palette.second, 0.15),
    'opacity=".85"',
  );

const chopsticks = (pen: Pen, { cx, cy, r }: Bowl): string =>
  [0, 1]
    .map((i) =>
      polygon(
        [
          [cx + r * 0.3, cy - r * (0.3 - i * 0.06)],
          [cx + r * 1.75, cy - r * (1.05 - i * 0.14)],
          [cx + r * 1.78, cy - r * (0.98 - i * 0.14)],
          [cx + r * 0.32, cy - r * (0.25 - i * 0.06)],
        ],
        pen.linear(cx, cy - r, cx + r * 0.1, cy - r * 0.8, [
          [0, '#e9cb98'],
          [1, '#8a6234'],
        ]),
      ),
    )
    .join('');

/** A cup of beer at the left edge. */
function beer(pen: Pen, r: number): string {
  const { w, h } = pen;
  return (
    polygon(
      [
        [w * 0.03, h * 0.3],
        [w * 0.03 + r * 0.72, h * 0.3],
        [w * 0.03 + r * 0.62, h * 0.3 + r * 1.15],
        [w * 0.03 + r * 0.1, h * 0.3 + r * 1.15],
      ],
      pen.linear(w * 0.03, 0, w * 0.03 + r * 0.7, 0, [
        [0, '#ffd66a'],
        [0.4, '#f0a51c'],
        [1, '#9a5a07'],
      ]),
    ) + ellipse(w * 0.03 + r * 0.36, h * 0.3, r * 0.37, r * 0.14, '#fffaf0')
  );
}

function stadiumBehind(pen: Pen): Layer {
  const { w, h, u } = pen;
  return {
    body:
      whole(pen, '#2c3a2c') +
      rect(
        0,
        0,
        w,
        h * 0.6,
        pen.linear(0, 0, 0, h * 0.6, [
          [0, darker(pen.palette.brand, 0.5)],
          [0.55, mix(pen.palette.brand, '#d9c7a8', 0.5)],
          [0.6, '#4f9644'],
          [1, '#3a7a36'],
        ]),
      ),
    scale: 0.125,
    blur: 20 * u,
  };
}

const steam = ({ u }: Pen, { cx, cy, r }: Bowl): Layer => ({
  body: [0, 1, 2, 3]
    .map(
      (i) =>
        `<path d="M${f(cx + (i - 1.5) * r * 0.3)} ${f(cy - r * 0.4)} q${f(r * 0.2)} ${f(-r * 0.35)} 0 ${f(-r * 0.6)} q${f(-r * 0.2)} ${f(-r * 0.3)} ${f(r * 0.05)} ${f(-r * 0.6)}" stroke="#ffffff" stroke-width="${f(r * 0.09)}" fill="none" opacity=".3"/>`,
    )
    .join(''),
  scale: 0.2,
  blur: 14 * u,
  blend: 'screen',
});

/** A paper bowl of stadium food on a tray, the pitch far behind it. */
export const food: Scene = (pen) => {
  const { w, h, u } = pen;
  const bowl = { cx: w * 0.5, cy: h * 0.62, r: Math.min(w, h) * 0.33 };
  const { cx, cy, r } = bowl;
  const kind = Math.floor(pen.rnd(0, 3));
  const rice = riceIn(pen, bowl);
  const toppings = meatOn(pen, bowl, kind);
  const onions = onionsOn(pen, bowl);
  const yolk = yolkIn(pen, bowl);
  const paper = paperBowl(pen, bowl);
  const rim =
    ellipse(cx, cy - r * 0.12, r, r * 0.43, '#f2ead8') + ellipse(cx, cy - r * 0.11, r * 0.95, r * 0.39, '#5b3a20');
  const sticks = chopsticks(pen, bowl);
  const table = rect(
    0,
    h * 0.58,
    w,
    h * 0.42,
    pen.linear(0, h * 0.58, 0, h, [
      [0, '#6d5843'],
      [0.3, '#4a3b2d'],
      [1, '#1f1812'],
    ]),
  );
  const cup = beer(pen, r);
  return [
    stadiumBehind(pen),
    bokeh(pen, 30, ['#ffe2a6', '#fff6e0', lighter(pen.palette.brand, 0.4)], {
      top: 0,
      bottom: h * 0.42,
      min: 18,
      max: 60,
    }),
    { body: table, scale: 0.25, blur: 8 * u },
    { body: cup, scale: 0.4, blur: 9 * u },
    { body: ellipse(cx + r * 0.1, cy + r * 0.78, r * 1.1, r * 0.2, '#000', 'opacity=".7"'), scale: 0.2, blur: 14 * u },
    { body: paper + rim, blur: 1 },
    { body: rice + toppings + onions + yolk, blur: 0.6 },
    { body: sticks, blur: 1.2 },
    steam(pen, bowl),
    wash(pen, w * 0.15, 0, w * 0.8, '#ffe0a8', 0.5),
  ];
};
