/**
 * A random part of an area's changes, for areas whose whole takes hours: each change is drawn or not by its number and the seed, so that a
 * seed draws the same ones again while the code stays the same. What the part scores is an estimate of the whole (`margin`). Tests
 * written for what one seed found say nothing of the rest: draw anew with another seed before trusting the score.
 */
import { createHash } from 'node:crypto';

export interface Sample {
  readonly percent: number;
  readonly seed: string;
}

export function isDrawn({ percent, seed }: Sample, mutantId: string): boolean {
  const number = createHash('sha256').update(`${seed}:${mutantId}`).digest().readUInt32BE();
  return number < (percent / 100) * 2 ** 32;
}

/** Nineteen of twenty samples of so many changes lie no further from the score of the whole, in points. */
export function margin(score: number, count: number): number {
  const share = score / 100;
  return count === 0 ? 100 : Math.ceil(196 * Math.sqrt((share * (1 - share)) / count) * 10) / 10;
}

const VARIABLE = 'MUTANT_SAMPLE';

/** Tells the test processes Stryker starts. */
export function announceSample(sample: Sample | null): void {
  if (sample) process.env[VARIABLE] = JSON.stringify(sample);
  else delete process.env[VARIABLE];
}
export function announcedSample(): Sample | null {
  const told = process.env[VARIABLE];
  return told === undefined ? null : JSON.parse(told);
}
