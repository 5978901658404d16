/** Flags and their stars. */
import { circle, f, lighter, type Pen, path, polygon, rect } from '../pen.ts';

/** A big cloth flag with folds, on a pole. */
export function flag(pen: Pen, x: number, y: number, w: number, h: number, angle: number, kind: number): string {
  const { brand, second } = pen.palette;
  const wave = h * 0.16;
  const outline = `M0 0 C${f(w * 0.3)} ${f(-wave)} ${f(w * 0.45)} ${f(wave)} ${f(w * 0.7)} ${f(-wave * 0.2)} S${f(w * 0.95)} ${f(-wave)} ${f(w)} ${f(-wave * 0.3)} L${f(w * 0.97)} ${f(h)} C${f(w * 0.7)} ${f(h + wave * 0.9)} ${f(w * 0.5)} ${f(h - wave)} ${f(w * 0.3)} ${f(h + wave * 0.3)} S${f(w * 0.1)} ${f(h)} 0 ${f(h)}Z`;
  const id = `flag${pen.defs.length}`;
  pen.defs.push(`<clipPath id="${id}"><path d="${outline}"/></clipPath>`);
  const light = pen.linear(0, 0, w, h * 0.15, [
    [0, '#000000', 0.35],
    [0.14, '#ffffff', 0.22],
    [0.3, '#000000', 0.38],
    [0.44, '#ffffff', 0.3],
    [0.58, '#000000', 0.42],
    [0.74, '#ffffff', 0.28],
    [0.87, '#000000', 0.3],
    [1, '#ffffff', 0.1],
  ]);
  const pale = lighter(brand, 0.85);
  const design = [
    () =>
      rect(0, -h, w, h * 3, brand) +
      rect(0, h * 0.36, w, h * 0.28, second) +
      circle(w * 0.5, h * 0.5, h * 0.27, pale) +
      circle(w * 0.5, h * 0.5, h * 0.18, brand),
    () =>
      rect(0, -h, w, h * 3, brand) +
      path(`M0 ${f(-h * 0.2)} L${f(w)} ${f(h * 0.75)} L${f(w)} ${f(h * 1.35)} L0 ${f(h * 0.4)}Z`, second),
    () =>
      rect(0, -h, w / 2, h * 3, brand) +
      rect(w / 2, -h, w / 2, h * 3, second) +
      polygon(star(w * 0.5, h * 0.5, h * 0.3), pale),
    () =>
      rect(0, -h, w, h * 3, pale) +
      [0, 1, 2].map((i) => rect(0, h * (i * 0.36), w, h * 0.18, i % 2 ? second : brand)).join(''),
  ][kind % 4];
  return `<g transform="translate(${f(x)} ${f(y)}) rotate(${f(angle)})">${rect(-h * 0.03, -h * 0.15, h * 0.05, h * 2.4, '#20242b')}<g clip-path="url(#${id})">${design?.() ?? ''}${rect(0, -h, w, h * 3, light)}</g></g>`;
}

/** Corners of a five-pointed star. */
export function star(x: number, y: number, r: number): [number, number][] {
  return Array.from({ length: 10 }, (_, i) => {
    const [a, q] = [((i * 36 - 90) * Math.PI) / 180, i % 2 ? r * 0.42 : r];
    return [x + Math.cos(a) * q, y + Math.sin(a) * q];
  });
}
