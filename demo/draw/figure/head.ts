/** A head, face-less, with neck, hair and cap. */
import { ellipse, f, mix, type Pen, path } from '../pen.ts';
import type { Dress } from './dress.ts';
import { go } from './geometry.ts';
import { drawLimb } from './limbs.ts';
import type { Shading } from './shading.ts';
import type { Skeleton } from './skeleton.ts';

/** The head, turned as the pose has it; hair has a random colour when the dress names none. */
export function drawHead(pen: Pen, shading: Shading, body: Skeleton, dress: Dress & { readonly skin: string }): string {
  const { pose, neck, isFront } = body;
  const [x, y] = body.head;
  const hair = shading.tone(dress.hair ?? pen.pick(['#1b1512', '#2a1c14', '#120f10', '#3a2619']));
  const angle = pose.torso + 90 + (pose.head ?? 0);
  const skull = skullFill(pen, shading, body, dress.skin);
  const turned = (svg: string) => `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(angle)})">${svg}</g>`;
  const cap = dress.cap ? capOf(isFront, shading.tone(dress.cap)) : '';
  return (
    drawLimb(pen, shading, {
      from: go(neck, pose.torso, -0.25),
      to: go(neck, pose.torso, 0.3),
      r: [0.22, 0.2],
      colour: dress.skin,
      dim: 0.15,
    }) +
    turned(dress.longHair ? longHair(isFront, hair) : '') +
    ellipse(x, y, 0.4, 0.5, skull, `transform="rotate(${f(angle)} ${f(x)} ${f(y)})"`) +
    turned(path(isFront ? FRONT_CROWN : SIDE_CROWN, hair) + cap)
  );
}

/** The edge of light lies on the side of the lamps: a gradient centred away from them. */
function skullFill(pen: Pen, { light, rim, edge, tone }: Shading, { head: [x, y] }: Skeleton, skin: string): string {
  const face = tone(skin, 0.05);
  const [dx, dy] = [Math.cos((light * Math.PI) / 180) * 0.26, Math.sin((light * Math.PI) / 180) * 0.26];
  return pen.radial(x - dx, y - dy, 0.78, [
    [0, face],
    [0.72, mix(face, rim, 0.06 * edge)],
    [0.9, mix(face, rim, 0.3 * edge)],
    [1, mix(face, rim, 0.8 * edge)],
  ]);
}

const FRONT_CROWN = 'M-.44 -.02 C-.5 -.62 .5 -.62 .44 -.02 C.36 -.3 .1 -.3 0 -.26 C-.2 -.34 -.34 -.2 -.44 -.02Z';
const SIDE_CROWN = 'M-.42 .2 C-.62 -.6 .3 -.78 .4 -.2 C.24 -.3 .02 -.26 -.06 -.1 C-.08 .1 -.2 .24 -.42 .2Z';

const longHair = (isFront: boolean, hair: string): string =>
  path('M-.42 -.1 C-.95 .2 -.8 1.1 -.55 1.35 C-.35 .9 -.4 .5 -.2 .2Z', hair) +
  (isFront ? path('M.42 -.1 C.9 .3 .75 1.1 .55 1.3 C.35 .9 .4 .5 .2 .2Z', hair) : '');

const capOf = (isFront: boolean, colour: string): string =>
  path(
    `M-.47 -.12 C-.5 -.72 .46 -.74 .45 -.14 L${isFront ? '.45 -.06 -.45 -.06' : '.85 -.06 .83 .02 -.44 -.02'}Z`,
    colour,
  );
