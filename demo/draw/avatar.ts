import { ellipse, type Layer, lighter, mix, type Pen, path, whole } from './pen.ts';
import { bokeh } from './scenery/lights.ts';

const longHair = ({ w, h }: Pen, hair: string): string =>
  path(
    `M${w * 0.3} ${h * 0.36} Q${w * 0.24} ${h * 0.8} ${w * 0.34} ${h * 0.84} L${w * 0.66} ${h * 0.84} Q${w * 0.76} ${h * 0.8} ${w * 0.7} ${h * 0.36}Z`,
    hair,
  );

const capOn = ({ w, h, palette }: Pen): string =>
  path(
    `M${w * 0.3} ${h * 0.36} Q${w * 0.3} ${h * 0.15} ${w * 0.5} ${h * 0.15} Q${w * 0.7} ${h * 0.15} ${w * 0.7} ${h * 0.36} Q${w * 0.5} ${h * 0.29} ${w * 0.3} ${h * 0.36}Z`,
    palette.second,
  );

/** A fan's portrait: a face-less bust before soft lights. */
export function avatar(pen: Pen): Layer[] {
  const { w, h } = pen;
  const { brand, second } = pen.palette;
  const cap = pen.chance(0.4);
  const hair = pen.pick(['#1d1512', '#3a261b', '#56392a', '#120f10']);
  const long = pen.chance(0.5);
  const skin = pen.pick(['#e5bd9c', '#d6a683', '#efcfb3']);
  return [
    {
      body: whole(
        pen,
        pen.linear(0, 0, w, h, [
          [0, lighter(brand, 0.55)],
          [1, mix(brand, second, 0.3)],
        ]),
      ),
    },
    bokeh(pen, 14, ['#ffffff', lighter(brand, 0.6)], { top: 0, bottom: h, min: 30, max: 120 }),
    {
      body:
        (long ? longHair(pen, hair) : '') +
        path(
          `M${w * 0.1} ${h} Q${w * 0.12} ${h * 0.74} ${w * 0.42} ${h * 0.7} L${w * 0.58} ${h * 0.7} Q${w * 0.88} ${h * 0.74} ${w * 0.9} ${h}Z`,
          pen.linear(0, h * 0.7, w, h, [
            [0, lighter(brand, 0.2)],
            [0.5, brand],
            [1, mix(brand, '#000000', 0.4)],
          ]),
        ) +
        ellipse(w * 0.5, h * 0.68, w * 0.09, h * 0.09, mix(skin, '#5a3420', 0.3)) +
        ellipse(
          w * 0.5,
          h * 0.47,
          w * 0.18,
          h * 0.22,
          pen.radial(w * 0.44, h * 0.4, w * 0.3, [
            [0, lighter(skin, 0.3)],
            [0.6, skin],
            [1, mix(skin, '#5a3420', 0.4)],
          ]),
        ) +
        path(
          `M${w * 0.31} ${h * 0.46} Q${w * 0.28} ${h * 0.2} ${w * 0.5} ${h * 0.2} Q${w * 0.72} ${h * 0.2} ${w * 0.69} ${h * 0.46} Q${w * 0.62} ${h * 0.34} ${w * 0.46} ${h * 0.34} Q${w * 0.36} ${h * 0.36} ${w * 0.31} ${h * 0.46}Z`,
          hair,
        ) +
        (cap ? capOn(pen) : ''),
      blur: 0.8,
    },
  ];
}
