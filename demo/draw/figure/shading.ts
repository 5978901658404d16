/** How light models a figure. */
import { darker } from '../pen.ts';
import type { Placing } from './placing.ts';

export interface Shading {
  /** Direction the light comes from, in degrees, seen before the figure is flipped. */
  readonly light: number;
  /** Colour of the light. */
  readonly rim: string;
  /** 0 lit, 1 a bare silhouette. */
  readonly shade: number;
  /** Against the lamps the light edges the whole outline; otherwise it models every limb. */
  readonly isBacklit: boolean;
  /** How strong the edge of light on each part is. */
  readonly edge: number;
  /** A colour as it looks in the shade; `dim` is how much less light the part gets than others. */
  tone(colour: string, dim?: number): string;
}

/** The light a figure stands in. */
export function shadingOf(place: Placing): Shading {
  const shade = place.shade ?? 0.84;
  const isBacklit = shade >= 0.6;
  const angle = place.light ?? -120;
  return {
    light: place.flip ? 180 - angle : angle,
    rim: place.rim ?? '#fff3dd',
    shade,
    isBacklit,
    edge: isBacklit ? 0.2 : 1,
    tone: (colour, dim = 0) => darker(colour, Math.min(0.97, shade + dim * (1 - shade))),
  };
}
