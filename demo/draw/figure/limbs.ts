/** Arms and legs: parts shaded as cylinders, under cloth or bare. */
import { darker, f, mix, type Pen, path } from '../pen.ts';
import type { Dress } from './dress.ts';
import { between, type FigurePoint, go } from './geometry.ts';
import type { Shading } from './shading.ts';
import { LENGTH } from './skeleton.ts';

/** A part between two joints: radius and colour. */
export interface Limb {
  readonly from: FigurePoint;
  readonly to: FigurePoint;
  /** Radius at `from` and at `to`. */
  readonly r: readonly [number, number];
  readonly colour: string;
  /** How much less light it gets than others. */
  readonly dim: number;
}

/** Draws a limb with rounded ends, shaded as a cylinder. */
export function drawLimb(pen: Pen, shading: Shading, { from, to, r: [ra, rb], colour, dim }: Limb): string {
  const angle = Math.atan2(to[1] - from[1], to[0] - from[0]);
  const [nx, ny] = [-Math.sin(angle), Math.cos(angle)];
  const fill = cylinderFill(pen, shading, { from, to, r: [ra, rb], colour, dim }, [nx, ny]);
  const p = (q: FigurePoint, rr: number, s: number) => `${f(q[0] + nx * rr * s)} ${f(q[1] + ny * rr * s)}`;
  // The muscle: a slight bulge nearer to the upper joint.
  const bulge = between(from, to, 0.35);
  const rBulge = ra * 0.62 + rb * 0.38 + 0.035;
  return path(
    `M${p(from, ra, 1)} Q${p(bulge, rBulge * 1.08, 1)} ${p(to, rb, 1)} A${f(rb)} ${f(rb)} 0 0 0 ${p(to, rb, -1)} Q${p(bulge, rBulge * 1.08, -1)} ${p(from, ra, -1)} A${f(ra)} ${f(ra)} 0 0 0 ${p(from, ra, 1)}Z`,
    fill,
  );
}

/** A gradient across the limb, along its normal, from the side that faces the light. */
function cylinderFill(pen: Pen, shading: Shading, limb: Limb, [nx, ny]: FigurePoint): string {
  const { light, rim, edge, shade, tone } = shading;
  const { dim } = limb;
  const facing = nx * Math.cos((light * Math.PI) / 180) + ny * Math.sin((light * Math.PI) / 180);
  const side = facing >= 0 ? 1 : -1;
  const strength = Math.abs(facing);
  const r = Math.max(...limb.r);
  const mid = between(limb.from, limb.to, 0.5);
  const base = tone(limb.colour, dim);
  const lit = mix(base, rim, edge * (0.15 + 0.7 * strength) * (1 - dim * 0.7) * (1 - shade * 0.15));
  return pen.linear(mid[0] + nx * r * side, mid[1] + ny * r * side, mid[0] - nx * r * side, mid[1] - ny * r * side, [
    [0, lit],
    [0.07, mix(base, lit, 0.6)],
    [0.24, mix(base, lit, 0.08)],
    [0.8, darker(base, 0.35)],
    [1, mix(base, rim, 0.1 * edge * (1 - dim))],
  ]);
}

type Clothed = Dress & { readonly skin: string };

/** An arm from the shoulder by the angles of upper arm and forearm, and where its hand is. */
export function drawArm(
  pen: Pen,
  shading: Shading,
  { shirt, skin, longSleeves }: Clothed,
  shoulder: FigurePoint,
  [upper, fore]: readonly [number, number],
  dim: number,
): { svg: string; hand: FigurePoint } {
  const elbow = go(shoulder, upper, LENGTH.upperArm);
  const wrist = go(elbow, fore, LENGTH.forearm);
  const hand = go(wrist, fore, 0.2);
  const colour = longSleeves ? shirt : skin;
  const limb = (part: Omit<Limb, 'dim'>) => drawLimb(pen, shading, { ...part, dim });
  const svg =
    limb({ from: shoulder, to: elbow, r: [0.27, 0.2], colour }) +
    limb({ from: elbow, to: wrist, r: [0.2, 0.13], colour }) +
    limb({ from: between(elbow, wrist, 0.98), to: hand, r: [0.15, 0.12], colour: skin }) +
    (longSleeves ? '' : limb({ from: shoulder, to: between(shoulder, elbow, 0.66), r: [0.32, 0.33], colour: shirt }));
  return { svg, hand };
}

/** A leg from the hip by the angles of thigh, calf and foot, and where its toe is. */
export function drawLeg(
  pen: Pen,
  shading: Shading,
  { shorts, socks, shoes = '#e9ecef', skin, trousers, skirt }: Clothed,
  hip: FigurePoint,
  [thigh, calf, foot]: readonly [number, number, number],
  dim: number,
): { svg: string; toe: FigurePoint } {
  const knee = go(hip, thigh, LENGTH.thigh);
  const ankle = go(knee, calf, LENGTH.calf);
  const toe = go(ankle, foot, LENGTH.foot);
  const limb = (part: Omit<Limb, 'dim'>) => drawLimb(pen, shading, { ...part, dim });
  const svg =
    limb({ from: go(ankle, foot, -0.12), to: toe, r: [0.18, 0.12], colour: shoes }) +
    limb({ from: knee, to: ankle, r: [0.27, 0.15], colour: trousers ? shorts : socks }) +
    limb({ from: hip, to: knee, r: [0.42, 0.28], colour: trousers ? shorts : skin }) +
    (trousers || skirt ? '' : limb({ from: hip, to: between(hip, knee, 0.62), r: [0.46, 0.44], colour: shorts }));
  return { svg, toe };
}
