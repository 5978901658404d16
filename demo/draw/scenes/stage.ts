/** Scenes of an idol group’s live. */
import { drawFigure } from '../figure/figure.ts';
import type { PoseName } from '../figure/poses.ts';
import { circle, darker, f, type Layer, lighter, type Pen, rect, type Scene, whole } from '../pen.ts';
import { backlight, bokeh } from '../scenery/lights.ts';
import { flakes } from '../scenery/sky.ts';
import { finale, penlights } from './hall.ts';
import { microphone } from './microphone.ts';
import { backdrop, beams, dress, MEMBERS, penlightCrowd } from './stageSet.ts';

/** The group side by side, every second one a step nearer to us. */
function membersInRows(pen: Pen, names: readonly PoseName[], floor: number): { near: boolean; svg: string }[] {
  const { w, h } = pen;
  const size = Math.min(w / 10.5, h / 10.5);
  return names.map((name, i) => {
    const near = i % 2 === 0;
    const s = size * (near ? 1.04 : 0.9);
    return {
      near,
      svg: drawFigure(pen, name, dress(MEMBERS[i % 5] ?? '#fff', pen), {
        x: w * (0.14 + (0.72 * i) / (names.length - 1)),
        y: floor - s * (near ? 3.3 : 3.8),
        size: s,
        shade: near ? 0.66 : 0.74,
        light: i % 2 ? -70 : -115,
        rim: pen.pick(['#ffd7f0', '#d5ecff', '#fff2cf']),
        flip: i % 3 === 1,
      }).body,
    };
  });
}

function stageFloor(pen: Pen, floor: number): Layer {
  const { w, h, u } = pen;
  return {
    body: rect(
      0,
      floor - h * 0.03,
      w,
      h,
      pen.linear(0, floor - h * 0.03, 0, h, [
        [0, '#6c4f96'],
        [0.2, '#2c1d48'],
        [1, '#0a0614'],
      ]),
    ),
    scale: 0.25,
    blur: 6 * u,
  };
}

/** The whole group in a row, each in her own colour. */
const group =
  (names: readonly PoseName[]): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const floor = h * 0.86;
    const figures = membersInRows(pen, names, floor);
    const row = (near: boolean) =>
      figures
        .filter((x) => x.near === near)
        .map((x) => x.svg)
        .join('');
    return [
      backdrop(pen, floor),
      backlight(pen, w * 0.5, h * 0.35, w * 0.6, '#ffd3f0'),
      ...beams(pen, 8, floor),
      stageFloor(pen, floor),
      {
        body: `<g transform="translate(0 ${f(floor * 2)}) scale(1 -1)" opacity=".3">${figures.map((x) => x.svg).join('')}</g>`,
        scale: 0.2,
        blur: 10 * u,
      },
      { body: row(false), blur: 1.6 },
      { body: row(true) },
      { body: flakes(pen, 150, ['#ffffff', '#ffd84d', '#ff8fc6', '#8fd6ff'], 12, true), scale: 0.7, blur: 1 },
      {
        body: penlightCrowd(pen, {
          top: h * 0.97,
          bottom: h * 1.06,
          far: 34 * u,
          near: 40 * u,
          shade: 0.9,
          share: 0.85,
        }),
        scale: 0.5,
        blur: 3 * u,
      },
      bokeh(pen, 26, ['#ff9fd2', '#9fdcff', '#ffe9a8', lighter(pen.palette.brand, 0.4)], {
        top: h * 0.75,
        bottom: h,
        min: 8,
        max: 30,
      }),
    ];
  };

/** A microphone held at that point. */
const handMicrophone = (pen: Pen, x: number, y: number, size: number): string =>
  `<g transform="translate(${f(x)} ${f(y)}) rotate(-30)">${rect(-size * 0.07, 0, size * 0.14, size * 0.5, '#20232a')}${circle(
    0,
    -size * 0.06,
    size * 0.15,
    pen.radial(-size * 0.05, -size * 0.1, size * 0.2, [
      [0, '#ffffff'],
      [0.4, '#9aa2ad'],
      [1, '#2b3038'],
    ]),
  )}</g>`;

function darkHall(pen: Pen, colour: string): Layer {
  return {
    body: whole(
      pen,
      pen.linear(0, 0, 0, pen.h, [
        [0, '#0b0618'],
        [0.6, darker(colour, 0.62)],
        [1, '#0a0512'],
      ]),
    ),
    scale: 0.1,
  };
}

function darkFloor(pen: Pen): Layer {
  const { h } = pen;
  return {
    body: whole(
      pen,
      pen.linear(0, h * 0.55, 0, h, [
        [0, '#000000', 0],
        [1, '#05020a', 0.8],
      ]),
    ),
    scale: 0.125,
  };
}

/** One member close by. */
const solo =
  (name: PoseName, member: number): Scene =>
  (pen) => {
    const { w, h, u } = pen;
    const size = Math.min(w / 5.2, h / 7.2);
    const colour = MEMBERS[member % 5] ?? '#ff6fae';
    const who = drawFigure(pen, name, dress(colour, pen), {
      x: w * 0.5,
      y: h * 0.72,
      size,
      shade: 0.78,
      light: -60,
      rim: lighter(colour, 0.7),
    });
    const [hx, hy] = who.at('nearHand');
    const mic = name === 'sing' ? handMicrophone(pen, hx, hy, size) : '';
    return [
      darkHall(pen, colour),
      ...beams(pen, 6, h * 0.95),
      backlight(pen, w * 0.5, h * 0.3, w * 0.75, lighter(colour, 0.5)),
      bokeh(pen, 50, [colour, '#ffffff', lighter(pen.palette.brand, 0.4), '#ffe9a8'], {
        top: 0,
        bottom: h * 0.8,
        min: 10,
        max: 52,
      }),
      { body: who.body + mic, blur: 0.6 },
      darkFloor(pen),
      { body: flakes(pen, 80, ['#ffffff', lighter(colour, 0.4)], 13, true), scale: 0.5, blur: 2 },
      {
        body: penlightCrowd(pen, {
          top: h * 0.96,
          bottom: h * 1.05,
          far: 44 * u,
          near: 50 * u,
          shade: 0.92,
          share: 0.8,
        }),
        scale: 0.3,
        blur: 7 * u,
      },
    ];
  };

export const stage = {
  penlights,
  group: group(['heart', 'point', 'sing', 'cheer', 'twirl']),
  singer: solo('sing', 0),
  dancer: solo('twirl', 1),
  finale,
  microphone,
  formation: group(['cheer', 'twirl', 'heart', 'point', 'cheer']),
  wink: solo('point', 4),
  heart: solo('heart', 2),
} as const satisfies Record<string, Scene>;
