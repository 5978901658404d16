/** Where the joints of a pose are, before arms and legs. */
import { type FigurePoint, go } from './geometry.ts';
import type { Pose } from './poses.ts';

/** In head heights. */
export const LENGTH = { torso: 2.45, upperArm: 1.2, forearm: 1.05, thigh: 1.75, calf: 1.65, foot: 0.62 };

export interface Skeleton {
  readonly pose: Pose;
  /** Whether we see it from the front. */
  readonly isFront: boolean;
  /** Angle from the far to the near side. */
  readonly across: number;
  /** Half of the breadth at shoulders and hips. */
  readonly half: number;
  readonly hipHalf: number;
  readonly neck: FigurePoint;
  /** Middle of the head. */
  readonly head: FigurePoint;
  readonly nearShoulder: FigurePoint;
  readonly farShoulder: FigurePoint;
  readonly nearHip: FigurePoint;
  readonly farHip: FigurePoint;
}

/** The joints of a pose. */
export function skeletonOf(pose: Pose): Skeleton {
  const isFront = pose.breadth > 0.75;
  const across = pose.torso + 90;
  const half = 0.32 + 0.5 * pose.breadth;
  const hipHalf = 0.18 + 0.24 * pose.breadth;
  const neck = go([0, 0], pose.torso, LENGTH.torso);
  const shoulderBase = go([0, 0], pose.torso, LENGTH.torso - 0.28);
  return {
    pose,
    isFront,
    across,
    half,
    hipHalf,
    neck,
    head: go(neck, pose.torso + (pose.head ?? 0), 0.55),
    nearShoulder: go(shoulderBase, across, half * (isFront ? 1 : -0.55)),
    farShoulder: go(shoulderBase, across, half * (isFront ? -1 : 0.7)),
    nearHip: go([0, 0.05], across, hipHalf * (isFront ? 1 : -0.4)),
    farHip: go([0, 0.05], across, hipHalf * (isFront ? -1 : 0.4)),
  };
}
