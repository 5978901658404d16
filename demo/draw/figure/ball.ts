/** Balls. */
import { circle, darker, f, mix, type Pen } from '../pen.ts';
import { go } from './geometry.ts';

type Kind = 'football' | 'baseball' | 'volleyball';

/** A ball with shading; `kind` gives its pattern. */
export function drawBall(pen: Pen, x: number, y: number, r: number, kind: Kind, tint = '#ffffff'): string {
  const skin = pen.radial(x - r * 0.35, y - r * 0.45, r * 1.6, [
    [0, '#ffffff'],
    [0.45, mix('#e8ebee', tint, 0.12)],
    [0.85, '#7b848c'],
    [1, '#4e565e'],
  ]);
  const turn = `transform="translate(${f(x)} ${f(y)}) rotate(${f(pen.rnd(0, 90))}) scale(${f(r)})"`;
  const ball = circle(x, y, r, skin) + PATTERNS[kind](turn, tint);
  // A baseball's seams are thin: they need no shade of their own.
  if (kind === 'baseball') return ball;
  const [lit, clear, dark] = kind === 'volleyball' ? [0.25, 0.6, 0.5] : [0.2, 0.55, 0.6];
  const shade = pen.radial(x - r * 0.3, y - r * 0.4, r * 1.5, [
    [0, '#ffffff', lit],
    [clear, '#000000', 0],
    [1, '#000000', dark],
  ]);
  return ball + circle(x, y, r, shade);
}

/** What is drawn on a ball of radius 1, turned by the attribute `turn`. */
const PATTERNS: Readonly<Record<Kind, (turn: string, tint: string) => string>> = {
  baseball: (turn) =>
    `<g ${turn} fill="none" stroke="#c0392b" stroke-width=".07" stroke-dasharray=".1 .07"><path d="M-.75 -.62 Q-.1 0 -.75 .62"/><path d="M.75 -.62 Q.1 0 .75 .62"/></g>`,
  volleyball: (turn, tint) =>
    `<g ${turn} fill="none" stroke="${darker(tint === '#ffffff' ? '#2b62a8' : tint, 0.1)}" stroke-width=".22" stroke-opacity=".8"><path d="M-.9 -.2 Q0 -.6 .85 -.3"/><path d="M-.85 .35 Q-.1 .1 .2 .9"/><path d="M.15 -.45 Q.2 .3 .8 .5"/></g>`,
  football: (turn, tint) => {
    const pentagon = FIFTHS.map((a) => go([0, 0], a - 90, 0.36));
    const seams = FIFTHS.map((a) => seamAndPatch(a, tint)).join('');
    return `<g ${turn}><path d="M${pentagon.map((z) => `${f(z[0])} ${f(z[1])}`).join(' L')}Z" fill="${darker(tint, 0.6)}"/>${seams}</g>`;
  },
};

const FIFTHS = [0, 72, 144, 216, 288];

/** From a corner of the middle pentagon outwards: the seam and the dark patch at its end. */
function seamAndPatch(angle: number, tint: string): string {
  const [p, q] = [go([0, 0], angle - 90, 0.36), go([0, 0], angle - 90, 0.72)];
  const patch = [angle - 114, angle - 90, angle - 66]
    .map((b, i) => go([0, 0], b, i === 1 ? 0.7 : 0.97))
    .map((z) => `${f(z[0])} ${f(z[1])}`)
    .join(' L');
  return `<path d="M${f(p[0])} ${f(p[1])} L${f(q[0])} ${f(q[1])}" stroke="#3a4148" stroke-width=".05"/><path d="M${patch}Z" fill="${darker(tint, 0.55)}"/>`;
}
