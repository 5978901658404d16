/** Scenes every tenant has: food, still life, fireworks, somebody seen from behind. */
import { circle, darker, ellipse, f, type Layer, lighter, mix, type Pen, path, polygon, rect, whole } from './pen.ts';
import { backlight, bokeh, flag, foreground, type Sky, sky, stand, wash } from './scenery.ts';

type Scene = (pen: Pen) => Layer[];

/** A paper bowl of stadium food on a tray, the pitch far behind it. */
const food: Scene = (pen) => {
  const { w, h, u } = pen;
  const [cx, cy, r] = [w * 0.5, h * 0.62, Math.min(w, h) * 0.33];
  const kind = Math.floor(pen.rnd(0, 3));
  const rice: string[] = [];
  for (let i = 0; i < 520; i++) {
    const [a, d] = [pen.rnd(0, Math.PI * 2), Math.sqrt(pen.rnd(0, 1)) * r * 0.88];
    const [x, y] = [cx + Math.cos(a) * d, cy - r * 0.12 + Math.sin(a) * d * 0.42];
    rice.push(
      `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(9 * u)}" ry="${f(4 * u)}" fill="${pen.pick(['#fdf8ea', '#f3ead2', '#e6d8b8'])}" transform="rotate(${f(pen.rnd(0, 180))} ${f(x)} ${f(y)})"/>`,
    );
  }
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
  for (let i = 0; i < 60; i++) {
    const [a, d] = [pen.rnd(0, Math.PI * 2), Math.sqrt(pen.rnd(0, 1)) * r * 0.6];
    const [x, y] = [cx + Math.cos(a) * d, cy - r * 0.26 + Math.sin(a) * d * 0.32];
    toppings.push(
      `<ellipse cx="${f(x)}" cy="${f(y)}" rx="${f(9 * u)}" ry="${f(4.5 * u)}" fill="none" stroke="${pen.pick(['#6fbf4a', '#8fd162', '#4f9a35'])}" stroke-width="${f(3.4 * u)}" transform="rotate(${f(pen.rnd(0, 180))} ${f(x)} ${f(y)})"/>`,
    );
  }
  const yolk =
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
  const bowl =
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
  const rim =
    ellipse(cx, cy - r * 0.12, r, r * 0.43, '#f2ead8') + ellipse(cx, cy - r * 0.11, r * 0.95, r * 0.39, '#5b3a20');
  const sticks = [0, 1]
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
  const cup =
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
    ) + ellipse(w * 0.03 + r * 0.36, h * 0.3, r * 0.37, r * 0.14, '#fffaf0');
  return [
    {
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
    },
    bokeh(pen, 30, ['#ffe2a6', '#fff6e0', lighter(pen.palette.brand, 0.4)], {
      top: 0,
      bottom: h * 0.42,
      min: 18,
      max: 60,
    }),
    { body: table, scale: 0.25, blur: 8 * u },
    { body: cup, scale: 0.4, blur: 9 * u },
    { body: ellipse(cx + r * 0.1, cy + r * 0.78, r * 1.1, r * 0.2, '#000', 'opacity=".7"'), scale: 0.2, blur: 14 * u },
    { body: bowl + rim, blur: 1 },
    { body: rice.join('') + toppings.join('') + yolk, blur: 0.6 },
    { body: sticks, blur: 1.2 },
    {
      body: [0, 1, 2, 3]
        .map(
          (i) =>
            `<path d="M${f(cx + (i - 1.5) * r * 0.3)} ${f(cy - r * 0.4)} q${f(r * 0.2)} ${f(-r * 0.35)} 0 ${f(-r * 0.6)} q${f(-r * 0.2)} ${f(-r * 0.3)} ${f(r * 0.05)} ${f(-r * 0.6)}" stroke="#ffffff" stroke-width="${f(r * 0.09)}" fill="none" opacity=".3"/>`,
        )
        .join(''),
      scale: 0.2,
      blur: 14 * u,
      blend: 'screen',
    },
    wash(pen, w * 0.15, 0, w * 0.8, '#ffe0a8', 0.5),
  ];
};

/** A towel scarf over the rail of the stand at golden hour. */
const towel =
  (ground: string): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const { brand, second } = pen.palette;
    const rail = h * 0.36;
    const [x0, x1] = [w * 0.2, w * 0.8];
    const folds: [number, string, number][] = [];
    for (let i = 0; i <= 16; i++) folds.push([i / 16, i % 2 ? '#ffffff' : '#000000', pen.rnd(0.08, 0.4)]);
    const id = `towel${pen.defs.length}`;
    const bottom = h * 0.93;
    pen.defs.push(
      `<clipPath id="${id}"><path d="M${f(x0)} ${f(rail - 14 * u)} Q${f(w / 2)} ${f(rail - 30 * u)} ${f(x1)} ${f(rail - 14 * u)} L${f(x1 + 14 * u)} ${f(bottom)} Q${f(w * 0.65)} ${f(bottom + 26 * u)} ${f(w / 2)} ${f(bottom - 4 * u)} T${f(x0 - 12 * u)} ${f(bottom)}Z"/></clipPath>`,
    );
    const cloth =
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
      rect(0, bottom - (bottom - rail) * 0.12, w, (bottom - rail) * 0.07, second);
    let weave = '';
    for (let y = rail; y < bottom + 30 * u; y += 5 * u)
      weave += rect(x0 - 20 * u, y, x1 - x0 + 40 * u, 1.6 * u, '#000', 'opacity=".12"');
    let fringe = '';
    for (let x = x0 - 8 * u; x < x1 + 8 * u; x += 9 * u)
      fringe += `<path d="M${f(x)} ${f(bottom - 4 * u)} q${f(pen.rnd(-6, 6) * u)} ${f(20 * u)} ${f(pen.rnd(-9, 9) * u)} ${f(42 * u)}" stroke="${pen.chance(0.5) ? lighter(brand, 0.3) : darker(brand, 0.2)}" stroke-width="${f(3.4 * u)}" fill="none"/>`;
    return [
      {
        body: sky(pen, 'gold', h * 0.3) + stand(pen, h * 0.12, h * 0.5, 0) + rect(0, h * 0.5, w, h * 0.5, ground),
        scale: 0.2,
        blur: 15 * u,
      },
      backlight(pen, w * 0.78, h * 0.12, w * 0.7, '#ffd999'),
      bokeh(pen, 26, ['#ffe7b8', '#ffffff', lighter(brand, 0.5)], { top: 0, bottom: h * 0.6, min: 14, max: 46 }),
      {
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
      },
      {
        body: path(
          `M${f(x0 + 30 * u)} ${f(rail)} L${f(x1 + 60 * u)} ${f(rail)} L${f(x1 + 60 * u)} ${f(bottom)} L${f(x0 + 40 * u)} ${f(bottom + 20 * u)}Z`,
          '#000',
          'opacity=".4"',
        ),
        scale: 0.2,
        blur: 22 * u,
      },
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

/** Rockets bursting over the roof. */
const fireworks: Scene = (pen) => {
  const { w, h, u } = pen;
  let bursts = '';
  let glows = '';
  for (let b = 0; b < 5; b++) {
    const [x, y, r] = [pen.rnd(0.12, 0.88) * w, pen.rnd(0.1, 0.42) * h, pen.rnd(120, 270) * u];
    const c = pen.pick([lighter(pen.palette.brand, 0.35), '#ffd36b', '#ff8fa8', '#9fd8ff', '#fff3cf']);
    glows += circle(
      x,
      y,
      r * 1.9,
      pen.radial(x, y, r * 1.9, [
        [0, c, 0.4],
        [0.4, c, 0.12],
        [1, '#000000', 0],
      ]),
    );
    for (let i = 0; i < 90; i++) {
      const [a, d] = [pen.rnd(0, Math.PI * 2), r * Math.sqrt(pen.rnd(0.25, 1))];
      const [ex, ey] = [x + Math.cos(a) * d, y + Math.sin(a) * d + d * d * 0.0007];
      const [mx, my] = [x + Math.cos(a) * d * 0.55, y + Math.sin(a) * d * 0.55];
      bursts +=
        `<path d="M${f(mx)} ${f(my)} Q${f((mx + ex) / 2)} ${f((my + ey) / 2 - 4 * u)} ${f(ex)} ${f(ey)}" stroke="${c}" stroke-width="${f(pen.rnd(1, 2.6) * u)}" opacity="${f(pen.rnd(0.4, 1))}" fill="none"/>` +
        circle(ex, ey, pen.rnd(1.6, 3.6) * u, '#fffdf4');
    }
  }
  const smoke = Array.from({ length: 16 }, () =>
    ellipse(
      pen.rnd(0, w),
      pen.rnd(0.15, 0.5) * h,
      pen.rnd(90, 240) * u,
      pen.rnd(40, 90) * u,
      '#8f9bc0',
      'opacity=".13"',
    ),
  ).join('');
  return [
    { body: sky(pen, 'night', h * 0.7) + smoke, scale: 0.2, blur: 12 * u },
    { body: stand(pen, h * 0.6, h * 0.8, 0.4) + rect(0, h * 0.86, w, h * 0.2, '#183a1f') },
    { body: glows, scale: 0.2, blend: 'screen' },
    { body: bursts, blend: 'screen' },
    { body: bursts, scale: 0.2, blur: 9 * u, blend: 'screen' },
    foreground(pen, h * 0.13, 0.5),
    bokeh(pen, 18, ['#ffe6b0', '#ffffff', lighter(pen.palette.brand, 0.4)], {
      top: h * 0.62,
      bottom: h * 0.92,
      min: 5,
      max: 18,
    }),
  ];
};

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

/** Somebody seen from behind, looking into the lights; the number on the back. */
const backNumber =
  (kind: Sky, cap = false, ground = '#2f6a34'): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const { brand, second } = pen.palette;
    const cx = w * pen.rnd(0.42, 0.58);
    const s = Math.min(w * 0.3, h * 0.26);
    const neck = h * 0.46;
    const body = `M${f(cx - s * 0.3)} ${f(neck - s * 0.15)} Q${f(cx - s * 0.5)} ${f(neck + s * 0.1)} ${f(cx - s * 1.02)} ${f(neck + s * 0.28)} Q${f(cx - s * 1.4)} ${f(neck + s * 0.5)} ${f(cx - s * 1.5)} ${f(h * 1.05)} L${f(cx + s * 1.5)} ${f(h * 1.05)} Q${f(cx + s * 1.4)} ${f(neck + s * 0.5)} ${f(cx + s * 1.02)} ${f(neck + s * 0.28)} Q${f(cx + s * 0.5)} ${f(neck + s * 0.1)} ${f(cx + s * 0.3)} ${f(neck - s * 0.15)}Z`;
    const id = `back${pen.defs.length}`;
    pen.defs.push(`<clipPath id="${id}"><path d="${body}"/></clipPath>`);
    const cloth = darker(brand, 0.28);
    const shade = pen.linear(cx - s * 1.5, 0, cx + s * 1.5, 0, [
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
    const folds = Array.from({ length: 12 }, () => {
      const [x, y] = [cx + pen.rnd(-1.1, 1.1) * s, neck + pen.rnd(0.5, 2) * s];
      return `<path d="M${f(x)} ${f(y)} q${f(pen.rnd(-0.2, 0.2) * s)} ${f(s * 0.3)} ${f(pen.rnd(-0.35, 0.35) * s)} ${f(s * 0.7)}" stroke="${pen.chance(0.5) ? '#000' : '#fff'}" stroke-width="${f(s * 0.07)}" fill="none" opacity=".14"/>`;
    }).join('');
    const number = digits(
      pen.pick(['7', '10', '11', '14', '9', '23', '8', '20']),
      cx,
      neck + s * 0.85,
      s * 0.42,
      s * 0.82,
      mix('#f7f5ee', second, 0.04),
    );
    const hair = '#17110e';
    const head =
      ellipse(
        cx,
        neck - s * 0.62,
        s * 0.4,
        s * 0.52,
        pen.radial(cx, neck - s * 0.5, s * 0.66, [
          [0, hair],
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
      ellipse(cx, neck - s * 0.66, s * 0.385, s * 0.46, hair) +
      Array.from({ length: 46 }, () => {
        const x = cx + pen.rnd(-0.34, 0.34) * s;
        return `<path d="M${f(x)} ${f(neck - s * pen.rnd(0.7, 1.08))} q${f(pen.rnd(-6, 6) * u)} ${f(s * 0.2)} ${f(pen.rnd(-9, 9) * u)} ${f(s * 0.36)}" stroke="${pen.chance(0.3) ? '#6a4a33' : '#2c2019'}" stroke-width="${f(2 * u)}" fill="none" opacity=".7"/>`;
      }).join('') +
      (cap
        ? path(
            `M${f(cx - s * 0.44)} ${f(neck - s * 0.55)} Q${f(cx - s * 0.46)} ${f(neck - s * 1.22)} ${f(cx)} ${f(neck - s * 1.22)} Q${f(cx + s * 0.46)} ${f(neck - s * 1.22)} ${f(cx + s * 0.44)} ${f(neck - s * 0.55)} Q${f(cx)} ${f(neck - s * 0.66)} ${f(cx - s * 0.44)} ${f(neck - s * 0.55)}Z`,
            pen.linear(cx - s * 0.45, 0, cx + s * 0.45, 0, [
              [0, '#fff1d2'],
              [0.08, lighter(darker(brand, 0.2), 0.2)],
              [0.5, darker(brand, 0.35)],
              [0.93, darker(brand, 0.2)],
              [1, '#ffe9c4'],
            ]),
          )
        : '');
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

/** Home colours waving against the evening. */
const flags =
  (kind: Sky): Scene =>
  (pen) => {
    const { w, h } = pen;
    return [
      { body: sky(pen, kind, h), scale: 0.25, blur: 7 * pen.u },
      backlight(pen, w * pen.rnd(0.2, 0.8), h * 0.55, w * 0.6, kind === 'day' ? '#ffffff' : '#ffd08a'),
      {
        body:
          flag(pen, w * 0.62, h * 0.34, w * 0.3, h * 0.18, 9, 1) +
          flag(pen, w * 0.04, h * 0.4, w * 0.28, h * 0.17, -10, 3),
        scale: 0.4,
        blur: 4 * pen.u,
      },
      { body: flag(pen, w * 0.2, h * 0.12, w * 0.52, h * 0.32, -6, Math.floor(pen.rnd(0, 4))), blur: 0.9 },
      {
        body: whole(
          pen,
          pen.linear(0, h * 0.7, 0, h, [
            [0, '#000000', 0],
            [1, '#000000', 0.75],
          ]),
        ),
        scale: 0.125,
      },
      foreground(pen, h * 0.2, 0.8),
      wash(pen, w * 0.5, h * 0.5, w * 0.7, '#ffdca6', 0.4),
    ];
  };

export const anywhere = {
  food,
  towel: towel('#4e8f45'),
  towelIndoors: towel('#b98147'),
  backIndoors: backNumber('night', false, '#a8713c'),
  fireworks,
  backNumber: backNumber('dusk'),
  backNight: backNumber('night'),
  backCap: backNumber('dusk', true),
  flags: flags('sunset'),
  flagsDay: flags('day'),
} as const satisfies Record<string, Scene>;
