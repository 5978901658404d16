/** The two loads of the bench: steps up to the knee, and the stadium's mix. */
import { type Crowd, type CrowdGiven, createCrowd, KINDS } from './crowd.ts';
import { createSender, runStreams, type Stream } from './openLoop.ts';
import { createAnswers, createPosts, PER_POST } from './posts.ts';
import type { Installation } from './processes.ts';
import { createReads } from './reads.ts';
import { createSignIns } from './signIns.ts';

/** A second of each stream of the stadium's mix; posts in photos, narrow ones where few are allowed. */
const MIX = { photos: 100, narrowPosts: 0.2, deletes: 0.5, reads: 200, likes: 50, comments: 10, signIns: 5 };
/** Beside the photos of a step. */
const BESIDE = { reads: 20, likes: 5 } as const;
/** Milliseconds (p95) beyond which reads are past the knee, and registrations have fallen behind. */
export const KNEE_READS_MS = 250;
const KNEE_REGISTRATIONS_MS = 1000;

export interface Place extends Omit<CrowdGiven, 'send'> {
  readonly installation: Installation;
  /** Photos there were before, and the newest of them at the club that plays. */
  readonly photos: number;
  readonly newest: readonly string[];
  /** How long an answer is waited for; left out: as long as a fan would. */
  readonly patienceMs?: number;
}

export interface Measured {
  readonly crowd: Crowd;
  /** As `performance.now`. */
  readonly begun: number;
  readonly seconds: number;
  /** Photos that went public a second while requests came. */
  readonly photosPerSecond: number;
  /** Share of one core each part used. */
  readonly cores: Readonly<Record<string, number>>;
}

type Mix = (crowd: Crowd) => readonly Stream[];

async function run({ installation, patienceMs, ...given }: Place, seconds: number, mix: Mix): Promise<Measured> {
  const { send, close } = createSender(installation.port, patienceMs);
  const crowd = createCrowd({ ...given, send });
  const before = installation.usedSeconds();
  const begun = performance.now();
  await runStreams(mix(crowd), seconds, given.chance);
  const loaded = (performance.now() - begun) / 1000;
  const after = installation.usedSeconds();
  const photosPerSecond = (crowd.tallies.registration.good * PER_POST) / loaded;
  await crowd.settle();
  close();
  const cores = Object.entries(after).map(([part, used]) => [part, (used - (before[part] ?? 0)) / loaded] as const);
  const whole = (performance.now() - begun) / 1000;
  return { crowd, begun, seconds: whole, photosPerSecond, cores: Object.fromEntries(cores) };
}

export const runStep = (place: Place, photosPerSecond: number, seconds: number): Promise<Measured> =>
  run(place, seconds, (crowd) => {
    const newest = [...place.newest];
    const { posts } = createPosts(crowd, newest);
    const reads = createReads(crowd, place.photos);
    return [posts(photosPerSecond / PER_POST), reads(BESIDE.reads), createAnswers(crowd, newest).likes(BESIDE.likes)];
  });

export const runMix = (place: Place, seconds: number, mix = MIX): Promise<Measured> =>
  run(place, seconds, (crowd) => {
    const newest = [...place.newest];
    const { posts, narrowPosts, deletes } = createPosts(crowd, newest);
    const { likes, comments } = createAnswers(crowd, newest);
    return [
      posts(mix.photos / PER_POST),
      ...[narrowPosts(mix.narrowPosts), deletes(mix.deletes)],
      createReads(crowd, place.photos)(mix.reads),
      ...[likes(mix.likes), comments(mix.comments)],
      createSignIns(crowd)(mix.signIns),
    ];
  });

/** Why a step is past the knee; null: it is not. */
export function kneeOf({ crowd }: Measured): string | null {
  const { read, registration } = crowd.tallies;
  const failed = KINDS.reduce((sum, kind) => sum + crowd.tallies[kind].errors, 0);
  if (failed > 0) return `${failed} errors`;
  if (registration.refused > 0) return `${registration.refused} posts refused`;
  if (read.at(0.95) > KNEE_READS_MS) return `reads p95 ${read.at(0.95).toFixed(0)} ms`;
  if (registration.at(0.95) > KNEE_REGISTRATIONS_MS)
    return `registrations fall behind: p95 ${registration.at(0.95).toFixed(0)} ms`;
  return null;
}
