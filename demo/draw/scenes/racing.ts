/** Scenes of a race weekend. */
import { f, rect, type Scene, whole } from '../pen.ts';
import { foreground } from '../scenery/crowd.ts';
import { flag } from '../scenery/flag.ts';
import { backlight } from '../scenery/lights.ts';
import { sky } from '../scenery/sky.ts';
import { grid, helmet, podium } from './paddock.ts';
import { panning, rain, straight } from './raceTrack.ts';

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
