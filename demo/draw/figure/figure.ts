/** People: a jointed figure in a pose, every limb shaded as a cylinder so that it has volume under a light. */
import { darker, ellipse, f, lighter, mix, type Pen, path } from '../pen.ts';
import { between, go, type Point } from './geometry.ts';
import { type Pose, type PoseName, poses } from './poses.ts';

export interface Dress {
  readonly shirt: string;
  readonly shorts: string;
  readonly socks: string;
  readonly shoes?: string;
  readonly skin?: string;
  readonly hair?: string;
  readonly skirt?: boolean;
  /** Long trousers (baseball, racing suits). */
  readonly trousers?: boolean;
  readonly longSleeves?: boolean;
  readonly longHair?: boolean;
  readonly cap?: string;
}

export interface Placing {
  /** Hip position. */
  readonly x: number;
  readonly y: number;
  /** Height of a head; a standing figure is about 7.3 of them. */
  readonly size: number;
  readonly flip?: boolean;
  /** 0 lit, 1 a bare silhouette. */
  readonly shade?: number;
  /** Direction the light comes from, degrees as above. */
  readonly light?: number;
  readonly rim?: string;
}

/** Where joints are, for hanging a ball, a bat or a microphone on. In the figure's own units. */
export interface Joints {
  readonly nearHand: Point;
  readonly farHand: Point;
  readonly nearToe: Point;
  readonly head: Point;
}

export interface Figure {
  readonly body: string;
  /** Finished-picture position of a joint. */
  at(joint: keyof Joints): Point;
}

const LENGTH = { torso: 2.45, upperArm: 1.2, forearm: 1.05, thigh: 1.75, calf: 1.65, foot: 0.62 };

/** Draws one person. Far limbs first, then trunk, near limbs and head. */
export function drawFigure(pen: Pen, name: PoseName, dress: Dress, place: Placing): Figure {
  const pose: Pose = poses[name];
  const shade = place.shade ?? 0.84;
  const skin = dress.skin ?? pen.pick(['#d9a582', '#c98f6c', '#e2b492', '#b97f5c']);
  const rim = place.rim ?? '#fff3dd';
  /** Against the lamps the light edges the whole outline; otherwise it models every limb. */
  const isBacklit = shade >= 0.6;
  const edge = isBacklit ? 0.2 : 1;
  const tone = (colour: string, dim = 0) => darker(colour, Math.min(0.97, shade + dim * (1 - shade)));
  const light = place.flip ? 180 - (place.light ?? -120) : (place.light ?? -120);

  const limb = (a: Point, b: Point, ra: number, rb: number, colour: string, dim = 0): string => {
    const angle = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const [nx, ny] = [-Math.sin(angle), Math.cos(angle)];
    const facing = nx * Math.cos((light * Math.PI) / 180) + ny * Math.sin((light * Math.PI) / 180);
    const side = facing >= 0 ? 1 : -1;
    const strength = Math.abs(facing);
    const r = Math.max(ra, rb);
    const mid = between(a, b, 0.5);
    const base = tone(colour, dim);
    const lit = mix(base, rim, edge * (0.15 + 0.7 * strength) * (1 - dim * 0.7) * (1 - shade * 0.15));
    const fill = pen.linear(
      mid[0] + nx * r * side,
      mid[1] + ny * r * side,
      mid[0] - nx * r * side,
      mid[1] - ny * r * side,
      [
        [0, lit],
        [0.07, mix(base, lit, 0.6)],
        [0.24, mix(base, lit, 0.08)],
        [0.8, darker(base, 0.35)],
        [1, mix(base, rim, 0.1 * edge * (1 - dim))],
      ],
    );
    const p = (q: Point, rr: number, s: number) => `${f(q[0] + nx * rr * s)} ${f(q[1] + ny * rr * s)}`;
    // The muscle: a slight bulge nearer to the upper joint.
    const bulge = between(a, b, 0.35);
    const rBulge = ra * 0.62 + rb * 0.38 + 0.035;
    return path(
      `M${p(a, ra, 1)} Q${p(bulge, rBulge * 1.08, 1)} ${p(b, rb, 1)} A${f(rb)} ${f(rb)} 0 0 0 ${p(b, rb, -1)} Q${p(bulge, rBulge * 1.08, -1)} ${p(a, ra, -1)} A${f(ra)} ${f(ra)} 0 0 0 ${p(a, ra, 1)}Z`,
      fill,
    );
  };

  const neck = go([0, 0], pose.torso, LENGTH.torso);
  const across = pose.torso + 90;
  const half = 0.32 + 0.5 * pose.breadth;
  const shoulderBase = go([0, 0], pose.torso, LENGTH.torso - 0.28);
  const nearShoulder = go(shoulderBase, across, half * (pose.breadth > 0.75 ? 1 : -0.55));
  const farShoulder = go(shoulderBase, across, half * (pose.breadth > 0.75 ? -1 : 0.7));
  const hipHalf = 0.18 + 0.24 * pose.breadth;
  const nearHip = go([0, 0.05], across, hipHalf * (pose.breadth > 0.75 ? 1 : -0.4));
  const farHip = go([0, 0.05], across, hipHalf * (pose.breadth > 0.75 ? -1 : 0.4));

  const arm = (shoulder: Point, [upper, fore]: readonly [number, number], dim: number) => {
    const elbow = go(shoulder, upper, LENGTH.upperArm);
    const hand = go(elbow, fore, LENGTH.forearm);
    const sleeveEnd = dress.longSleeves ? hand : between(shoulder, elbow, 0.66);
    const svg =
      limb(shoulder, elbow, 0.27, 0.2, dress.longSleeves ? dress.shirt : skin, dim) +
      limb(elbow, hand, 0.2, 0.13, dress.longSleeves ? dress.shirt : skin, dim) +
      limb(between(elbow, hand, 0.98), go(hand, fore, 0.2), 0.15, 0.12, skin, dim) +
      (dress.longSleeves ? '' : limb(shoulder, sleeveEnd, 0.32, 0.33, dress.shirt, dim));
    return { svg, hand: go(hand, fore, 0.2) };
  };
  const leg = (hip: Point, [thigh, calf, foot]: readonly [number, number, number], dim: number) => {
    const knee = go(hip, thigh, LENGTH.thigh);
    const ankle = go(knee, calf, LENGTH.calf);
    const toe = go(ankle, foot, LENGTH.foot);
    const cover = dress.trousers ? dress.shorts : skin;
    const svg =
      limb(go(ankle, foot, -0.12), toe, 0.18, 0.12, dress.shoes ?? '#e9ecef', dim) +
      limb(knee, ankle, 0.27, 0.15, dress.trousers ? dress.shorts : dress.socks, dim) +
      limb(hip, knee, 0.42, 0.28, cover, dim) +
      (dress.trousers || dress.skirt ? '' : limb(hip, between(hip, knee, 0.62), 0.46, 0.44, dress.shorts, dim));
    return { svg, toe };
  };

  const farArm = arm(farShoulder, pose.farArm, 0.35);
  const farLeg = leg(farHip, pose.farLeg, 0.35);
  const nearArm = arm(nearShoulder, pose.nearArm, 0);
  const nearLeg = leg(nearHip, pose.nearLeg, 0);
  const headAt = go(neck, pose.torso + (pose.head ?? 0), 0.55);

  const trunk = (() => {
    const w0 = half + 0.14;
    const w1 = 0.4 + 0.22 * pose.breadth;
    const w2 = hipHalf + 0.36;
    const side = (t: number, width: number, s: number): Point =>
      go(go([0, 0.12], pose.torso, t * LENGTH.torso), across, width * s);
    const [a, b, c] = [side(0.93, w0 * 0.8, 1), side(0.45, w1, 1), side(-0.06, w2, 1)];
    const [d, e, g] = [side(-0.06, w2, -1), side(0.45, w1, -1), side(0.93, w0 * 0.8, -1)];
    const lit = (Math.cos(((light - across) * Math.PI) / 180) >= 0 ? 1 : -1) as 1 | -1;
    const base = tone(dress.shirt);
    const from = side(0.5, w0, lit);
    const to = side(0.5, w0, -lit as 1 | -1);
    const fill = pen.linear(from[0], from[1], to[0], to[1], [
      [0, mix(base, rim, 0.62 * edge)],
      [0.06, mix(base, rim, 0.3 * edge)],
      [0.2, lighter(base, 0.05)],
      [0.5, base],
      [1, darker(base, 0.5)],
    ]);
    const s = (q: Point) => `${f(q[0])} ${f(q[1])}`;
    const top = go([0, 0.12], pose.torso, LENGTH.torso * 1.03);
    const shirt = path(`M${s(a)} Q${s(b)} ${s(c)} L${s(d)} Q${s(e)} ${s(g)} Q${s(top)} ${s(a)}Z`, fill);
    // Two soft folds keep the cloth from looking like plastic.
    const fold = (t: number, s0: 1 | -1) =>
      `<path d="M${s(side(t, w1 * 0.7, s0))} Q${s(side(t - 0.18, 0, 1))} ${s(side(t - 0.1, w1 * 0.8, -s0 as 1 | -1))}" stroke="${darker(base, 0.45)}" stroke-opacity=".22" stroke-width=".12" fill="none"/>`;
    return shirt + fold(0.38, 1) + fold(0.62, -1);
  })();
  const skirt = dress.skirt
    ? (() => {
        const flare = (s: number, t: number) => go(go([0, 0.1], 90, t), 0, s);
        const [a, b, c, d] = [flare(-0.5, -0.5), flare(0.5, -0.5), flare(1.15, 1.05), flare(-1.15, 1.05)];
        const base = tone(dress.shorts);
        const fill = pen.linear(-1.1, 0, 1.1, 0, [
          [0, mix(base, rim, 0.55)],
          [0.25, base],
          [0.45, darker(base, 0.3)],
          [0.6, lighter(base, 0.15)],
          [1, darker(base, 0.5)],
        ]);
        return path(
          `M${f(a[0])} ${f(a[1])} L${f(b[0])} ${f(b[1])} Q${f(b[0] + 0.2)} .3 ${f(c[0])} ${f(c[1])} Q0 1.45 ${f(d[0])} ${f(d[1])} Q${f(a[0] - 0.2)} .3 ${f(a[0])} ${f(a[1])}Z`,
          fill,
        );
      })()
    : '';
  const head = (() => {
    const hair = tone(dress.hair ?? pen.pick(['#1b1512', '#2a1c14', '#120f10', '#3a2619']));
    const face = tone(skin, 0.05);
    const angle = pose.torso + 90 + (pose.head ?? 0);
    // The edge of light lies on the side of the lamps: a gradient centred away from them.
    const skull = pen.radial(
      headAt[0] - Math.cos((light * Math.PI) / 180) * 0.26,
      headAt[1] - Math.sin((light * Math.PI) / 180) * 0.26,
      0.78,
      [
        [0, face],
        [0.72, mix(face, rim, 0.06 * edge)],
        [0.9, mix(face, rim, 0.3 * edge)],
        [1, mix(face, rim, 0.8 * edge)],
      ],
    );
    const front = pose.breadth > 0.75;
    const crown = front
      ? `M-.44 -.02 C-.5 -.62 .5 -.62 .44 -.02 C.36 -.3 .1 -.3 0 -.26 C-.2 -.34 -.34 -.2 -.44 -.02Z`
      : `M-.42 .2 C-.62 -.6 .3 -.78 .4 -.2 C.24 -.3 .02 -.26 -.06 -.1 C-.08 .1 -.2 .24 -.42 .2Z`;
    const tail = dress.longHair
      ? path(`M-.42 -.1 C-.95 .2 -.8 1.1 -.55 1.35 C-.35 .9 -.4 .5 -.2 .2Z`, hair) +
        (front ? path(`M.42 -.1 C.9 .3 .75 1.1 .55 1.3 C.35 .9 .4 .5 .2 .2Z`, hair) : '')
      : '';
    const cap = dress.cap
      ? path(
          `M-.47 -.12 C-.5 -.72 .46 -.74 .45 -.14 L${front ? '.45 -.06 -.45 -.06' : '.85 -.06 .83 .02 -.44 -.02'}Z`,
          tone(dress.cap),
        )
      : '';
    return (
      limb(go(neck, pose.torso, -0.25), go(neck, pose.torso, 0.3), 0.22, 0.2, skin, 0.15) +
      `<g transform="translate(${f(headAt[0])} ${f(headAt[1])}) rotate(${f(angle)})">${tail}</g>` +
      ellipse(
        headAt[0],
        headAt[1],
        0.4,
        0.5,
        skull,
        `transform="rotate(${f(angle)} ${f(headAt[0])} ${f(headAt[1])})"`,
      ) +
      `<g transform="translate(${f(headAt[0])} ${f(headAt[1])}) rotate(${f(angle)})">${path(crown, hair)}${cap}</g>`
    );
  })();

  const k = place.flip ? -1 : 1;
  const at = ([x, y]: Point): Point => [place.x + x * place.size * k, place.y + y * place.size];
  const joints: Joints = { nearHand: nearArm.hand, farHand: farArm.hand, nearToe: nearLeg.toe, head: headAt };
  const front = pose.breadth > 0.75;
  if (place.size > 55 * pen.u) {
    const [hx, hy] = at(headAt);
    pen.faces.push([hx - place.size * 0.42, hy - place.size * 0.5, place.size * 0.84, place.size]);
  }
  const order = front
    ? farLeg.svg + nearLeg.svg + skirt + trunk + farArm.svg + nearArm.svg + head
    : farArm.svg + farLeg.svg + nearLeg.svg + skirt + trunk + head + nearArm.svg;
  // The outline in the colour of the lamps, shown by as much as it is moved towards them.
  const [lx, ly] = go([0, 0], light, 0.055);
  const outline = (x: number, y: number, opacity: number) =>
    `<g transform="translate(${f(x)} ${f(y)})">${order.replace(/(fill|stroke)="(?!none)[^"]*"/g, `$1="${rim}"`).replace(/ fill="[^"n]/g, ` fill-opacity="${opacity}"$&`)}</g>`;
  const glow = isBacklit ? outline(-lx * 0.5, ly * 0.6, 0.55) + outline(lx, ly, 1) : '';
  return {
    body: `<g transform="translate(${f(place.x)} ${f(place.y)}) scale(${f(place.size * k)} ${f(place.size)})">${glow}${order}</g>`,
    at: (joint) => at(joints[joint]),
  };
}
