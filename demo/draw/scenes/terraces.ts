/** Football supporters and what they show. */
import { darker, f, type Layer, lighter, mix, type Pen, rect, type Scene, whole } from '../pen.ts';
import { crowd, foreground } from '../scenery/crowd.ts';
import { flag } from '../scenery/flag.ts';
import { bokeh, wash } from '../scenery/lights.ts';
import { flakes } from '../scenery/sky.ts';

function farRows(pen: Pen, night: boolean): Layer {
  return {
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
  };
}

function scarves(pen: Pen, night: boolean): Layer {
  return {
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
  };
}

function nearRow(pen: Pen): Layer {
  return {
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
  };
}

/** The home end, scarves held up. */
export const supporters: Scene = (pen) => {
  const night = pen.chance(0.5);
  return [
    farRows(pen, night),
    {
      body:
        flag(pen, pen.w * 0.1, pen.h * 0.04, pen.w * 0.34, pen.h * 0.22, -8, 0) +
        flag(pen, pen.w * 0.6, pen.h * 0.08, pen.w * 0.3, pen.h * 0.2, 7, 1),
      scale: 0.5,
      blur: 3 * pen.u,
    },
    scarves(pen, night),
    nearRow(pen),
    wash(pen, pen.w * (night ? 0.8 : 0.15), -pen.h * 0.05, pen.w * 0.75, night ? '#cfe0ff' : '#ffd9a0', 0.85),
    {
      body: flakes(pen, 90, [lighter(pen.palette.brand, 0.5), '#ffffff', pen.palette.brand], 13, true),
      scale: 0.5,
      blur: 1.2,
    },
    bokeh(pen, 10, ['#ffe6b8', '#ffffff'], { top: 0, bottom: pen.h * 0.3, min: 12, max: 40 }),
  ];
};

/** What the sheets show together: a ring, a heart or rays, as a colour for each point of the picture. */
function motif(pen: Pen): (x: number, y: number) => string {
  const { brand, second } = pen.palette;
  const [cx, cy, reach] = [pen.w / 2, pen.h * 0.46, Math.min(pen.w, pen.h) * 0.36];
  const kind = Math.floor(pen.rnd(0, 3));
  return (x, y) => {
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
}

/** Rows of sheets held up, one in twenty missing, none quite straight. */
function sheetsHeldUp(pen: Pen, top: number, bottom: number, colourAt: (x: number, y: number) => string): string {
  const step = 11 * pen.u;
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
  return sheets.join('');
}

/** A choreography: the whole stand holds up coloured sheets that make one picture. */
export const choreography: Scene = (pen) => {
  const { brand } = pen.palette;
  const top = pen.h * 0.12;
  const bottom = pen.h * 0.8;
  const sheets = sheetsHeldUp(pen, top, bottom, motif(pen));
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
    { body: whole(pen, '#10131b') + sheets + edge, blur: 0.7 },
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
