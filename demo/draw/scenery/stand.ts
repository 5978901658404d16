/** Stands full of people. */
import { circle, darker, f, type Layer, lighter, type Pen, polygon, whole } from '../pen.ts';
import { backlight, bokeh } from './lights.ts';

/** A roofed bowl: its upper and its lower edge in the middle of the picture. */
interface Bowl {
  readonly top: number;
  readonly bottom: number;
}

/** Height of a line of the bowl at `x`; `t` is its place between the roof, 0, and the pitch, 1. Sides come towards us. */
function lineAt(pen: Pen, { top, bottom }: Bowl, t: number, x: number): number {
  const h = bottom - top;
  const bend = -0.3 + 0.62 * t;
  return top + t * h + bend * h * ((x / pen.w - 0.5) * 2) ** 2;
}

/** The surface between two lines of the bowl. */
function band(pen: Pen, bowl: Bowl, t0: number, t1: number, fill: string, more = ''): string {
  const edge = (t: number) =>
    Array.from({ length: 13 }, (_, i) => ((i - 0.5) / 11) * pen.w).map(
      (x) => [x, lineAt(pen, bowl, t, x)] as [number, number],
    );
  return polygon([...edge(t0), ...edge(t1).reverse()], fill, more);
}

const seats = (pen: Pen, bowl: Bowl): string =>
  band(
    pen,
    bowl,
    -0.02,
    1,
    pen.linear(0, bowl.top, 0, bowl.bottom, [
      [0, '#07090f'],
      [0.35, darker(pen.palette.brand, 0.8)],
      [1, darker(pen.palette.brand, 0.5)],
    ]),
  );

/** Everybody on both tiers as a dot; blocks differ in how many wear the home colours. */
function spectators(pen: Pen, bowl: Bowl, shade: number): string {
  const { brand, second } = pen.palette;
  const dots: string[] = [];
  const blocks = Array.from({ length: 12 }, () => pen.rnd(0.35, 0.85));
  for (let i = 0; i < 5200; i++) {
    const t = pen.rnd(0.12, 0.96);
    if (t > 0.47 && t < 0.55) continue;
    const x = pen.rnd(0, pen.w);
    const r = (1.2 + 1.9 * t) * pen.u;
    const own = blocks[Math.floor((x / pen.w) * 12)] ?? 0.6;
    const c = pen.chance(own)
      ? pen.pick([brand, brand, brand, second, lighter(brand, 0.4)])
      : pen.pick(['#e9e4da', '#c9a488', '#3a3f4a', '#7d8794']);
    dots.push(
      circle(
        x,
        lineAt(pen, bowl, t, x),
        r,
        darker(c, Math.max(0, Math.min(0.9, shade + (1 - t) * 0.35 + pen.rnd(-0.2, 0.15)))),
      ),
    );
  }
  return dots.join('');
}

/** The lit board between the tiers. */
function ribbonBoard(pen: Pen, bowl: Bowl): string {
  const { brand } = pen.palette;
  const light = pen.linear(0, 0, pen.w, 0, [
    [0, lighter(brand, 0.1)],
    [0.3, '#fff6e0'],
    [0.5, lighter(brand, 0.3)],
    [0.7, '#fff6e0'],
    [1, lighter(brand, 0.1)],
  ]);
  return band(pen, bowl, 0.45, 0.53, light, 'opacity=".75"');
}

function roofOf(pen: Pen, bowl: Bowl): string {
  const h = bowl.bottom - bowl.top;
  const steel = pen.linear(0, bowl.top - h * 0.4, 0, bowl.top + h * 0.1, [
    [0, '#596273'],
    [0.5, '#2a313d'],
    [1, '#080a0f'],
  ]);
  return band(pen, bowl, -0.24, 0.08, steel) + band(pen, bowl, 0.075, 0.1, '#ffffff', 'opacity=".35"');
}

function aislesOf(pen: Pen, bowl: Bowl): string {
  let aisles = '';
  for (let i = 0; i < 15; i++) {
    const x = ((i + 0.5) / 15) * pen.w;
    const down = x + (x - pen.w / 2) * 0.1;
    aisles += `<path d="M${f(x)} ${f(lineAt(pen, bowl, 0.12, x))} L${f(down)} ${f(lineAt(pen, bowl, 1, down))}" stroke="#0b0e14" stroke-width="${f(4 * pen.u)}" opacity=".4"/>`;
  }
  return aisles;
}

/** Advertising boards along the pitch. */
function boardsOf(pen: Pen, bowl: Bowl): string {
  const { brand, second } = pen.palette;
  const colours = pen.linear(0, 0, pen.w, 0, [
    [0, darker(brand, 0.2)],
    [0.2, lighter(brand, 0.35)],
    [0.21, '#f6f6f2'],
    [0.4, '#f6f6f2'],
    [0.41, darker(second, 0.1)],
    [0.6, darker(second, 0.1)],
    [0.61, lighter(brand, 0.25)],
    [0.8, lighter(brand, 0.1)],
    [0.81, '#f6f6f2'],
    [1, '#d8dcde'],
  ]);
  return band(pen, bowl, 0.955, 1.02, colours);
}

/** A roofed bowl of two tiers, its crowd dotted in; the sides come towards us. */
export function stand(pen: Pen, top: number, bottom: number, shade: number): string {
  const bowl = { top, bottom };
  const people = seats(pen, bowl) + spectators(pen, bowl, shade);
  // Gradients are numbered in this order, which is not the order of painting.
  const ribbon = ribbonBoard(pen, bowl);
  return people + aislesOf(pen, bowl) + ribbon + roofOf(pen, bowl) + boardsOf(pen, bowl);
}

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
