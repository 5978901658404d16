/** The whole ground from high in the stand. */
import { drawFigure } from '../figure/figure.ts';
import type { PoseName } from '../figure/poses.ts';
import { ellipse, type Pen, polygon, rect, type Scene, whole } from '../pen.ts';
import { foreground } from '../scenery/crowd.ts';
import { pitch } from '../scenery/grass.ts';
import { floodlights } from '../scenery/lights.ts';
import { type Sky, sky } from '../scenery/sky.ts';
import { stand } from '../scenery/stand.ts';
import { away, home } from './kits.ts';

/** Fifteen players of both teams over the whole pitch, each with a shadow. */
function playersOn(pen: Pen, bottom: number): string {
  let players = '';
  for (let i = 0; i < 15; i++) {
    const t = pen.rnd(0, 1);
    const y = bottom + (pen.h - bottom) * (0.08 + t * 0.5);
    const dress = i % 2 ? home(pen) : away(pen);
    players += ellipse(
      pen.w * ((i + pen.rnd(0, 1)) / 15),
      y + 19 * pen.u * (1 + t),
      18 * pen.u,
      4 * pen.u,
      '#000',
      'opacity=".35"',
    );
    players += drawFigure(pen, pen.pick<PoseName>(['run', 'stand', 'dribble', 'run']), dress, {
      x: pen.w * ((i + pen.rnd(0, 1)) / 15),
      y,
      size: (5.2 + 5 * t) * pen.u,
      flip: pen.chance(0.5),
      shade: 0.1,
    }).body;
  }
  return players;
}

/** Touchline, centre circle and halfway line. */
function linesOf(pen: Pen, bottom: number): string {
  const line = (y: number, o: number) => rect(0, y, pen.w, 3 * pen.u, '#eef6e8', `opacity="${o}"`);
  const cx = pen.w * 0.5;
  return (
    line(bottom + pen.h * 0.03, 0.6) +
    ellipse(
      cx,
      bottom + pen.h * 0.17,
      pen.w * 0.19,
      pen.h * 0.055,
      'none',
      'stroke="#eef6e8" stroke-width="3" opacity=".6"',
    ) +
    polygon(
      [
        [cx - 1, bottom + pen.h * 0.03],
        [cx + 1, bottom + pen.h * 0.03],
        [cx + 4, pen.h],
        [cx - 4, pen.h],
      ],
      '#eef6e8',
      'opacity=".55"',
    )
  );
}

/** The whole ground at an hour of the day, from high in the stand. */
export const stadium =
  (kind: Sky): Scene =>
  (pen) => {
    const wide = pen.w >= pen.h;
    const top = pen.h * (wide ? 0.33 : 0.38);
    const bottom = pen.h * (wide ? 0.56 : 0.55);
    const dark = kind === 'night' ? 0.25 : kind === 'day' ? 0 : 0.22;
    const banks = [0.08, 0.36, 0.64, 0.88].map((x) =>
      floodlights(pen, pen.w * x, top - pen.h * (0.17 + 0.16 * (x - 0.5) ** 2), pen.w * 0.05),
    );
    const lit = kind !== 'day';
    const players = playersOn(pen, bottom);
    return [
      { body: sky(pen, kind, top + 20), scale: 0.25, blur: 6 * pen.u },
      {
        body:
          pitch(pen, bottom, lit ? '#3d8c3c' : '#56a544', lit ? 0.05 : 0) +
          linesOf(pen, bottom) +
          stand(pen, top, bottom, dark) +
          players,
      },
      ...(lit
        ? [
            { body: banks.map((b) => b.lamps).join('') },
            { body: banks.map((b) => b.glow).join(''), scale: 0.25, blend: 'screen' as const },
          ]
        : []),
      {
        body: whole(
          pen,
          pen.linear(0, top, 0, pen.h, [
            [0, '#9fb4d8', 0.16],
            [0.3, '#9fb4d8', 0.1],
            [1, '#000000', 0],
          ]),
        ),
        scale: 0.125,
        blend: 'screen',
      },
      foreground(pen, pen.h * 0.12, 0.45),
    ];
  };
