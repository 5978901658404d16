/** A towel scarf over a rail. */
import { circle, darker, f, type Layer, lighter, mix, type Pen, path, polygon, rect, type Scene } from '../pen.ts';
import { backlight, bokeh, wash } from '../scenery/lights.ts';
import { sky } from '../scenery/sky.ts';
import { stand } from '../scenery/stand.ts';

/** Left and right edge of the towel, the rail it hangs over, its lower edge. */
interface Towel {
  readonly x0: number;
  readonly x1: number;
  readonly rail: number;
  readonly bottom: number;
}

/** The towel's print: stripes, and a star in a disc. */
function printOf(pen: Pen, { x0, x1, rail, bottom }: Towel): string {
  const { w, h, u } = pen;
  const { brand, second } = pen.palette;
  return (
    rect(0, 0, w, h, brand) +
    rect(0, rail + (bottom - rail) * 0.1, w, (bottom - rail) * 0.09, second) +
    rect(0, rail + (bottom - rail) * 0.22, w, 10 * u, '#fff') +
    circle(w / 2, rail + (bottom - rail) * 0.55, (x1 - x0) * 0.24, mix(brand, '#ffffff', 0.9)) +
    circle(w / 2, rail + (bottom - rail) * 0.55, (x1 - x0) * 0.2, second) +
    polygon(
      Array.from({ length: 10 }, (_, i) => {
        const [a, q] = [((i * 36 - 90) * Math.PI) / 180, (x1 - x0) * (i % 2 ? 0.07 : 0.16)];
        return [w / 2 + Math.cos(a) * q, rail + (bottom - rail) * 0.55 + Math.sin(a) * q] as [number, number];
      }),
      lighter(brand, 0.25),
    ) +
    rect(0, bottom - (bottom - rail) * 0.12, w, (bottom - rail) * 0.07, second)
  );
}

function weaveOf({ u }: Pen, { x0, x1, rail, bottom }: Towel): string {
  let weave = '';
  for (let y = rail; y < bottom + 30 * u; y += 5 * u)
    weave += rect(x0 - 20 * u, y, x1 - x0 + 40 * u, 1.6 * u, '#000', 'opacity=".12"');
  return weave;
}

function fringeOf(pen: Pen, { x0, x1, bottom }: Towel): string {
  const { u } = pen;
  const { brand } = pen.palette;
  let fringe = '';
  for (let x = x0 - 8 * u; x < x1 + 8 * u; x += 9 * u)
    fringe += `<path d="M${f(x)} ${f(bottom - 4 * u)} q${f(pen.rnd(-6, 6) * u)} ${f(20 * u)} ${f(pen.rnd(-9, 9) * u)} ${f(42 * u)}" stroke="${pen.chance(0.5) ? lighter(brand, 0.3) : darker(brand, 0.2)}" stroke-width="${f(3.4 * u)}" fill="none"/>`;
  return fringe;
}

/** The rail and its two posts. */
function railOf(pen: Pen, rail: number): Layer {
  const { w, h, u } = pen;
  return {
    body:
      rect(
        0,
        rail - 12 * u,
        w,
        34 * u,
        pen.linear(0, rail - 12 * u, 0, rail + 22 * u, [
          [0, '#fff4dc'],
          [0.2, '#9aa3ad'],
          [0.7, '#3b434d'],
          [1, '#15191f'],
        ]),
      ) +
      rect(w * 0.07, rail, 22 * u, h, '#2b323b') +
      rect(w * 0.92, rail, 22 * u, h, '#2b323b'),
    blur: 1.2,
  };
}

function shadowOf({ u }: Pen, { x0, x1, rail, bottom }: Towel): Layer {
  return {
    body: path(
      `M${f(x0 + 30 * u)} ${f(rail)} L${f(x1 + 60 * u)} ${f(rail)} L${f(x1 + 60 * u)} ${f(bottom)} L${f(x0 + 40 * u)} ${f(bottom + 20 * u)}Z`,
      '#000',
      'opacity=".4"',
    ),
    scale: 0.2,
    blur: 22 * u,
  };
}

/** A towel scarf over the rail of the stand at golden hour. */
export const towel =
  (ground: string): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const { brand } = pen.palette;
    const hung: Towel = { x0: w * 0.2, x1: w * 0.8, rail: h * 0.36, bottom: h * 0.93 };
    const { x0, x1, rail, bottom } = hung;
    const folds: [number, string, number][] = [];
    for (let i = 0; i <= 16; i++) folds.push([i / 16, i % 2 ? '#ffffff' : '#000000', pen.rnd(0.08, 0.4)]);
    const id = `towel${pen.defs.length}`;
    pen.defs.push(
      `<clipPath id="${id}"><path d="M${f(x0)} ${f(rail - 14 * u)} Q${f(w / 2)} ${f(rail - 30 * u)} ${f(x1)} ${f(rail - 14 * u)} L${f(x1 + 14 * u)} ${f(bottom)} Q${f(w * 0.65)} ${f(bottom + 26 * u)} ${f(w / 2)} ${f(bottom - 4 * u)} T${f(x0 - 12 * u)} ${f(bottom)}Z"/></clipPath>`,
    );
    const cloth = printOf(pen, hung);
    const weave = weaveOf(pen, hung);
    const fringe = fringeOf(pen, hung);
    return [
      {
        body: sky(pen, 'gold', h * 0.3) + stand(pen, h * 0.12, h * 0.5, 0) + rect(0, h * 0.5, w, h * 0.5, ground),
        scale: 0.2,
        blur: 15 * u,
      },
      backlight(pen, w * 0.78, h * 0.12, w * 0.7, '#ffd999'),
      bokeh(pen, 26, ['#ffe7b8', '#ffffff', lighter(brand, 0.5)], { top: 0, bottom: h * 0.6, min: 14, max: 46 }),
      railOf(pen, rail),
      shadowOf(pen, hung),
      {
        body:
          fringe +
          `<g clip-path="url(#${id})">${cloth}${weave}${rect(0, 0, w, h, pen.linear(x0, 0, x1, h * 0.08, folds))}${rect(
            0,
            0,
            w,
            h,
            pen.linear(0, rail - 20 * u, 0, bottom, [
              [0, '#fff6dc', 0.5],
              [0.06, '#000', 0.25],
              [0.14, '#000', 0],
              [1, '#000', 0.4],
            ]),
          )}</g>`,
        blur: 0.7,
      },
      wash(pen, w * 0.9, 0, w, '#ffcf8a', 0.45),
    ];
  };
