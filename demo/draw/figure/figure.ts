/** People: a jointed figure in a pose, every limb shaded as a cylinder so that it has volume under a light. */
import { f, type Pen } from '../pen.ts';
import type { Dress } from './dress.ts';
import { type FigurePoint, go } from './geometry.ts';
import { drawHead } from './head.ts';
import { drawArm, drawLeg } from './limbs.ts';
import type { Placing } from './placing.ts';
import { type PoseName, poses } from './poses.ts';
import { type Shading, shadingOf } from './shading.ts';
import { skeletonOf } from './skeleton.ts';
import { drawSkirt, drawTrunk } from './trunk.ts';

/** Where joints are, for hanging a ball, a bat or a microphone on. In the figure's own units. */
export interface Joints {
  readonly nearHand: FigurePoint;
  readonly farHand: FigurePoint;
  readonly nearToe: FigurePoint;
  readonly head: FigurePoint;
}

export interface Figure {
  readonly body: string;
  /** Finished-picture position of a joint. */
  at(joint: keyof Joints): FigurePoint;
}

/** Draws one person. Far limbs first, then trunk, near limbs and head. */
export function drawFigure(pen: Pen, name: PoseName, dress: Dress, place: Placing): Figure {
  const { body, joints } = drawBody(pen, name, dress, shadingOf(place));
  const k = place.flip ? -1 : 1;
  const at = ([x, y]: FigurePoint): FigurePoint => [place.x + x * place.size * k, place.y + y * place.size];
  if (place.size > 55 * pen.u) {
    const [hx, hy] = at(joints.head);
    pen.faces.push([hx - place.size * 0.42, hy - place.size * 0.5, place.size * 0.84, place.size]);
  }
  return {
    body: `<g transform="translate(${f(place.x)} ${f(place.y)}) scale(${f(place.size * k)} ${f(place.size)})">${body}</g>`,
    at: (joint) => at(joints[joint]),
  };
}

/** The person in the figure's own units, and where its joints are. */
function drawBody(pen: Pen, name: PoseName, dress: Dress, shading: Shading): { body: string; joints: Joints } {
  const skeleton = skeletonOf(poses[name]);
  const { pose } = skeleton;
  const skin = dress.skin ?? pen.pick(['#d9a582', '#c98f6c', '#e2b492', '#b97f5c']);
  const clothed = { ...dress, skin };
  const farArm = drawArm(pen, shading, clothed, skeleton.farShoulder, pose.farArm, 0.35);
  const farLeg = drawLeg(pen, shading, clothed, skeleton.farHip, pose.farLeg, 0.35);
  const nearArm = drawArm(pen, shading, clothed, skeleton.nearShoulder, pose.nearArm, 0);
  const nearLeg = drawLeg(pen, shading, clothed, skeleton.nearHip, pose.nearLeg, 0);
  const trunk = drawTrunk(pen, shading, skeleton, dress.shirt);
  const skirt = dress.skirt ? drawSkirt(pen, shading, dress.shorts) : '';
  const head = drawHead(pen, shading, skeleton, clothed);
  const order = skeleton.isFront
    ? farLeg.svg + nearLeg.svg + skirt + trunk + farArm.svg + nearArm.svg + head
    : farArm.svg + farLeg.svg + nearLeg.svg + skirt + trunk + head + nearArm.svg;
  return {
    body: (shading.isBacklit ? glowBehind(order, shading) : '') + order,
    joints: { nearHand: nearArm.hand, farHand: farArm.hand, nearToe: nearLeg.toe, head: skeleton.head },
  };
}

/** The outline in the colour of the lamps, shown by as much as it is moved towards them. */
function glowBehind(body: string, { light, rim }: Shading): string {
  const [lx, ly] = go([0, 0], light, 0.055);
  const outline = (x: number, y: number, opacity: number) =>
    `<g transform="translate(${f(x)} ${f(y)})">${body.replace(/(fill|stroke)="(?!none)[^"]*"/g, `$1="${rim}"`).replace(/ fill="[^"n]/g, ` fill-opacity="${opacity}"$&`)}</g>`;
  return outline(-lx * 0.5, ly * 0.6, 0.55) + outline(lx, ly, 1);
}
