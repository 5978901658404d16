/** Poses of a jointed figure. */

/** Angles in degrees: 0 points right, 90 down. Facing right. */
export interface Pose {
  readonly torso: number;
  /** Shoulder breadth, 0 (side view) to 1 (front view). */
  readonly breadth: number;
  /** Upper arm, forearm. */
  readonly nearArm: readonly [number, number];
  readonly farArm: readonly [number, number];
  /** Thigh, calf, foot. */
  readonly nearLeg: readonly [number, number, number];
  readonly farLeg: readonly [number, number, number];
  /** Tilt of the head against the torso. */
  readonly head?: number;
}

/** Every pose a figure can be in. */
export const poses = {
  kick: {
    torso: -104,
    breadth: 0.5,
    nearArm: [150, 105],
    farArm: [0, -40],
    nearLeg: [28, -2, -38],
    farLeg: [96, 112, 10],
  },
  windup: {
    torso: -74,
    breadth: 0.5,
    nearArm: [165, 130],
    farArm: [25, -20],
    nearLeg: [125, 195, 150],
    farLeg: [70, 95, 8],
  },
  run: {
    torso: -74,
    breadth: 0.4,
    nearArm: [140, 55],
    farArm: [55, -30],
    nearLeg: [30, 108, 30],
    farLeg: [112, 178, 120],
  },
  dribble: {
    torso: -80,
    breadth: 0.6,
    nearArm: [140, 85],
    farArm: [40, 70],
    nearLeg: [58, 100, 20],
    farLeg: [112, 135, 50],
  },
  cheer: {
    torso: -90,
    breadth: 1,
    nearArm: [-52, -74],
    farArm: [-128, -106],
    nearLeg: [82, 88, 30],
    farLeg: [98, 92, 150],
  },
  leap: {
    torso: -96,
    breadth: 0.8,
    nearArm: [-70, -80],
    farArm: [-140, -120],
    nearLeg: [60, 130, 80],
    farLeg: [105, 165, 120],
  },
  slide: {
    torso: -112,
    breadth: 0.9,
    nearArm: [-20, -40],
    farArm: [-165, -145],
    nearLeg: [62, 160, 170],
    farLeg: [80, 165, 172],
  },
  spike: {
    torso: -80,
    breadth: 0.6,
    nearArm: [-78, -58],
    farArm: [50, 100],
    nearLeg: [100, 168, 120],
    farLeg: [78, 150, 100],
  },
  cocked: {
    torso: -100,
    breadth: 0.6,
    nearArm: [-140, -70],
    farArm: [-50, -62],
    nearLeg: [110, 180, 130],
    farLeg: [95, 165, 110],
  },
  block: {
    torso: -90,
    breadth: 0.9,
    nearArm: [-80, -86],
    farArm: [-100, -94],
    nearLeg: [86, 98, 60],
    farLeg: [95, 106, 110],
  },
  dig: {
    torso: -38,
    breadth: 0.5,
    nearArm: [52, 28],
    farArm: [46, 24],
    nearLeg: [40, 125, 10],
    farLeg: [120, 118, 20],
  },
  toss: {
    torso: -92,
    breadth: 0.5,
    nearArm: [-40, -82],
    farArm: [130, 80],
    nearLeg: [80, 96, 10],
    farLeg: [104, 98, 12],
  },
  swing: { torso: -98, breadth: 0.7, nearArm: [22, 2], farArm: [12, 2], nearLeg: [118, 84, 10], farLeg: [58, 82, 6] },
  stance: {
    torso: -82,
    breadth: 0.6,
    nearArm: [120, -60],
    farArm: [140, -50],
    nearLeg: [112, 80, 8],
    farLeg: [62, 98, 8],
  },
  pitch: {
    torso: -58,
    breadth: 0.6,
    nearArm: [-150, -92],
    farArm: [30, 100],
    nearLeg: [128, 160, 70],
    farLeg: [28, 72, 0],
  },
  legKick: {
    torso: -96,
    breadth: 0.5,
    nearArm: [70, -40],
    farArm: [60, -20],
    nearLeg: [90, 92, 10],
    farLeg: [-8, 92, 60],
  },
  stand: { torso: -90, breadth: 1, nearArm: [76, 88], farArm: [104, 92], nearLeg: [84, 89, 40], farLeg: [96, 91, 140] },
  hips: {
    torso: -90,
    breadth: 1,
    nearArm: [48, 140],
    farArm: [132, 40],
    nearLeg: [80, 88, 40],
    farLeg: [100, 92, 140],
  },
  sing: {
    torso: -88,
    breadth: 0.9,
    nearArm: [72, -112],
    farArm: [-135, -112],
    nearLeg: [80, 90, 40],
    farLeg: [102, 94, 150],
  },
  point: {
    torso: -86,
    breadth: 0.9,
    nearArm: [-38, -40],
    farArm: [110, -70],
    nearLeg: [70, 92, 30],
    farLeg: [106, 96, 150],
  },
  heart: {
    torso: -92,
    breadth: 1,
    nearArm: [-20, -140],
    farArm: [-160, -40],
    nearLeg: [84, 92, 40],
    farLeg: [96, 88, 140],
  },
  twirl: {
    torso: -84,
    breadth: 0.7,
    nearArm: [-14, -30],
    farArm: [170, 190],
    nearLeg: [78, 92, 30],
    farLeg: [120, 175, 120],
  },
} as const satisfies Record<string, Pose>;
export type PoseName = keyof typeof poses;
