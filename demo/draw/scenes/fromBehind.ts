/** Somebody seen from behind. */
import { darker, ellipse, f, lighter, mix, type Pen, path, rect, type Scene } from '../pen.ts';
import { backlight, bokeh, wash } from '../scenery/lights.ts';
import { type Sky, sky } from '../scenery/sky.ts';
import { stand } from '../scenery/stand.ts';

/** Digits as bars: shirt numbers need no font. */
const SEGMENTS: Record<string, string> = {
  0: 'abcdef',
  1: 'bc',
  2: 'abged',
  3: 'abgcd',
  4: 'fgbc',
  5: 'afgcd',
  6: 'afgedc',
  7: 'abc',
  8: 'abcdefg',
  9: 'abcdfg',
};
function digits(number: string, x: number, y: number, w: number, h: number, colour: string): string {
  const t = w * 0.24;
  const bars: Record<string, [number, number, number, number]> = {
    a: [0, 0, w, t],
    b: [w - t, 0, t, h / 2 + t / 2],
    c: [w - t, h / 2 - t / 2, t, h / 2 + t / 2],
    d: [0, h - t, w, t],
    e: [0, h / 2 - t / 2, t, h / 2 + t / 2],
    f: [0, 0, t, h / 2 + t / 2],
    g: [0, h / 2 - t / 2, w, t],
  };
  const total = number.length * w + (number.length - 1) * w * 0.28;
  return [...number]
    .map((d, i) =>
      [...(SEGMENTS[d] ?? '')]
        .map((s) => {
          const [bx, by, bw, bh] = bars[s] ?? [0, 0, 0, 0];
          return `<rect x="${f(x - total / 2 + i * w * 1.28 + bx)}" y="${f(y + by)}" width="${f(bw)}" height="${f(bh)}" rx="${f(t * 0.16)}" fill="${colour}"/>`;
        })
        .join(''),
    )
    .join('');
}

/** Middle of the back, height of the neck, and the measure all is drawn by. */
interface Back {
  readonly cx: number;
  readonly neck: number;
  readonly s: number;
}

/** The edge of light on both shoulders, and the shadows between. */
const shadeOf = (pen: Pen, { cx, s }: Back): string =>
  pen.linear(cx - s * 1.5, 0, cx + s * 1.5, 0, [
    [0, '#fff1d2', 0.85],
    [0.045, '#ffe6b8', 0.35],
    [0.13, '#000', 0.25],
    [0.3, '#000', 0.05],
    [0.5, '#000', 0.3],
    [0.72, '#000', 0.08],
    [0.88, '#000', 0.4],
    [0.96, '#ffe6b8', 0.3],
    [1, '#fff1d2', 0.8],
  ]);

function foldsOf(pen: Pen, { cx, neck, s }: Back): string {
  return Array.from({ length: 12 }, () => {
    const [x, y] = [cx + pen.rnd(-1.1, 1.1) * s, neck + pen.rnd(0.5, 2) * s];
    return `<path d="M${f(x)} ${f(y)} q${f(pen.rnd(-0.2, 0.2) * s)} ${f(s * 0.3)} ${f(pen.rnd(-0.35, 0.35) * s)} ${f(s * 0.7)}" stroke="${pen.chance(0.5) ? '#000' : '#fff'}" stroke-width="${f(s * 0.07)}" fill="none" opacity=".14"/>`;
  }).join('');
}

function numberOf(pen: Pen, { cx, neck, s }: Back): string {
  return digits(
    pen.pick(['7', '10', '11', '14', '9', '23', '8', '20']),
    cx,
    neck + s * 0.85,
    s * 0.42,
    s * 0.82,
    mix('#f7f5ee', pen.palette.second, 0.04),
  );
}

const HAIR = '#17110e';

/** The head against the light, the nape, the ears, the hair over all. */
const headOf = (pen: Pen, { cx, neck, s }: Back): string =>
  ellipse(
    cx,
    neck - s * 0.62,
    s * 0.4,
    s * 0.52,
    pen.radial(cx, neck - s * 0.5, s * 0.66, [
      [0, HAIR],
      [0.72, '#0d0a09'],
      [0.86, '#5f4530'],
      [1, '#ffe3b4'],
    ]),
  ) +
  rect(
    cx - s * 0.2,
    neck - s * 0.3,
    s * 0.4,
    s * 0.3,
    pen.linear(cx - s * 0.2, 0, cx + s * 0.2, 0, [
      [0, '#ffdcb0'],
      [0.16, '#8d6248'],
      [0.6, '#5a3c2c'],
      [1, '#e8bd94'],
    ]),
  ) +
  ellipse(cx - s * 0.4, neck - s * 0.52, s * 0.07, s * 0.12, '#b98160') +
  ellipse(cx + s * 0.4, neck - s * 0.52, s * 0.07, s * 0.12, '#b98160') +
  ellipse(cx, neck - s * 0.66, s * 0.385, s * 0.46, HAIR) +
  strandsOf(pen, { cx, neck, s });

const strandsOf = (pen: Pen, { cx, neck, s }: Back): string =>
  Array.from({ length: 46 }, () => {
    const x = cx + pen.rnd(-0.34, 0.34) * s;
    return `<path d="M${f(x)} ${f(neck - s * pen.rnd(0.7, 1.08))} q${f(pen.rnd(-6, 6) * pen.u)} ${f(s * 0.2)} ${f(pen.rnd(-9, 9) * pen.u)} ${f(s * 0.36)}" stroke="${pen.chance(0.3) ? '#6a4a33' : '#2c2019'}" stroke-width="${f(2 * pen.u)}" fill="none" opacity=".7"/>`;
  }).join('');

function capOf(pen: Pen, { cx, neck, s }: Back): string {
  const { brand } = pen.palette;
  return path(
    `M${f(cx - s * 0.44)} ${f(neck - s * 0.55)} Q${f(cx - s * 0.46)} ${f(neck - s * 1.22)} ${f(cx)} ${f(neck - s * 1.22)} Q${f(cx + s * 0.46)} ${f(neck - s * 1.22)} ${f(cx + s * 0.44)} ${f(neck - s * 0.55)} Q${f(cx)} ${f(neck - s * 0.66)} ${f(cx - s * 0.44)} ${f(neck - s * 0.55)}Z`,
    pen.linear(cx - s * 0.45, 0, cx + s * 0.45, 0, [
      [0, '#fff1d2'],
      [0.08, lighter(darker(brand, 0.2), 0.2)],
      [0.5, darker(brand, 0.35)],
      [0.93, darker(brand, 0.2)],
      [1, '#ffe9c4'],
    ]),
  );
}

/** Somebody seen from behind, looking into the lights; the number on the back. */
export const backNumber =
  (kind: Sky, cap = false, ground = '#2f6a34'): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const { brand, second } = pen.palette;
    const cx = w * pen.rnd(0.42, 0.58);
    const s = Math.min(w * 0.3, h * 0.26);
    const neck = h * 0.46;
    const back: Back = { cx, neck, s };
    const body = `M${f(cx - s * 0.3)} ${f(neck - s * 0.15)} Q${f(cx - s * 0.5)} ${f(neck + s * 0.1)} ${f(cx - s * 1.02)} ${f(neck + s * 0.28)} Q${f(cx - s * 1.4)} ${f(neck + s * 0.5)} ${f(cx - s * 1.5)} ${f(h * 1.05)} L${f(cx + s * 1.5)} ${f(h * 1.05)} Q${f(cx + s * 1.4)} ${f(neck + s * 0.5)} ${f(cx + s * 1.02)} ${f(neck + s * 0.28)} Q${f(cx + s * 0.5)} ${f(neck + s * 0.1)} ${f(cx + s * 0.3)} ${f(neck - s * 0.15)}Z`;
    const id = `back${pen.defs.length}`;
    pen.defs.push(`<clipPath id="${id}"><path d="${body}"/></clipPath>`);
    const cloth = darker(brand, 0.28);
    const shade = shadeOf(pen, back);
    const folds = foldsOf(pen, back);
    const number = numberOf(pen, back);
    const head = headOf(pen, back) + (cap ? capOf(pen, back) : '');
    return [
      {
        body: sky(pen, kind, h * 0.3) + stand(pen, h * 0.1, h * 0.55, 0.15) + rect(0, h * 0.55, w, h * 0.5, ground),
        scale: 0.2,
        blur: 14 * u,
      },
      backlight(pen, cx + s * 0.7, h * 0.2, w * 0.9, kind === 'night' ? '#dfe9ff' : '#ffdca0'),
      bokeh(pen, 50, ['#ffe7b8', '#ffffff', lighter(brand, 0.5), lighter(second, 0.4)], {
        top: 0,
        bottom: h * 0.62,
        min: 12,
        max: 48,
      }),
      {
        body:
          path(body, cloth) +
          `<g clip-path="url(#${id})">${rect(0, neck + s * 0.5, w, s * 0.1, mix(second, '#ffffff', 0.15), 'opacity=".7"')}${number}${folds}${rect(0, 0, w, h * 1.1, shade)}${rect(
            0,
            neck,
            w,
            h - neck,
            pen.linear(0, neck, 0, h, [
              [0, '#fff1d2', 0.3],
              [0.12, '#000', 0.05],
              [1, '#000', 0.65],
            ]),
          )}</g>` +
          head,
        blur: 0.9,
      },
      wash(pen, w * 0.7, h * 0.1, w * 0.8, '#ffe2b4', 0.4),
    ];
  };
