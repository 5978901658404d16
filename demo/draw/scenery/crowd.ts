/** Crowds: rows of people, and those right in front of the camera. */
import { circle, darker, ellipse, f, type Layer, lighter, type Pen, path, rect } from '../pen.ts';

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
