/** What scenes share: skies, stands, crowds, floodlights, pitches, flags, lens lights. */
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
  type Stop,
  whole,
} from './pen.ts';

export const skies = {
  dusk: ['#141c3a', '#3b3f74', '#b0617a', '#f0a269'],
  night: ['#04060f', '#0a1024', '#16203d', '#26365a'],
  day: ['#2f78c4', '#69a9de', '#b4d7ef', '#e8f2f6'],
  sunset: ['#28305f', '#8b4a6f', '#ea7a4b', '#ffcf7d'],
  snow: ['#5b6678', '#8492a4', '#b3bdc9', '#d6dce2'],
  gold: ['#4a6a96', '#a99a93', '#f2bf7d', '#ffe6b0'],
} as const;
export type Sky = keyof typeof skies;

export function sky(pen: Pen, kind: Sky, bottom: number): string {
  const tones = skies[kind];
  const stops: Stop[] = tones.map((c, i) => [i / (tones.length - 1), c] as const);
  let body = rect(0, 0, pen.w, bottom + 2, pen.linear(0, 0, 0, bottom, stops));
  if (kind === 'night') return body;
  for (let i = 0; i < 26; i++) {
    const y = pen.rnd(0.05, 0.85) * bottom;
    const rx = pen.rnd(60, 260) * pen.u;
    body += ellipse(
      pen.rnd(-0.1, 1.1) * pen.w,
      y,
      rx,
      rx * pen.rnd(0.05, 0.14),
      i % 3 ? lighter(tones[3], 0.25) : tones[1],
      `opacity="${f(pen.rnd(0.08, 0.3))}"`,
    );
  }
  return body;
}

const SKINS = ['#d8ab8a', '#c99a78', '#e3bd9d', '#b98a68'] as const;
const HAIRS = ['#17120f', '#241812', '#0f0d0e', '#38261a'] as const;

export interface CrowdArea {
  readonly top: number;
  readonly bottom: number;
  readonly left?: number;
  readonly right?: number;
  /** Head radius at the top and at the bottom row. */
  readonly far: number;
  readonly near: number;
  /** Share of the crowd wearing the home colours. */
  readonly home?: number;
  /** 0 lit, 1 dark. */
  readonly shade?: number;
  /** What they hold up, and how many of them do. */
  readonly hold?: 'scarf' | 'stick' | 'penlight' | 'arms';
  readonly share?: number;
  /** Seen from behind (in front of us) or facing us. */
  readonly back?: boolean;
  /** Colour of the light from behind that edges near heads and shoulders. */
  readonly rim?: string;
}

/** Rows of people, small and far above, large and near below. */
export function crowd(pen: Pen, area: CrowdArea): string {
  const { brand, second } = pen.palette;
  const left = area.left ?? -20 * pen.u;
  const right = area.right ?? pen.w + 20 * pen.u;
  const shade = area.shade ?? 0;
  const home = area.home ?? 0.75;
  const parts: string[] = [];
  let y = area.top;
  while (y < area.bottom) {
    const t = (y - area.top) / Math.max(1, area.bottom - area.top);
    const r = area.far + (area.near - area.far) * t;
    for (let x = left + pen.rnd(0, 2) * r; x < right; x += r * pen.rnd(2.5, 3.3)) {
      const jy = y + pen.rnd(-0.5, 0.5) * r;
      const dim = Math.min(0.95, shade + pen.rnd(-0.08, 0.16));
      const shirt = darker(
        pen.chance(home)
          ? pen.chance(0.82)
            ? brand
            : second
          : pen.pick(['#e6e6e4', '#2b2f38', '#5b6470', '#9a8f85', '#3f4a66']),
        Math.max(0, dim),
      );
      const skin = darker(pen.pick(SKINS), Math.max(0, dim));
      const hair = darker(pen.pick(HAIRS), shade * 0.6);
      const w = r * pen.rnd(1.45, 1.75);
      parts.push(
        `<path d="M${f(x - w)} ${f(jy + r * 4.2)} Q${f(x - w)} ${f(jy + r * 1.15)} ${f(x)} ${f(jy + r * 0.95)} Q${f(x + w)} ${f(jy + r * 1.15)} ${f(x + w)} ${f(jy + r * 4.2)}Z" fill="${shirt}"/>`,
      );
      if (r > 5)
        parts.push(
          `<path d="M${f(x + w * 0.2)} ${f(jy + r)} Q${f(x + w)} ${f(jy + r * 1.2)} ${f(x + w)} ${f(jy + r * 4)} L${f(x + w * 0.55)} ${f(jy + r * 4)}Z" fill="#05070c" opacity=".28"/>`,
        );
      parts.push(ellipse(x, jy, r * 0.82, r, area.back ? hair : skin));
      if (!area.back)
        parts.push(
          `<path d="M${f(x - r * 0.85)} ${f(jy)} A${f(r * 0.85)} ${f(r)} 0 0 1 ${f(x + r * 0.85)} ${f(jy)} Q${f(x)} ${f(jy - r * 0.7)} ${f(x - r * 0.85)} ${f(jy)}Z" fill="${hair}"/>`,
        );
      if (r > 12 && area.rim)
        parts.push(
          `<path d="M${f(x - r * 0.7)} ${f(jy - r * 0.5)} A${f(r * 0.82)} ${f(r)} 0 0 1 ${f(x + r * 0.7)} ${f(jy - r * 0.5)}" fill="none" stroke="${area.rim}" stroke-width="${f(r * 0.14)}" opacity="${f(pen.rnd(0.3, 0.8))}"/><path d="M${f(x - w * 0.95)} ${f(jy + r * 1.9)} Q${f(x - w * 0.8)} ${f(jy + r * 1.2)} ${f(x - r * 0.5)} ${f(jy + r * 1.05)} M${f(x + w * 0.95)} ${f(jy + r * 1.9)} Q${f(x + w * 0.8)} ${f(jy + r * 1.2)} ${f(x + r * 0.5)} ${f(jy + r * 1.05)}" fill="none" stroke="${area.rim}" stroke-width="${f(r * 0.12)}" opacity=".4"/>`,
        );
      if (area.hold && pen.chance(area.share ?? 0.4)) parts.push(held(pen, area.hold, x, jy, r, skin, dim));
    }
    y += r * 2.05;
  }
  return parts.join('');
}

function held(
  pen: Pen,
  kind: NonNullable<CrowdArea['hold']>,
  x: number,
  y: number,
  r: number,
  skin: string,
  dim: number,
): string {
  const { brand, second } = pen.palette;
  const arm = (dx: number, dy: number) =>
    `<path d="M${f(x + Math.sign(dx) * r * 1.2)} ${f(y + r * 1.6)} L${f(x + dx)} ${f(y + dy)}" stroke="${skin}" stroke-width="${f(r * 0.55)}" stroke-linecap="round"/>`;
  if (kind === 'arms') {
    const up = -r * pen.rnd(1.3, 2.6);
    return arm(r * pen.rnd(1, 1.8), up) + arm(-r * pen.rnd(1, 1.8), up);
  }
  if (kind === 'scarf') {
    const [w, up, tilt] = [r * pen.rnd(2.2, 2.9), -r * pen.rnd(1.6, 2.4), pen.rnd(-8, 8)];
    const h = r * 1.15;
    const stripe = pen.chance(0.5);
    let band = rect(x - w, y + up, w * 2, h, darker(brand, dim));
    for (let i = 0; i < 3; i++)
      band += rect(
        x - w + (i * 2 + 0.5) * (w / 3),
        y + up,
        w / 3.4,
        h,
        darker(stripe ? second : lighter(brand, 0.75), dim),
      );
    return `${arm(w * 0.8, up + h / 2)}${arm(-w * 0.8, up + h / 2)}<g transform="rotate(${f(tilt)} ${f(x)} ${f(y)})">${band}${rect(x - w, y + up + h * 0.7, w * 2, h * 0.3, '#000', 'opacity=".25"')}</g>`;
  }
  const side = pen.chance(0.5) ? 1 : -1;
  const angle = pen.rnd(-34, 34);
  const [hx, hy] = [x + side * r * 1.3, y - r * pen.rnd(0.9, 1.8)];
  if (kind === 'stick')
    return (
      arm(side * r * 1.3, hy - y) +
      `<g transform="rotate(${f(angle)} ${f(hx)} ${f(hy)})"><rect x="${f(hx - r * 0.42)}" y="${f(hy - r * 3.4)}" width="${f(r * 0.85)}" height="${f(r * 3.6)}" rx="${f(r * 0.4)}" fill="${darker(pen.chance(0.6) ? brand : lighter(second, 0.3), dim * 0.7)}"/><rect x="${f(hx - r * 0.25)}" y="${f(hy - r * 3.2)}" width="${f(r * 0.18)}" height="${f(r * 3)}" fill="#fff" opacity=".4"/></g>`
    );
  const glow = pen.pick([
    lighter(brand, 0.35),
    lighter(brand, 0.35),
    lighter(second, 0.45),
    '#7ce0ff',
    '#ff9ad5',
    '#fff2a8',
  ]);
  return `${arm(side * r * 1.3, hy - y)}<g transform="rotate(${f(angle)} ${f(hx)} ${f(hy)})"><rect x="${f(hx - r * 0.5)}" y="${f(hy - r * 3.3)}" width="${f(r)}" height="${f(r * 3.4)}" rx="${f(r * 0.5)}" fill="${glow}" opacity=".35"/><rect x="${f(hx - r * 0.22)}" y="${f(hy - r * 3.1)}" width="${f(r * 0.44)}" height="${f(r * 3)}" rx="${f(r * 0.22)}" fill="${lighter(glow, 0.7)}"/></g>`;
}

/** Out-of-focus lights: discs with a brighter edge, added to what is below. */
export function bokeh(
  pen: Pen,
  count: number,
  colours: readonly [string, ...string[]],
  area: { top: number; bottom: number; min: number; max: number },
): Layer {
  let body = '';
  for (let i = 0; i < count; i++) {
    const [x, y, r] = [pen.rnd(0, pen.w), pen.rnd(area.top, area.bottom), pen.rnd(area.min, area.max) * pen.u];
    const c = pen.pick(colours);
    const o = pen.rnd(0.12, 0.55);
    body +=
      circle(x, y, r, c, `opacity="${f(o * 0.75)}"`) +
      `<circle cx="${f(x)}" cy="${f(y)}" r="${f(r * 0.95)}" fill="none" stroke="${lighter(c, 0.4)}" stroke-width="${f(r * 0.1)}" opacity="${f(o)}"/>`;
  }
  return { body, scale: 0.5, blur: 3 * pen.u, blend: 'screen' };
}

/** A bank of floodlights and the glow around it. */
export function floodlights(
  pen: Pen,
  x: number,
  y: number,
  width: number,
  colour = '#fff6e2',
): { lamps: string; glow: string } {
  let lamps = '';
  const step = width / 6;
  for (let row = 0; row < 3; row++)
    for (let i = 0; i < 6; i++) lamps += circle(x + (i + 0.5) * step, y + row * step * 0.95, step * 0.36, '#ffffff');
  const [cx, cy] = [x + width / 2, y + step];
  const glow =
    circle(
      cx,
      cy,
      width * 3.2,
      pen.radial(cx, cy, width * 3.2, [
        [0, colour, 0.95],
        [0.12, colour, 0.5],
        [0.4, mix(colour, '#8fb4ff', 0.5), 0.14],
        [1, '#000000', 0],
      ]),
    ) +
    ellipse(
      cx,
      cy,
      width * 7,
      width * 0.22,
      pen.radial(cx, cy, width * 7, [
        [0, '#dfeaff', 0.4],
        [0.5, '#9fc0ff', 0.08],
        [1, '#000000', 0],
      ]),
    );
  return { lamps, glow };
}

/** Mown grass in perspective, from the horizon line to the lower edge. */
export function pitch(pen: Pen, horizon: number, tone = '#3f8a3a', shade = 0): string {
  const near = darker(tone, shade);
  let body = rect(
    0,
    horizon,
    pen.w,
    pen.h - horizon,
    pen.linear(0, horizon, 0, pen.h, [
      [0, mix(near, '#cfe8b0', 0.16)],
      [0.3, near],
      [1, darker(near, 0.5)],
    ]),
  );
  const vanish = pen.w * pen.rnd(0.35, 0.65);
  const spread = pen.w * 0.34;
  for (let i = -8; i < 9; i += 2) {
    const at = (k: number): [number, number][] => [
      [vanish + k * spread * 0.3, horizon],
      [vanish + k * spread * 1.4, pen.h],
    ];
    const [a, b] = [at(i), at(i + 1)];
    body += polygon([a[0] ?? [0, 0], b[0] ?? [0, 0], b[1] ?? [0, 0], a[1] ?? [0, 0]], '#0b2a10', 'opacity=".22"');
  }
  return body;
}

/** Blades and crumbs that make grass of a green plane; for close views. */
export function blades(pen: Pen, top: number, count: number, tone: string): string {
  let body = '';
  for (let i = 0; i < count; i++) {
    const t = pen.rnd(0, 1) ** 0.7;
    const y = top + t * (pen.h - top);
    const len = (4 + 26 * t) * pen.u;
    const x = pen.rnd(0, pen.w);
    body += `<path d="M${f(x)} ${f(y)} q${f(pen.rnd(-0.3, 0.3) * len)} ${f(-len * 0.6)} ${f(pen.rnd(-0.6, 0.6) * len)} ${f(-len)}" stroke="${pen.chance(0.5) ? lighter(tone, pen.rnd(0.02, 0.28)) : darker(tone, pen.rnd(0.15, 0.5))}" stroke-width="${f((0.7 + 1.8 * t) * pen.u)}" fill="none"/>`;
  }
  return body;
}

/** A roofed bowl of two tiers, its crowd dotted in; the sides come towards us. */
export function stand(pen: Pen, top: number, bottom: number, shade: number): string {
  const h = bottom - top;
  const { brand, second } = pen.palette;
  const arc = (at: number, bend: number, x: number) => at + bend * h * ((x / pen.w - 0.5) * 2) ** 2;
  /** Bend of a line at height t of the stand, 0 the roof and 1 the pitch. */
  const bendAt = (t: number) => -0.3 + 0.62 * t;
  const band = (t0: number, t1: number, fill: string, more = '') => {
    const edge = (t: number) =>
      Array.from({ length: 13 }, (_, i) => ((i - 0.5) / 11) * pen.w).map(
        (x) => [x, arc(top + t * h, bendAt(t), x)] as [number, number],
      );
    return polygon([...edge(t0), ...edge(t1).reverse()], fill, more);
  };
  const seats = band(
    -0.02,
    1,
    pen.linear(0, top, 0, bottom, [
      [0, '#07090f'],
      [0.35, darker(brand, 0.8)],
      [1, darker(brand, 0.5)],
    ]),
  );
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
        arc(top + t * h, bendAt(t), x),
        r,
        darker(c, Math.max(0, Math.min(0.9, shade + (1 - t) * 0.35 + pen.rnd(-0.2, 0.15)))),
      ),
    );
  }
  const light = band(
    0.45,
    0.53,
    pen.linear(0, 0, pen.w, 0, [
      [0, lighter(brand, 0.1)],
      [0.3, '#fff6e0'],
      [0.5, lighter(brand, 0.3)],
      [0.7, '#fff6e0'],
      [1, lighter(brand, 0.1)],
    ]),
    'opacity=".75"',
  );
  const roof =
    band(
      -0.24,
      0.08,
      pen.linear(0, top - h * 0.4, 0, top + h * 0.1, [
        [0, '#596273'],
        [0.5, '#2a313d'],
        [1, '#080a0f'],
      ]),
    ) + band(0.075, 0.1, '#ffffff', 'opacity=".35"');
  let aisles = '';
  for (let i = 0; i < 15; i++) {
    const x = ((i + 0.5) / 15) * pen.w;
    const down = x + (x - pen.w / 2) * 0.1;
    aisles += `<path d="M${f(x)} ${f(arc(top + h * 0.12, bendAt(0.12), x))} L${f(down)} ${f(arc(bottom, bendAt(1), down))}" stroke="#0b0e14" stroke-width="${f(4 * pen.u)}" opacity=".4"/>`;
  }
  const boards = band(
    0.955,
    1.02,
    pen.linear(0, 0, pen.w, 0, [
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
    ]),
  );
  return seats + dots.join('') + aisles + light + roof + boards;
}

/** A big cloth flag with folds, on a pole. */
export function flag(pen: Pen, x: number, y: number, w: number, h: number, angle: number, kind: number): string {
  const { brand, second } = pen.palette;
  const wave = h * 0.16;
  const outline = `M0 0 C${f(w * 0.3)} ${f(-wave)} ${f(w * 0.45)} ${f(wave)} ${f(w * 0.7)} ${f(-wave * 0.2)} S${f(w * 0.95)} ${f(-wave)} ${f(w)} ${f(-wave * 0.3)} L${f(w * 0.97)} ${f(h)} C${f(w * 0.7)} ${f(h + wave * 0.9)} ${f(w * 0.5)} ${f(h - wave)} ${f(w * 0.3)} ${f(h + wave * 0.3)} S${f(w * 0.1)} ${f(h)} 0 ${f(h)}Z`;
  const id = `flag${pen.defs.length}`;
  pen.defs.push(`<clipPath id="${id}"><path d="${outline}"/></clipPath>`);
  const light = pen.linear(0, 0, w, h * 0.15, [
    [0, '#000000', 0.35],
    [0.14, '#ffffff', 0.22],
    [0.3, '#000000', 0.38],
    [0.44, '#ffffff', 0.3],
    [0.58, '#000000', 0.42],
    [0.74, '#ffffff', 0.28],
    [0.87, '#000000', 0.3],
    [1, '#ffffff', 0.1],
  ]);
  const pale = lighter(brand, 0.85);
  const design = [
    () =>
      rect(0, -h, w, h * 3, brand) +
      rect(0, h * 0.36, w, h * 0.28, second) +
      circle(w * 0.5, h * 0.5, h * 0.27, pale) +
      circle(w * 0.5, h * 0.5, h * 0.18, brand),
    () =>
      rect(0, -h, w, h * 3, brand) +
      path(`M0 ${f(-h * 0.2)} L${f(w)} ${f(h * 0.75)} L${f(w)} ${f(h * 1.35)} L0 ${f(h * 0.4)}Z`, second),
    () =>
      rect(0, -h, w / 2, h * 3, brand) +
      rect(w / 2, -h, w / 2, h * 3, second) +
      polygon(star(w * 0.5, h * 0.5, h * 0.3), pale),
    () =>
      rect(0, -h, w, h * 3, pale) +
      [0, 1, 2].map((i) => rect(0, h * (i * 0.36), w, h * 0.18, i % 2 ? second : brand)).join(''),
  ][kind % 4];
  return `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(angle)})">${rect(-h * 0.03, -h * 0.15, h * 0.05, h * 2.4, '#20242b')}<g clip-path="url(#${id})">${design?.() ?? ''}${rect(0, -h, w, h * 3, light)}</g></g>`;
}

export function star(x: number, y: number, r: number): [number, number][] {
  return Array.from({ length: 10 }, (_, i) => {
    const [a, q] = [((i * 36 - 90) * Math.PI) / 180, i % 2 ? r * 0.42 : r];
    return [x + Math.cos(a) * q, y + Math.sin(a) * q];
  });
}

/** Warm or cold light over everything: what a lens and a grade do. */
export const wash = (pen: Pen, x: number, y: number, r: number, colour: string, opacity: number): Layer => ({
  body: whole(
    pen,
    pen.radial(x, y, r, [
      [0, colour, opacity],
      [0.5, colour, opacity * 0.3],
      [1, '#000000', 0],
    ]),
  ),
  scale: 0.125,
  blend: 'screen',
});

/** Dark shapes of the people in front of us, out of focus. */
export function foreground(pen: Pen, height: number, arms: number): Layer {
  let body = '';
  for (let x = -40 * pen.u; x < pen.w + 60 * pen.u; x += pen.rnd(130, 190) * pen.u) {
    const r = pen.rnd(42, 58) * pen.u;
    const y = pen.h - height + pen.rnd(-20, 40) * pen.u;
    const c = darker(pen.palette.brand, 0.86);
    body +=
      path(
        `M${f(x - r * 2)} ${f(pen.h + 9)} Q${f(x - r * 1.9)} ${f(y + r * 1.2)} ${f(x)} ${f(y + r)} Q${f(x + r * 1.9)} ${f(y + r * 1.2)} ${f(x + r * 2)} ${f(pen.h + 9)}Z`,
        c,
      ) + ellipse(x, y, r * 0.82, r, '#0b0a0c');
    body += `<path d="M${f(x - r * 0.6)} ${f(y - r * 0.7)} A${f(r * 0.84)} ${f(r)} 0 0 1 ${f(x + r * 0.6)} ${f(y - r * 0.7)}" stroke="#ffe9c4" stroke-width="${f(r * 0.12)}" fill="none" opacity=".5"/>`;
    if (pen.chance(arms)) {
      const side = pen.chance(0.5) ? 1 : -1;
      const [hx, hy] = [x + side * r * pen.rnd(1.2, 1.9), y - r * pen.rnd(1.2, 2)];
      body += `<path d="M${f(x + side * r * 1.5)} ${f(y + r * 2.4)} L${f(hx)} ${f(hy)}" stroke="#15100f" stroke-width="${f(r * 0.62)}" stroke-linecap="round"/>${circle(hx, hy - r * 0.3, r * 0.42, '#1b1412')}`;
    }
  }
  return { body, scale: 0.3, blur: 7 * pen.u };
}

/** Paper or snow in the air. */
export function flakes(
  pen: Pen,
  count: number,
  colours: readonly [string, ...string[]],
  size: number,
  square: boolean,
): string {
  let body = '';
  for (let i = 0; i < count; i++) {
    const [x, y, r] = [pen.rnd(0, pen.w), pen.rnd(0, pen.h), pen.rnd(0.4, 1.3) * size * pen.u];
    const c = pen.pick(colours);
    body += square
      ? `<rect x="${f(x)}" y="${f(y)}" width="${f(r)}" height="${f(r * pen.rnd(0.4, 1.8))}" fill="${c}" opacity="${f(pen.rnd(0.6, 1))}" transform="rotate(${f(pen.rnd(0, 180))} ${f(x)} ${f(y)}) skewX(${f(pen.rnd(-30, 30))})"/>`
      : circle(x, y, r / 2, c, `opacity="${f(pen.rnd(0.5, 0.95))}"`);
  }
  return body;
}

/** Lamps right behind the players: what makes an edge of light around them. */
export function backlight(pen: Pen, x: number, y: number, r: number, colour = '#fff1cf'): Layer {
  return {
    body:
      whole(
        pen,
        pen.radial(x, y, r, [
          [0, '#ffffff', 0.95],
          [0.1, colour, 0.8],
          [0.35, colour, 0.3],
          [1, '#000000', 0],
        ]),
      ) + ellipse(x, y, r * 1.6, r * 0.05, colour, 'opacity=".3"'),
    scale: 0.125,
    blur: 10 * pen.u,
    blend: 'screen',
  };
}
