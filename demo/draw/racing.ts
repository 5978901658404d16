/** Scenes of a race weekend. */
import { drawFigure } from './figure.ts';
import { circle, darker, ellipse, f, type Layer, lighter, type Pen, path, polygon, rect, whole } from './pen.ts';
import { backlight, bokeh, crowd, flag, flakes, foreground, type Sky, sky, stand, wash } from './scenery.ts';

type Scene = (pen: Pen) => Layer[];

/** An open-wheel car from the side, nose to the right; `s` is a wheel's radius, the origin lies on the ground below the middle. */
function sideCar(pen: Pen, paint: string, accent: string): string {
  const wheel = (x: number) =>
    circle(x, -1, 1, '#0c0d10') +
    circle(
      x,
      -1,
      0.97,
      pen.radial(x, -1, 1, [
        [0.55, '#0c0d10'],
        [0.8, '#2c2f36'],
        [0.93, '#15171b'],
        [1, '#000000'],
      ]),
    ) +
    `<circle cx="${x}" cy="-1" r=".74" fill="none" stroke="#ffd23d" stroke-width=".05" opacity=".55"/>` +
    circle(
      x,
      -1,
      0.5,
      pen.radial(x - 0.1, -1.1, 0.55, [
        [0, '#8d949e'],
        [0.5, '#3d434c'],
        [1, '#14171b'],
      ]),
    );
  const shell = pen.linear(0, -2.3, 0, -0.2, [
    [0, lighter(paint, 0.75)],
    [0.18, lighter(paint, 0.25)],
    [0.45, paint],
    [0.8, darker(paint, 0.55)],
    [1, darker(paint, 0.8)],
  ]);
  return (
    rect(-4.4, -0.34, 9.9, 0.16, '#101216') +
    path(
      'M-3.9 -1.1 L-3.4 -2.1 Q-2.2 -2.6 -1.4 -2.55 L-.5 -2.1 L.9 -1.75 Q3.4 -1.35 5.5 -.75 L5.6 -.4 L1.6 -.32 L-3.6 -.35Z',
      shell,
    ) +
    path(
      'M-2.4 -.4 Q-2.5 -1.5 -1 -1.45 L1 -1.3 Q1.5 -.9 1.4 -.36Z',
      pen.linear(0, -1.5, 0, -0.3, [
        [0, lighter(accent, 0.4)],
        [0.4, accent],
        [1, darker(accent, 0.6)],
      ]),
    ) +
    path('M-.75 -2.1 Q-.2 -1.9 .55 -1.85 L.75 -1.7 L-.6 -1.75Z', '#0a0c10') +
    circle(
      -0.28,
      -2.12,
      0.3,
      pen.radial(-0.36, -2.24, 0.4, [
        [0, '#ffffff'],
        [0.4, accent],
        [1, darker(accent, 0.6)],
      ]),
    ) +
    `<path d="M-.85 -2.35 Q-.1 -2.62 .75 -1.85" fill="none" stroke="#1a1d22" stroke-width=".11"/>` +
    path('M-4.7 -2.5 L-3.6 -2.5 L-3.55 -2.3 L-4.7 -2.28Z', darker(accent, 0.1)) +
    path(
      'M-4.75 -2.65 L-4.4 -2.65 L-4.3 -1.1 L-4.7 -1.1Z',
      pen.linear(-4.7, 0, -4.3, 0, [
        [0, lighter(paint, 0.3)],
        [1, darker(paint, 0.3)],
      ]),
    ) +
    path('M4.7 -.62 L6.1 -.55 L6.15 -.22 L4.9 -.25Z', darker(accent, 0.05)) +
    `<path d="M-3.2 -2.02 Q-1 -2.5 5 -.86" stroke="#ffffff" stroke-width=".05" opacity=".8" fill="none"/>` +
    wheel(-3.3) +
    wheel(3.5)
  );
}

const panning =
  (kind: Sky): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const road = h * 0.62;
    const s = Math.min(w / 13.5, h / 7);
    const ground = road + h * 0.16;
    const strips = Array.from({ length: 70 }, () =>
      rect(
        0,
        pen.rnd(road * 0.1, road),
        w,
        pen.rnd(2, 12) * u,
        pen.pick([pen.palette.brand, pen.palette.second, '#ffffff', '#c9b9a6', '#3a4250', '#8fa0ad']),
        `opacity="${f(pen.rnd(0.12, 0.45))}"`,
      ),
    ).join('');
    const people = crowd(pen, {
      top: road * 0.3,
      bottom: road * 0.86,
      far: 9 * u,
      near: 15 * u,
      shade: 0.15,
      home: 0.4,
    });
    const streaks = Array.from({ length: 46 }, () =>
      rect(
        pen.rnd(-0.2, 0.9) * w,
        pen.rnd(road, h),
        pen.rnd(0.1, 0.5) * w,
        pen.rnd(1, 5) * u,
        pen.chance(0.5) ? '#ffffff' : '#000000',
        `opacity="${f(pen.rnd(0.05, 0.2))}"`,
      ),
    ).join('');
    return [
      {
        body: sky(pen, kind, road * 0.35) + rect(0, road * 0.25, w, road, '#39413f') + people + strips,
        scale: [0.02, 0.5],
        blur: 0,
      },
      {
        body:
          rect(0, road - 34 * u, w, 34 * u, '#d9dde0') +
          Array.from({ length: 16 }, (_, i) =>
            rect((i * w) / 16, road - 34 * u, w / 32, 34 * u, i % 2 ? pen.palette.second : '#c8352c'),
          ).join(''),
        scale: [0.06, 0.5],
      },
      {
        body:
          rect(
            0,
            road,
            w,
            h - road,
            pen.linear(0, road, 0, h, [
              [0, '#70747a'],
              [0.4, '#4c5056'],
              [1, '#23262b'],
            ]),
          ) + streaks,
        scale: [0.08, 1],
      },
      { body: ellipse(w * 0.5, ground + s * 0.05, s * 6, s * 0.4, '#000', 'opacity=".75"'), scale: 0.2, blur: 9 * u },
      {
        body: `<g transform="translate(${f(w * 0.48)} ${f(ground)}) scale(${f(s)})">${sideCar(pen, pen.chance(0.5) ? pen.palette.second : '#d8dde2', pen.pick(['#e0312b', '#2462d8', '#ff8b1f']))}</g>`,
        blur: 0.8,
      },
      {
        body: Array.from({ length: 26 }, () =>
          circle(w * 0.48 - s * pen.rnd(4, 7), ground - pen.rnd(0, s * 0.9), pen.rnd(1, 3) * u, '#ffcf7a'),
        ).join(''),
        scale: [0.2, 0.8],
        blend: 'screen',
      },
      wash(pen, w * 0.85, 0, w * 0.7, kind === 'night' ? '#dfe9ff' : '#ffdca6', 0.5),
    ];
  };

/** Head-on through the heat of the straight. */
const straight: Scene = (pen) => {
  const { w, h, u } = pen;
  const horizon = h * 0.42;
  const cx = w * 0.5;
  const s = Math.min(w, h) * 0.2;
  const y = h * 0.78;
  const front = (x: number, yy: number, k: number, paint: string) =>
    `<g transform="translate(${f(x)} ${f(yy)}) scale(${f(k)})">${rect(
      -1.65,
      -0.95,
      0.62,
      0.98,
      pen.linear(-1.65, 0, -1.03, 0, [
        [0, '#30343b'],
        [0.3, '#0b0c0f'],
        [1, '#1d2025'],
      ]),
      'rx=".16"',
    )}${rect(
      1.03,
      -0.95,
      0.62,
      0.98,
      pen.linear(1.03, 0, 1.65, 0, [
        [0, '#1d2025'],
        [0.7, '#0b0c0f'],
        [1, '#30343b'],
      ]),
      'rx=".16"',
    )}${rect(-1.2, -1.36, 2.4, 0.22, darker(paint, 0.1))}${rect(-1.25, -1.5, 0.1, 0.6, lighter(paint, 0.2))}${rect(1.15, -1.5, 0.1, 0.6, lighter(paint, 0.2))}${path(
      'M-1 -.25 Q-.9 -.8 -.42 -.9 L.42 -.9 Q.9 -.8 1 -.25Z',
      pen.linear(0, -0.9, 0, -0.2, [
        [0, lighter(paint, 0.4)],
        [0.5, darker(paint, 0.2)],
        [1, darker(paint, 0.7)],
      ]),
    )}${path(
      'M-.3 -.15 L-.22 -1 Q0 -1.15 .22 -1 L.3 -.15 Q0 .02 -.3 -.15Z',
      pen.linear(0, -1.1, 0, 0, [
        [0, lighter(paint, 0.7)],
        [0.4, paint],
        [1, darker(paint, 0.5)],
      ]),
    )}${circle(
      0,
      -1.12,
      0.2,
      pen.radial(-0.05, -1.2, 0.26, [
        [0, '#ffffff'],
        [0.4, '#e53a31'],
        [1, '#520d0a'],
      ]),
    )}<path d="M-.28 -1.02 Q0 -1.5 .28 -1.02" stroke="#15181c" stroke-width=".07" fill="none"/>${rect(-1.75, -0.16, 3.5, 0.12, lighter(paint, 0.15))}${rect(-1.75, -0.3, 0.09, 0.3, '#dfe3e7')}${rect(1.66, -0.3, 0.09, 0.3, '#dfe3e7')}</g>`;
  const colours = [pen.palette.second, '#d63a2f', '#2b66d9', '#eef0f2'];
  const behind = [
    [0.36, 0.06, 0.4],
    [0.63, 0.045, 0.34],
    [0.5, 0.03, 0.28],
  ] as const;
  return [
    { body: sky(pen, 'gold', horizon) + stand(pen, h * 0.2, horizon * 1.03, 0.05), scale: 0.2, blur: 9 * u },
    {
      body:
        rect(0, horizon, w, h, '#5d7a4a') +
        polygon(
          [
            [cx - w * 0.06, horizon],
            [cx + w * 0.06, horizon],
            [w * 1.2, h],
            [-w * 0.2, h],
          ],
          pen.linear(0, horizon, 0, h, [
            [0, '#a39b8f'],
            [0.2, '#6c6d70'],
            [1, '#2c2e33'],
          ]),
        ) +
        [-1, 1]
          .map((k) =>
            Array.from({ length: 14 }, (_, i) => {
              const [a, b] = [(i / 14) ** 2.2, ((i + 1) / 14) ** 2.2];
              const X = (t: number, o: number) => cx + k * (w * (0.06 + o * 0.01) + t * w * (0.64 + o * 0.07));
              const Y = (t: number) => horizon + t * (h - horizon);
              return polygon(
                [
                  [X(a, 0), Y(a)],
                  [X(a, 1), Y(a)],
                  [X(b, 1), Y(b)],
                  [X(b, 0), Y(b)],
                ],
                i % 2 ? '#f1f1ee' : '#cf3128',
              );
            }).join(''),
          )
          .join(''),
      scale: 0.5,
      blur: 2 * u,
    },
    {
      body: behind
        .map(([x, d, k], i) => front(w * x, horizon + h * (d + 0.06), s * k, colours[i + 1] ?? '#fff'))
        .join(''),
      scale: 0.5,
      blur: 3.5 * u,
    },
    {
      body: whole(
        pen,
        pen.linear(0, horizon - h * 0.05, 0, horizon + h * 0.2, [
          [0, '#ffe6bd', 0],
          [0.5, '#ffe6bd', 0.5],
          [1, '#ffe6bd', 0],
        ]),
      ),
      scale: 0.125,
      blend: 'screen',
    },
    { body: ellipse(cx, y + s * 0.04, s * 1.9, s * 0.16, '#000', 'opacity=".8"'), scale: 0.25, blur: 7 * u },
    { body: front(cx, y, s, colours[0] ?? '#fff'), blur: 0.7 },
    backlight(pen, w * 0.8, h * 0.1, w * 0.6, '#ffd894'),
  ];
};

const grid: Scene = (pen) => {
  const { w, h, u } = pen;
  const size = Math.min(w, h) / 10;
  const base = h * 0.93;
  const suits = [pen.palette.second, '#e8ebee', '#d23a30', '#2a5fcf'];
  const people = [0.13, 0.36, 0.66, 0.88]
    .map(
      (x, i) =>
        drawFigure(
          pen,
          (['hips', 'point', 'stand', 'cheer'] as const)[i] ?? 'stand',
          {
            shirt: suits[i] ?? '#fff',
            shorts: suits[i] ?? '#fff',
            socks: '#111',
            trousers: true,
            longSleeves: true,
            cap: suits[(i + 1) % 4] ?? '#fff',
          },
          { x: w * x, y: base - size * 3.4, size, shade: 0.72, light: -80 },
        ).body,
    )
    .join('');
  return [
    {
      body: sky(pen, 'dusk', h * 0.4) + stand(pen, h * 0.18, h * 0.58, 0.2) + rect(0, h * 0.58, w, h, '#3c3f45'),
      scale: 0.2,
      blur: 11 * u,
    },
    backlight(pen, w * 0.5, h * 0.42, w * 0.6, '#ffd79a'),
    {
      body:
        rect(w * 0.06, h * 0.06, w * 0.88, h * 0.07, '#14171c') +
        [0.2, 0.35, 0.5, 0.65, 0.8]
          .map((x) =>
            circle(
              w * x,
              h * 0.095,
              h * 0.024,
              pen.radial(w * x, h * 0.095, h * 0.03, [
                [0, '#fff'],
                [0.4, '#ff4a3d'],
                [1, '#8d0d06'],
              ]),
            ),
          )
          .join(''),
      blur: 1.4,
    },
    {
      body: [0.2, 0.35, 0.5, 0.65, 0.8]
        .map((x) =>
          circle(
            w * x,
            h * 0.095,
            h * 0.12,
            pen.radial(w * x, h * 0.095, h * 0.12, [
              [0, '#ff4a3d', 0.8],
              [1, '#000000', 0],
            ]),
          ),
        )
        .join(''),
      scale: 0.2,
      blend: 'screen',
    },
    {
      body: rect(
        0,
        h * 0.8,
        w,
        h * 0.2,
        pen.linear(0, h * 0.8, 0, h, [
          [0, '#6a6d72'],
          [1, '#24272b'],
        ]),
      ),
      scale: 0.25,
      blur: 5 * u,
    },
    {
      body: `<g transform="translate(${f(w * 0.5)} ${f(base + 8 * u)}) scale(${f(size * 0.82)})">${sideCar(pen, pen.palette.second, '#e0312b')}</g>`,
      blur: 2.4 * u,
    },
    { body: people },
    bokeh(pen, 30, ['#ffe2b0', '#ffffff', pen.palette.second], { top: 0, bottom: h * 0.6, min: 8, max: 30 }),
  ];
};

const rain: Scene = (pen) => {
  const { w, h, u } = pen;
  const s = Math.min(w / 15, h / 8);
  const ground = h * 0.74;
  const spray = Array.from({ length: 90 }, () => {
    const d = pen.rnd(0, 1);
    return ellipse(
      w * 0.52 - s * (3 + d * 7),
      ground - s * pen.rnd(0, 0.6 + d * 2.6),
      s * pen.rnd(0.4, 1.4),
      s * pen.rnd(0.2, 0.8),
      '#e6eef5',
      `opacity="${f(0.22 * (1 - d * 0.6))}"`,
    );
  }).join('');
  const drops = Array.from({ length: 360 }, () => {
    const [x, y, l] = [pen.rnd(0, w), pen.rnd(0, h), pen.rnd(14, 44) * u];
    return `<path d="M${f(x)} ${f(y)} l${f(-l * 0.35)} ${f(l)}" stroke="#eaf2fa" stroke-width="${f(1.4 * u)}" opacity="${f(pen.rnd(0.15, 0.5))}"/>`;
  }).join('');
  return [
    {
      body:
        whole(
          pen,
          pen.linear(0, 0, 0, h * 0.6, [
            [0, '#3b4654'],
            [0.6, '#7d8b99'],
            [1, '#52606c'],
          ]),
        ) +
        Array.from({ length: 40 }, () =>
          ellipse(
            pen.rnd(0, w),
            h * pen.rnd(0.4, 0.58),
            pen.rnd(60, 190) * u,
            pen.rnd(30, 80) * u,
            pen.pick(['#24332b', '#2e4034', '#1c2822']),
            'opacity=".7"',
          ),
        ).join(''),
      scale: 0.1,
      blur: 10 * u,
    },
    {
      body:
        rect(
          0,
          h * 0.6,
          w,
          h * 0.4,
          pen.linear(0, h * 0.6, 0, h, [
            [0, '#8d99a3'],
            [0.3, '#58636d'],
            [1, '#22292f'],
          ]),
        ) +
        `<g transform="translate(${f(w * 0.52)} ${f(ground)}) scale(${f(s)} ${f(-s * 0.8)})" opacity=".4">${sideCar(pen, pen.palette.second, '#d8362e')}</g>`,
      scale: [0.15, 0.4],
      blur: 5 * u,
    },
    { body: spray, scale: 0.2, blur: 14 * u },
    {
      body: `<g transform="translate(${f(w * 0.52)} ${f(ground)}) scale(${f(s)})">${sideCar(pen, pen.palette.second, '#d8362e')}</g>`,
      blur: 1,
    },
    { body: spray.replaceAll('#e6eef5', '#ffffff'), scale: 0.15, blur: 12 * u, blend: 'screen' },
    {
      body: circle(
        w * 0.52 - s * 4.6,
        ground - s * 1.2,
        s * 1.4,
        pen.radial(w * 0.52 - s * 4.6, ground - s * 1.2, s * 1.4, [
          [0, '#ff5040', 1],
          [0.2, '#ff2a1c', 0.6],
          [1, '#000000', 0],
        ]),
      ),
      scale: 0.25,
      blend: 'screen',
    },
    { body: drops },
    { body: flakes(pen, 26, ['#dfe8f0'], 40, false), scale: 0.3, blur: 5 * u, blend: 'soft-light' },
  ];
};

const podium: Scene = (pen) => {
  const { w, h, u } = pen;
  const size = Math.min(w, h) / 10;
  const steps = [
    [0.26, 0.72, 'cheer'],
    [0.5, 0.64, 'cheer'],
    [0.74, 0.77, 'point'],
  ] as const;
  const suits = ['#2a5fcf', pen.palette.second, '#d23a30'];
  const people = steps
    .map(
      ([x, y, pose], i) =>
        drawFigure(
          pen,
          pose,
          {
            shirt: suits[i] ?? '#fff',
            shorts: suits[i] ?? '#fff',
            socks: '#111',
            trousers: true,
            longSleeves: true,
            cap: '#f2f2f2',
          },
          { x: w * x, y: h * y - size * 3.5, size, shade: 0.68, light: -100, rim: '#fff0cc' },
        ).body,
    )
    .join('');
  const blocks = steps
    .map(([x, y], i) =>
      rect(
        w * (x - 0.115),
        h * y,
        w * 0.23,
        h,
        pen.linear(0, h * y, 0, h, [
          [0, lighter(suits[i] ?? '#fff', 0.2)],
          [0.03, '#262a31'],
          [1, '#0b0d11'],
        ]),
      ),
    )
    .join('');
  return [
    {
      body:
        whole(pen, '#10131a') +
        rect(
          0,
          0,
          w,
          h,
          pen.linear(0, 0, w, h, [
            [0, darker(pen.palette.second, 0.55)],
            [0.5, '#222833'],
            [1, darker('#2a5fcf', 0.5)],
          ]),
        ),
      scale: 0.125,
      blur: 20 * u,
    },
    backlight(pen, w * 0.5, h * 0.25, w * 0.7, '#fff0cf'),
    bokeh(pen, 36, ['#ffe2b0', '#ffffff', pen.palette.second], { top: 0, bottom: h * 0.6, min: 10, max: 44 }),
    { body: blocks, blur: 1.4 },
    { body: people },
    {
      body: Array.from({ length: 420 }, () => {
        const [a, d] = [pen.rnd(-2.6, -0.5), pen.rnd(0, 1) ** 0.6 * h * 0.36];
        return circle(
          w * 0.5 + Math.cos(a) * d,
          h * 0.3 + Math.sin(a) * d + d * d * 0.0011,
          pen.rnd(1.5, 5) * u,
          '#fff7e2',
          `opacity="${f(pen.rnd(0.25, 0.85))}"`,
        );
      }).join(''),
      blur: 1.2,
      blend: 'screen',
    },
    { body: flakes(pen, 190, [pen.palette.second, '#ffd34d', '#ffffff', '#c4ccd4'], 15, true), blur: 0.8 },
    foreground(pen, h * 0.1, 0.9),
  ];
};

/** A helmet resting on the pit wall. */
const helmet: Scene = (pen) => {
  const { w, h, u } = pen;
  const s = Math.min(w, h) * 0.3;
  const [cx, cy] = [w * 0.5, h * 0.56];
  const c = pen.palette.second;
  const dome = `M${f(cx - s)} ${f(cy + s * 0.55)} Q${f(cx - s * 1.25)} ${f(cy - s)} ${f(cx)} ${f(cy - s * 1.08)} Q${f(cx + s * 1.15)} ${f(cy - s * 1.02)} ${f(cx + s * 1.12)} ${f(cy + s * 0.1)} L${f(cx + s * 1.05)} ${f(cy + s * 0.72)} Q${f(cx + s * 0.5)} ${f(cy + s * 0.95)} ${f(cx - s * 0.5)} ${f(cy + s * 0.85)}Z`;
  const id = `helmet${pen.defs.length}`;
  pen.defs.push(`<clipPath id="${id}"><path d="${dome}"/></clipPath>`);
  const visor = path(
    `M${f(cx + s * 0.05)} ${f(cy - s * 0.38)} Q${f(cx + s * 0.8)} ${f(cy - s * 0.5)} ${f(cx + s * 1.16)} ${f(cy - s * 0.2)} L${f(cx + s * 1.12)} ${f(cy + s * 0.22)} Q${f(cx + s * 0.6)} ${f(cy + s * 0.3)} ${f(cx + s * 0.1)} ${f(cy + s * 0.2)} Q${f(cx - s * 0.12)} ${f(cy - s * 0.1)} ${f(cx + s * 0.05)} ${f(cy - s * 0.38)}Z`,
    pen.linear(cx, cy - s * 0.45, cx, cy + s * 0.3, [
      [0, '#6a7fae'],
      [0.25, '#f3b25f'],
      [0.4, '#40507a'],
      [1, '#0b1020'],
    ]),
  );
  return [
    {
      body:
        whole(pen, '#171b22') +
        rect(
          0,
          0,
          w,
          h * 0.66,
          pen.linear(0, 0, w, 0, [
            [0, '#2a3340'],
            [0.4, '#8d9bab'],
            [0.6, '#5a6675'],
            [1, '#1d242e'],
          ]),
        ),
      scale: 0.1,
      blur: 26 * u,
    },
    bokeh(pen, 40, ['#ffe2b0', '#ffffff', c, '#ff6a5a', '#7db4ff'], { top: 0, bottom: h * 0.62, min: 16, max: 60 }),
    {
      body:
        rect(
          0,
          h * 0.74,
          w,
          h * 0.3,
          pen.linear(0, h * 0.74, 0, h, [
            [0, '#d9dcdf'],
            [0.05, '#8a9097'],
            [1, '#2a2e34'],
          ]),
        ) + ellipse(cx, cy + s * 0.82, s * 1.25, s * 0.16, '#000', 'opacity=".7"'),
      scale: 0.3,
      blur: 7 * u,
    },
    {
      body:
        path(
          dome,
          pen.radial(cx - s * 0.35, cy - s * 0.7, s * 2, [
            [0, '#ffffff'],
            [0.15, lighter(c, 0.5)],
            [0.45, c],
            [0.8, darker(c, 0.55)],
            [1, darker(c, 0.8)],
          ]),
        ) +
        `<g clip-path="url(#${id})">${path(`M${f(cx - s * 1.4)} ${f(cy + s * 0.3)} Q${f(cx)} ${f(cy - s * 0.2)} ${f(cx + s * 1.4)} ${f(cy + s * 0.5)} L${f(cx + s * 1.4)} ${f(cy + s)} L${f(cx - s * 1.4)} ${f(cy + s)}Z`, '#171a20', 'opacity=".85"')}${path(`M${f(cx - s * 1.4)} ${f(cy + s * 0.18)} Q${f(cx)} ${f(cy - s * 0.3)} ${f(cx + s * 1.4)} ${f(cy + s * 0.4)} L${f(cx + s * 1.4)} ${f(cy + s * 0.5)} Q${f(cx)} ${f(cy - s * 0.2)} ${f(cx - s * 1.4)} ${f(cy + s * 0.3)}Z`, '#f4f4f0')}${path(`M${f(cx - s * 0.5)} ${f(cy - s * 1.2)} L${f(cx - s * 0.1)} ${f(cy - s * 1.2)} L${f(cx - s * 0.25)} ${f(cy)} L${f(cx - s * 0.8)} ${f(cy)}Z`, '#e0352d', 'opacity=".85"')}</g>` +
        visor +
        ellipse(
          cx - s * 0.4,
          cy - s * 0.76,
          s * 0.3,
          s * 0.11,
          '#fff',
          `opacity=".75" transform="rotate(-24 ${f(cx - s * 0.4)} ${f(cy - s * 0.76)})"`,
        ),
      blur: 0.9,
    },
    wash(pen, 0, 0, w * 0.8, '#ffe4b8', 0.45),
  ];
};

const raceFlags: Scene = (pen) => {
  const { w, h, u } = pen;
  let checks = '';
  for (let i = 0; i < 10; i++)
    for (let j = 0; j < 7; j++)
      if ((i + j) % 2)
        checks += rect((i * w * 0.6) / 10, (j * h * 0.42) / 7, (w * 0.6) / 10, (h * 0.42) / 7, '#0e0f12');
  const wave = `M0 0 C${f(w * 0.2)} ${f(-h * 0.07)} ${f(w * 0.3)} ${f(h * 0.07)} ${f(w * 0.42)} 0 S${f(w * 0.55)} ${f(-h * 0.04)} ${f(w * 0.6)} ${f(h * 0.02)} L${f(w * 0.58)} ${f(h * 0.42)} C${f(w * 0.45)} ${f(h * 0.48)} ${f(w * 0.3)} ${f(h * 0.34)} ${f(w * 0.2)} ${f(h * 0.43)} S0 ${f(h * 0.42)} 0 ${f(h * 0.4)}Z`;
  const id = `check${pen.defs.length}`;
  pen.defs.push(`<clipPath id="${id}"><path d="${wave}"/></clipPath>`);
  return [
    { body: sky(pen, 'sunset', h), scale: 0.2, blur: 8 * u },
    backlight(pen, w * 0.7, h * 0.5, w * 0.7, '#ffc983'),
    { body: flag(pen, w * 0.64, h * 0.46, w * 0.28, h * 0.17, 12, 1), scale: 0.4, blur: 5 * u },
    {
      body: `<g transform="translate(${f(w * 0.2)} ${f(h * 0.16)}) rotate(-7)">${rect(-10 * u, -40 * u, 18 * u, h * 0.9, '#20242b')}<g clip-path="url(#${id})">${rect(0, -h * 0.1, w, h, '#f3f2ee')}${checks}${rect(
        0,
        -h * 0.1,
        w,
        h,
        pen.linear(0, 0, w * 0.6, h * 0.06, [
          [0, '#000', 0.3],
          [0.16, '#fff', 0.3],
          [0.34, '#000', 0.5],
          [0.5, '#fff', 0.35],
          [0.68, '#000', 0.5],
          [0.86, '#fff', 0.3],
          [1, '#000', 0.3],
        ]),
      )}</g></g>`,
      blur: 1,
    },
    {
      body: whole(
        pen,
        pen.linear(0, h * 0.7, 0, h, [
          [0, '#000000', 0],
          [1, '#000000', 0.8],
        ]),
      ),
      scale: 0.125,
    },
    foreground(pen, h * 0.2, 0.85),
  ];
};

export const racing = {
  panning: panning('gold'),
  straight,
  grid,
  rain,
  podium,
  helmet,
  nightRun: panning('night'),
  raceFlags,
} as const satisfies Record<string, Scene>;
