/** Traces of the model: Quint walks it, and writes each walk down in the Informal Trace Format (ITF). */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const MODEL = 'tests/model/queue.qnt';
const CLI = 'node_modules/@informalsystems/quint/dist/src/cli.js';
const QUIET = 0;
const TOLD = 1;

/** What must hold at every moment. */
export const RULES = ['safe'];

/** The storm and the calm after it (STORM + CALM in the model). */
const MOMENTS = 70;

export interface ModelCall {
  readonly what: 'prepare' | 'put' | 'find' | 'register' | 'prove' | '';
  readonly photos: readonly number[];
  readonly later: readonly number[];
  readonly event: number;
  readonly part: string;
  readonly words: number;
  readonly reply: string;
}

export interface ModelSender {
  readonly round: string;
  readonly calls: readonly ModelCall[];
}

export interface ModelJob {
  readonly state: string;
  readonly event: number;
  readonly words: number;
  readonly registering: boolean;
  readonly earlier: boolean;
  readonly tried: boolean;
  readonly attempts: number;
  readonly notBefore: number;
  readonly missing: boolean;
  readonly session: number;
  readonly laterAttempts: number;
  readonly laterNotBefore: number;
}

export interface ModelState {
  readonly job: ModelJob;
  /** By photo: 0, 1. */
  readonly photos: Readonly<Record<string, { readonly step: string; readonly at: number; readonly later: boolean }>>;
  readonly bytes: readonly (readonly [number, string])[];
  readonly objects: readonly { readonly photo: number; readonly event: number; readonly part: string }[];
  readonly registry: readonly {
    readonly photo: number;
    readonly event: number;
    readonly fan: number;
    readonly words: number;
    readonly pending: boolean;
  }[];
  readonly senders: Readonly<Record<string, ModelSender>>;
}

export interface ModelEvent {
  readonly kind: string;
  readonly sender: string;
  readonly call: ModelCall;
  readonly value: number;
}

export interface Moment {
  readonly event: ModelEvent;
  readonly state: ModelState;
}

export interface Walk {
  /** What Quint said: which rules broke, how often each mistake was found. */
  readonly said: string;
  readonly isSound: boolean;
  /** The first moment of each is the start. */
  readonly traces: readonly (readonly Moment[])[];
}

export interface WalkOptions {
  /** Module of the model. */
  readonly main: 'sound' | 'broken' | 'soundLate' | 'brokenLate';
  readonly seed: number;
  readonly samples: number;
  /** Of each walk; absent: the storm and the calm after it. */
  readonly moments?: number;
  /** Rules that must hold at every moment. */
  readonly invariants?: readonly string[];
  /** What shall be true in some walk. */
  readonly witnesses?: readonly string[];
}

/** Walks the model at random, the same way for a seed. Nothing but Node is needed: Quint's own evaluator, not the one it fetches. */
export async function walk(options: WalkOptions): Promise<Walk> {
  const { main, seed, samples, moments = MOMENTS, invariants = [], witnesses = [] } = options;
  const folder = await mkdtemp(join(tmpdir(), 'model-'));
  const keeps = invariants.length > 0;
  const args = [
    ...[CLI, 'run', MODEL, '--backend', 'typescript', '--main', main, '--seed', String(seed)],
    ...['--max-samples', String(samples), '--max-steps', String(moments), '--verbosity', String(keeps ? QUIET : TOLD)],
    ...(keeps ? ['--n-traces', String(samples), '--out-itf', join(folder, '{seq}.json')] : []),
    ...list('--invariants', invariants),
    ...list('--witnesses', witnesses),
  ];
  try {
    const { said, isSound } = await runNode(args);
    const files = await readdir(folder);
    const traces = await Promise.all(files.map(async (file) => readTrace(await readFile(join(folder, file), 'utf8'))));
    return { said, isSound, traces };
  } finally {
    await rm(folder, { recursive: true });
  }
}

const list = (option: string, names: readonly string[]): readonly string[] =>
  names.length > 0 ? [option, ...names] : [];

async function runNode(args: readonly string[]): Promise<Pick<Walk, 'said' | 'isSound'>> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1e9 });
    return { said: stdout + stderr, isSound: true };
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { readonly stdout?: string; readonly stderr?: string };
    return { said: stdout + stderr, isSound: false };
  }
}

function readTrace(text: string): readonly Moment[] {
  const { states } = JSON.parse(text, revive) as { readonly states: readonly Record<string, unknown>[] };
  return states.map((state) => ({
    event: named(state, 'event') as ModelEvent,
    state: named(state, 's') as ModelState,
  }));
}

/** Variables carry the names of their modules before their own. */
const named = (state: Record<string, unknown>, name: string): unknown =>
  Object.entries(state).find(([key]) => key.split('::').at(-1) === name)?.[1];

/** ITF marks what JSON has no word for. Members first, so nested marks are read already. */
function revive(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('#bigint' in value) return Number(value['#bigint']);
  if ('#set' in value) return value['#set'];
  if ('#tup' in value) return value['#tup'];
  if ('#map' in value) return Object.fromEntries(value['#map'] as [unknown, unknown][]);
  return value;
}
