/** The hall seen from the audience. */
import { drawFigure } from '../figure/figure.ts';
import { ellipse, f, type Layer, lighter, type Pen, path, type Scene, whole } from '../pen.ts';
import { foreground } from '../scenery/crowd.ts';
import { backlight, bokeh } from '../scenery/lights.ts';
import { flakes } from '../scenery/sky.ts';
import { backdrop, beams, dress, MEMBERS, penlightCrowd } from './stageSet.ts';

function farMembers(pen: Pen): Layer {
  const { w, h } = pen;
  return {
    body: Array.from(
      { length: 5 },
      (_, i) =>
        drawFigure(
          pen,
          (['heart', 'point', 'cheer', 'sing', 'twirl'] as const)[i] ?? 'cheer',
          dress(MEMBERS[i] ?? '#fff', pen),
          { x: w * (0.34 + i * 0.08), y: h * 0.34, size: Math.min(w, h) / 42, shade: 0.3 },
        ).body,
    ).join(''),
  };
}

/** A sea of penlights, the stage far away. */
export const penlights: Scene = (pen) => {
  const { w, h, u } = pen;
  return [
    {
      body: whole(pen, '#06040d') + ellipse(w * 0.5, h * 0.3, w * 0.5, h * 0.16, '#c86bd6', 'opacity=".6"'),
      scale: 0.1,
      blur: 40 * u,
    },
    ...beams(pen, 9, h * 0.62),
    farMembers(pen),
    {
      body: penlightCrowd(pen, { top: h * 0.46, bottom: h * 0.72, far: 8 * u, near: 17 * u, shade: 0.88, share: 0.9 }),
      blur: 0.9,
    },
    {
      body: penlightCrowd(pen, { top: h * 0.76, bottom: h * 0.92, far: 24 * u, near: 38 * u, shade: 0.9, share: 0.85 }),
      scale: 0.6,
      blur: 1.6 * u,
    },
    {
      body: penlightCrowd(pen, {
        top: h * 0.76,
        bottom: h * 0.92,
        far: 24 * u,
        near: 38 * u,
        shade: 0.97,
        share: 0.85,
      }),
      scale: 0.15,
      blur: 16 * u,
      blend: 'screen',
    },
    foreground(pen, h * 0.08, 0.6),
    bokeh(pen, 40, ['#ff9fd2', '#9fdcff', '#ffe9a8', lighter(pen.palette.brand, 0.4)], {
      top: h * 0.5,
      bottom: h,
      min: 6,
      max: 26,
    }),
  ];
};

/** The hall from the back row, silver tape in the air. */
export const finale: Scene = (pen) => {
  const { w, h, u } = pen;
  const tapes = Array.from({ length: 60 }, () => {
    const [x, y] = [pen.rnd(0, w), pen.rnd(-0.1, 0.7) * h];
    return `<path d="M${f(x)} ${f(y)} q${f(pen.rnd(-60, 60) * u)} ${f(60 * u)} ${f(pen.rnd(-20, 20) * u)} ${f(120 * u)} t${f(pen.rnd(-30, 30) * u)} ${f(130 * u)}" stroke="${pen.pick(['#ffffff', '#ffe48a', '#d9e2ff', '#ffb3dc'])}" stroke-width="${f(pen.rnd(2, 5) * u)}" fill="none" opacity="${f(pen.rnd(0.4, 0.95))}"/>`;
  }).join('');
  return [
    backdrop(pen, h * 0.6),
    backlight(pen, w * 0.5, h * 0.4, w * 0.7, '#fff0d2'),
    ...beams(pen, 11, h * 0.66),
    {
      body: Array.from(
        { length: 5 },
        (_, i) =>
          drawFigure(
            pen,
            (['cheer', 'point', 'leap', 'cheer', 'heart'] as const)[i] ?? 'cheer',
            dress(MEMBERS[i] ?? '#fff', pen),
            { x: w * (0.22 + i * 0.14), y: h * 0.5, size: Math.min(w, h) / 24, shade: 0.5, rim: '#fff0d2' },
          ).body,
      ).join(''),
      blur: 0.7,
    },
    {
      body: path(`M0 ${f(h * 0.63)} L${f(w)} ${f(h * 0.63)} L${f(w)} ${f(h * 0.7)} L0 ${f(h * 0.7)}Z`, '#160d26'),
      blur: 2,
    },
    { body: tapes, blur: 0.9, blend: 'screen' },
    {
      body: penlightCrowd(pen, { top: h * 0.72, bottom: h * 0.98, far: 16 * u, near: 40 * u, shade: 0.88, share: 0.7 }),
      scale: 0.7,
      blur: 1.4 * u,
    },
    { body: flakes(pen, 260, ['#ffffff', '#ffe48a', '#ffb3dc', '#bfe2ff'], 10, true) },
  ];
};
