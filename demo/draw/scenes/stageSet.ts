/** What stands on and before a stage: members in their colours, the backdrop, the beams of the rig, the audience. */
import { circle, darker, f, type Layer, lighter, type Pen, polygon, rect, whole } from '../pen.ts';
import { type CrowdArea, crowd } from '../scenery/crowd.ts';
import { star } from '../scenery/flag.ts';

/** The colour of each member. */
export const MEMBERS = ['#ff6fae', '#5cc8ff', '#ffd84d', '#8de07a', '#b48cff'] as const;

/** Cones of light from the rig down to the stage. */
export function beams(pen: Pen, count: number, floor: number): Layer[] {
  let cones = '';
  let lamps = '';
  for (let i = 0; i < count; i++) {
    const x = pen.w * ((i + 0.5) / count);
    const target = x + pen.rnd(-0.28, 0.28) * pen.w;
    const c = pen.pick([
      lighter(pen.palette.brand, 0.3),
      '#ff7fc0',
      '#64c8ff',
      '#fff0c0',
      lighter(pen.palette.second, 0.2),
    ]);
    const spread = pen.rnd(40, 90) * pen.u;
    cones += polygon(
      [
        [x - 8 * pen.u, pen.h * 0.03],
        [x + 8 * pen.u, pen.h * 0.03],
        [target + spread, floor],
        [target - spread, floor],
      ],
      pen.linear(x, 0, target, floor, [
        [0, c, 0.85],
        [0.5, c, 0.32],
        [1, c, 0.04],
      ]),
    );
    lamps += circle(
      x,
      pen.h * 0.03,
      40 * pen.u,
      pen.radial(x, pen.h * 0.03, 40 * pen.u, [
        [0, '#ffffff', 1],
        [0.25, c, 0.8],
        [1, '#000000', 0],
      ]),
    );
  }
  return [
    { body: cones, scale: 0.25, blur: 9 * pen.u, blend: 'screen' },
    { body: lamps, scale: 0.5, blend: 'screen' },
  ];
}

/** A stage costume in a member’s colour. */
export const dress = (colour: string, pen: Pen) => ({
  shirt: colour,
  shorts: lighter(colour, 0.3),
  socks: '#f6f1ee',
  shoes: '#f6f1ee',
  skirt: true,
  longHair: true,
  hair: pen.pick(['#1d1412', '#3b241a', '#120e10', '#5a3826']),
});

/** The wall of light behind the stage, stars on it. */
export const backdrop = (pen: Pen, floor: number): Layer => {
  const { w, h, u } = pen;
  const wall =
    whole(pen, '#07050f') +
    rect(
      w * 0.12,
      h * 0.1,
      w * 0.76,
      floor - h * 0.16,
      pen.linear(0, h * 0.1, w, floor, [
        [0, darker(pen.palette.brand, 0.1)],
        [0.5, '#ff6fb1'],
        [1, darker(pen.palette.second, 0.25)],
      ]),
      'opacity=".75"',
    );
  const stars = Array.from({ length: 14 }, () =>
    polygon(
      star(pen.rnd(0.14, 0.86) * w, pen.rnd(0.14, 0.5) * h, pen.rnd(18, 70) * u),
      '#ffffff',
      `opacity="${f(pen.rnd(0.2, 0.6))}"`,
    ),
  ).join('');
  return { body: wall + stars, scale: 0.2, blur: 9 * u };
};

/** The audience from behind, penlights in their hands. */
export const penlightCrowd = (pen: Pen, area: Omit<CrowdArea, 'hold' | 'back'>): string =>
  crowd(pen, { ...area, hold: 'penlight', back: true });
