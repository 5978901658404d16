/** Lamps, and what they do in a lens. */
import { circle, ellipse, f, type Layer, lighter, mix, type Pen, whole } from '../pen.ts';

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
