/** Balls. */
import { circle, darker, f, mix, type Pen } from '../pen.ts';
import { go } from './geometry.ts';

/** A ball with shading; `kind` gives its pattern. */
export function drawBall(
  pen: Pen,
  x: number,
  y: number,
  r: number,
  kind: 'football' | 'baseball' | 'volleyball',
  tint = '#ffffff',
): string {
  const skin = pen.radial(x - r * 0.35, y - r * 0.45, r * 1.6, [
    [0, '#ffffff'],
    [0.45, mix('#e8ebee', tint, 0.12)],
    [0.85, '#7b848c'],
    [1, '#4e565e'],
  ]);
  const turn = `transform="translate(${f(x)} ${f(y)}) rotate(${f(pen.rnd(0, 90))}) scale(${f(r)})"`;
  if (kind === 'baseball')
    return (
      circle(x, y, r, skin) +
      `<g ${turn} fill="none" stroke="#c0392b" stroke-width=".07" stroke-dasharray=".1 .07"><path d="M-.75 -.62 Q-.1 0 -.75 .62"/><path d="M.75 -.62 Q.1 0 .75 .62"/></g>`
    );
  if (kind === 'volleyball')
    return (
      circle(x, y, r, skin) +
      `<g ${turn} fill="none" stroke="${darker(tint === '#ffffff' ? '#2b62a8' : tint, 0.1)}" stroke-width=".22" stroke-opacity=".8"><path d="M-.9 -.2 Q0 -.6 .85 -.3"/><path d="M-.85 .35 Q-.1 .1 .2 .9"/><path d="M.15 -.45 Q.2 .3 .8 .5"/></g>` +
      circle(
        x,
        y,
        r,
        pen.radial(x - r * 0.3, y - r * 0.4, r * 1.5, [
          [0, '#ffffff', 0.25],
          [0.6, '#000000', 0],
          [1, '#000000', 0.5],
        ]),
      )
    );
  const pentagon = [0, 72, 144, 216, 288].map((a) => go([0, 0], a - 90, 0.36));
  const seams = [0, 72, 144, 216, 288]
    .map((a) => {
      const [p, q] = [go([0, 0], a - 90, 0.36), go([0, 0], a - 90, 0.72)];
      return `<path d="M${f(p[0])} ${f(p[1])} L${f(q[0])} ${f(q[1])}" stroke="#3a4148" stroke-width=".05"/><path d="M${[
        a - 114,
        a - 90,
        a - 66,
      ]
        .map((b, i) => go([0, 0], b, i === 1 ? 0.7 : 0.97))
        .map((z) => `${f(z[0])} ${f(z[1])}`)
        .join(' L')}Z" fill="${darker(tint, 0.55)}"/>`;
    })
    .join('');
  return (
    circle(x, y, r, skin) +
    `<g ${turn}><path d="M${pentagon.map((z) => `${f(z[0])} ${f(z[1])}`).join(' L')}Z" fill="${darker(tint, 0.6)}"/>${seams}</g>` +
    circle(
      x,
      y,
      r,
      pen.radial(x - r * 0.3, y - r * 0.4, r * 1.5, [
        [0, '#ffffff', 0.2],
        [0.55, '#000000', 0],
        [1, '#000000', 0.6],
      ]),
    )
  );
}
