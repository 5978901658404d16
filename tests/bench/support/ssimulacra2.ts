/**
 * SSIMULACRA 2, how alike two pictures look: 100 the same, 90 no difference seen, 70 high quality, 50 medium. As Jon Sneyers' program of
 * April 2023 computes it, but for its blur: that is an approximation of this one. Scores differ from the program's by up to 0.9.
 *
 * Weights and formulas: copyright (c) Jon Sneyers, Cloudinary, BSD-3-Clause.
 */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** sRGB, three bytes a pixel. */
  readonly data: Uint8Array;
}

interface Planes {
  readonly width: number;
  readonly height: number;
  readonly planes: readonly [Float32Array, Float32Array, Float32Array];
}

const SCALES = 6;
const SMALLEST = 8;
const STRUCTURE = 0.0009;

/** What counts of the norms of each scale, X, Y and B in turn: structure, ringing, blur, each as mean and as 4-norm; all others barely do. */
const WEIGHTS: Readonly<Record<number, number>> = {
  1: 0.0007376606707406586,
  4: 0.0007793481682867309,
  7: 0.0004371155730107379,
  9: 1.1041726426657346,
  10: 0.00066284834129271,
  11: 0.00015231632783718752,
  13: 0.0016406437456599754,
  15: 1.8422455520539298,
  16: 11.441172603757666,
  18: 0.0007989109436015163,
  19: 0.000176816438078653,
  21: 1.8787594979546387,
  22: 10.94906990605142,
  24: 0.0007289346991508072,
  25: 0.9677937080626833,
  27: 0.00014003424285435884,
  28: 0.9981766977854967,
  29: 0.00031949755934435053,
  30: 0.0004550992113792063,
  33: 0.0013648766163243398,
  39: 7.466890328078848,
  41: 17.445833984131262,
  42: 0.0006235601634041466,
  45: 6.683678146179332,
  46: 0.00037724407979611296,
  47: 1.027889937768264,
  48: 225.20515300849274,
  51: 19.213238186143016,
  52: 0.0011401524586618361,
  53: 0.001237755635509985,
  54: 176.39317598450694,
  57: 24.43300999870476,
  58: 0.28520802612117757,
  59: 0.0004485436923833408,
  63: 34.77906344483772,
  64: 44.835625328877896,
  73: 0.0008680556573291698,
  79: 0.0005313191874358747,
  81: 0.00016533814161379112,
  87: 0.0004179171803251336,
  88: 0.0017290828234722833,
  90: 0.0020827005846636437,
  93: 8.826982764996862,
  94: 23.19243343998926,
  96: 95.1080498811086,
  97: 0.9863978034400682,
  98: 0.9834382792465353,
  99: 0.0012286405048278493,
  100: 171.2667255897307,
  101: 0.9807858872435379,
  105: 0.0005130064588990679,
  107: 0.00010854057858411537,
};

export function ssimulacra2(original: Pixels, other: Pixels): number {
  if (original.width !== other.width || original.height !== other.height)
    throw new Error('Only pictures of one size can be compared.');
  let [a, b] = [linear(original), linear(other)];
  const norms: number[][][] = [];
  for (let scale = 0; scale < SCALES; scale += 1) {
    if (a.width < SMALLEST || a.height < SMALLEST) break;
    if (scale > 0) [a, b] = [halve(a), halve(b)];
    const [first, second] = [toXyb(a), toXyb(b)];
    norms.push(first.planes.map((plane, c) => compare(plane, second.planes[c] as Float32Array, a)));
  }
  return scoreOf(norms);
}

function scoreOf(norms: readonly (readonly (readonly number[])[])[]): number {
  let sum = 0;
  let index = 0;
  for (let channel = 0; channel < 3; channel += 1)
    for (const scale of norms)
      for (const norm of scale[channel] ?? []) {
        sum += (WEIGHTS[index] ?? 0) * norm;
        index += 1;
      }
  const x = sum * 0.9562382616834844;
  const error = 2.326765642916932 * x - 0.020884521182843837 * x ** 2 + 6.248496625763138e-5 * x ** 3;
  return error > 0 ? 100 - 10 * error ** 0.6276336467831387 : 100;
}

const LINEAR = Float32Array.from({ length: 256 }, (_, value) =>
  value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
);

const emptyPlanes = (width: number, height: number): Planes => ({
  width,
  height,
  planes: [new Float32Array(width * height), new Float32Array(width * height), new Float32Array(width * height)],
});

function linear({ width, height, data }: Pixels): Planes {
  const made = emptyPlanes(width, height);
  made.planes.forEach((plane, c) => {
    for (let at = 0; at < plane.length; at += 1) plane[at] = LINEAR[data[at * 3 + c] as number] as number;
  });
  return made;
}

/** In linear light; what is beyond the edge is the edge. */
function halve(from: Planes): Planes {
  const made = emptyPlanes(Math.ceil(from.width / 2), Math.ceil(from.height / 2));
  made.planes.forEach((plane, c) => {
    const source = from.planes[c] as Float32Array;
    for (let y = 0; y < made.height; y += 1) {
      const rows = [2 * y, Math.min(2 * y + 1, from.height - 1)].map((row) => row * from.width);
      for (let x = 0; x < made.width; x += 1) {
        const right = Math.min(2 * x + 1, from.width - 1);
        let sum = 0;
        for (const row of rows) sum += (source[row + 2 * x] as number) + (source[row + right] as number);
        plane[y * made.width + x] = sum / 4;
      }
    }
  });
  return made;
}

const BIAS = 0.0037930732552754493;
const cube = (light: number) => Math.cbrt(Math.max(0, light + BIAS)) - Math.cbrt(BIAS);

/** X: red against green, Y: light, B: blue; each about 0–1. */
function toXyb({ width, height, planes: [red, green, blue] }: Planes): Planes {
  const made = emptyPlanes(width, height);
  const [xs, ys, bs] = made.planes;
  for (let at = 0; at < red.length; at += 1) {
    const [r, g, b] = [red[at] as number, green[at] as number, blue[at] as number];
    const l = cube(0.3 * r + 0.622 * g + 0.078 * b);
    const m = cube(0.23 * r + 0.692 * g + 0.078 * b);
    const s = cube(0.24342268924547819 * r + 0.20476744424496821 * g + 0.5518098665095535 * b);
    const y = (l + m) / 2;
    xs[at] = ((l - m) / 2) * 14 + 0.42;
    ys[at] = y + 0.01;
    bs[at] = s - y + 0.55;
  }
  return made;
}

const RADIUS = 5;
const KERNEL = (() => {
  const weights = Array.from({ length: 2 * RADIUS + 1 }, (_, i) => Math.exp(-((i - RADIUS) ** 2) / (2 * 1.5 ** 2)));
  const sum = weights.reduce((all, weight) => all + weight);
  return Float32Array.from(weights, (weight) => weight / sum);
})();

type Shape = Pick<Planes, 'width' | 'height'>;

/** Gaussian of 1.5 pixels; black beyond the edge. */
function blur(plane: Float32Array, { width, height }: Shape): Float32Array {
  const across = new Float32Array(plane.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      const from = Math.max(-RADIUS, -x);
      const to = Math.min(RADIUS, width - 1 - x);
      for (let d = from; d <= to; d += 1) sum += (KERNEL[d + RADIUS] as number) * (plane[y * width + x + d] as number);
      across[y * width + x] = sum;
    }
  const made = new Float32Array(plane.length);
  for (let y = 0; y < height; y += 1)
    for (let d = Math.max(-RADIUS, -y); d <= Math.min(RADIUS, height - 1 - y); d += 1) {
      const weight = KERNEL[d + RADIUS] as number;
      const row = (y + d) * width;
      for (let x = 0; x < width; x += 1) {
        const at = y * width + x;
        made[at] = (made[at] as number) + weight * (across[row + x] as number);
      }
    }
  return made;
}

const product = (a: Float32Array, b: Float32Array) => a.map((value, at) => value * (b[at] as number));

/** Of one channel at one scale: mean and 4-norm of the errors in structure, of edges that came and of edges that went. */
function compare(a: Float32Array, b: Float32Array, shape: Shape): number[] {
  const [meanA, meanB] = [blur(a, shape), blur(b, shape)];
  const [squareA, squareB, both] = [blur(product(a, a), shape), blur(product(b, b), shape), blur(product(a, b), shape)];
  const errors = [0, 0, 0].map(() => ({ sum: 0, fourth: 0 }));
  const add = (kind: number, error: number) => {
    const sums = errors[kind] as { sum: number; fourth: number };
    sums.sum += error;
    sums.fourth += error ** 4;
  };
  for (let at = 0; at < a.length; at += 1) {
    const [m1, m2] = [meanA[at] as number, meanB[at] as number];
    const similar = 1 - (m1 - m2) ** 2;
    const shared = 2 * ((both[at] as number) - m1 * m2) + STRUCTURE;
    const own = (squareA[at] as number) - m1 * m1 + (squareB[at] as number) - m2 * m2 + STRUCTURE;
    add(0, Math.max(0, 1 - (similar * shared) / own));
    const edge = (1 + Math.abs((b[at] as number) - m2)) / (1 + Math.abs((a[at] as number) - m1)) - 1;
    add(1, Math.max(0, edge));
    add(2, Math.max(0, -edge));
  }
  const mean = ({ sum }: { sum: number }) => sum / a.length;
  const norm = ({ fourth }: { fourth: number }) => (fourth / a.length) ** 0.25;
  return [mean, norm].flatMap((of) => errors.map(of));
}
