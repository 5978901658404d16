/** Shirt and skirt. */
import { darker, f, lighter, mix, type Pen, path } from '../pen.ts';
import { type FigurePoint, go } from './geometry.ts';
import type { Shading } from './shading.ts';
import { LENGTH, type Skeleton } from './skeleton.ts';

const s = (q: FigurePoint): string => `${f(q[0])} ${f(q[1])}`;

/** The shirt from shoulders to hips, lit from one side, with two soft folds. */
export function drawTrunk(pen: Pen, { light, rim, edge, tone }: Shading, body: Skeleton, shirt: string): string {
  const { pose, across } = body;
  const w0 = body.half + 0.14;
  const w1 = 0.4 + 0.22 * pose.breadth;
  const w2 = body.hipHalf + 0.36;
  const side = (t: number, width: number, way: number): FigurePoint =>
    go(go([0, 0.12], pose.torso, t * LENGTH.torso), across, width * way);
  const [a, b, c] = [side(0.93, w0 * 0.8, 1), side(0.45, w1, 1), side(-0.06, w2, 1)];
  const [d, e, g] = [side(-0.06, w2, -1), side(0.45, w1, -1), side(0.93, w0 * 0.8, -1)];
  const lit = Math.cos(((light - across) * Math.PI) / 180) >= 0 ? 1 : -1;
  const base = tone(shirt);
  const from = side(0.5, w0, lit);
  const to = side(0.5, w0, -lit);
  const fill = pen.linear(from[0], from[1], to[0], to[1], [
    [0, mix(base, rim, 0.62 * edge)],
    [0.06, mix(base, rim, 0.3 * edge)],
    [0.2, lighter(base, 0.05)],
    [0.5, base],
    [1, darker(base, 0.5)],
  ]);
  const top = go([0, 0.12], pose.torso, LENGTH.torso * 1.03);
  const cloth = path(`M${s(a)} Q${s(b)} ${s(c)} L${s(d)} Q${s(e)} ${s(g)} Q${s(top)} ${s(a)}Z`, fill);
  // Two soft folds keep the cloth from looking like plastic.
  const fold = (t: number, way: 1 | -1) =>
    `<path d="M${s(side(t, w1 * 0.7, way))} Q${s(side(t - 0.18, 0, 1))} ${s(side(t - 0.1, w1 * 0.8, -way))}" stroke="${darker(base, 0.45)}" stroke-opacity=".22" stroke-width=".12" fill="none"/>`;
  return cloth + fold(0.38, 1) + fold(0.62, -1);
}

/** A flared skirt. */
export function drawSkirt(pen: Pen, { rim, tone }: Shading, colour: string): string {
  const flare = (x: number, t: number) => go(go([0, 0.1], 90, t), 0, x);
  const [a, b, c, d] = [flare(-0.5, -0.5), flare(0.5, -0.5), flare(1.15, 1.05), flare(-1.15, 1.05)];
  const base = tone(colour);
  const fill = pen.linear(-1.1, 0, 1.1, 0, [
    [0, mix(base, rim, 0.55)],
    [0.25, base],
    [0.45, darker(base, 0.3)],
    [0.6, lighter(base, 0.15)],
    [1, darker(base, 0.5)],
  ]);
  return path(`M${s(a)} L${s(b)} Q${f(b[0] + 0.2)} .3 ${s(c)} Q0 1.45 ${s(d)} Q${f(a[0] - 0.2)} .3 ${s(a)}Z`, fill);
}
