/** What is tried on whom: every fault sets in at every step of a post, the browser is killed there, and comes back. */

export const CONTENDERS = ['ours', 'workbox', 'workboxKeyed', 'uppy', 'uppyKeyed', 'uppyTus'] as const;
export type ContenderName = (typeof CONTENDERS)[number];

export const CONTENDER_TITLES: Readonly<Record<ContenderName, string>> = {
  ours: 'ours',
  workbox: 'Workbox',
  workboxKeyed: 'Workbox, with a key',
  uppy: 'Uppy',
  uppyKeyed: 'Uppy, with a key',
  uppyTus: 'Uppy, tus',
};

/** Pages of the bench; some serve several contenders, which the page's address tells. */
export const SCRIPTS = ['ours', 'workbox', 'uppy'] as const;
export type ScriptName = (typeof SCRIPTS)[number];
export const scriptOf = (contender: ContenderName): ScriptName =>
  SCRIPTS.find((name) => contender.startsWith(name)) ?? 'ours';

export const FAULTS = [
  'offline',
  'flapping',
  '500',
  'landed',
  'portal',
  '401',
  'clock',
  'quota',
  'tabs',
  'logout',
] as const;
export type FaultName = (typeof FAULTS)[number];

export const STEPS = ['before', 'during', 'between', 'after', 'idle'] as const;
export type StepName = (typeof STEPS)[number];

export const FAULT_TITLES: Readonly<Record<FaultName, string>> = {
  offline: 'offline',
  flapping: 'flapping line',
  '500': 'server answers 500',
  landed: 'timeout that landed',
  portal: 'captive portal (200, HTML)',
  '401': 'login expired (401)',
  clock: 'clock two hours ahead',
  quota: 'storage full',
  tabs: 'two tabs',
  logout: 'logout, another fan signs in',
};

/** Photos of one post, and the bytes of each. */
export const PHOTOS = 8;
export const PHOTO_BYTES = 320_000;

/** How long the fault is there before the kill and after the browser is back, in milliseconds. */
export const FAULT_BEFORE_KILL_MS = 700;
export const FAULT_AFTER_KILL_MS = 2_000;

/** What it took beside the end of the fault, in this order: the page is opened again; the browser's next sync, fired by hand. */
const HELPS = ['none', 'reopened', 'synced'] as const;
export type Help = (typeof HELPS)[number];

/** One post under one fault. */
export interface Row {
  readonly contender: ContenderName;
  readonly fault: FaultName;
  readonly step: StepName;
  /** The step was reached before the kill. */
  readonly isReached: boolean;
  /** Photos that never arrived. */
  readonly lost: number;
  /** Of them: still on the device, but nothing sends them. */
  readonly stuck: number;
  /** Registrations beyond the first of each photo. */
  readonly doubled: number;
  /** Photos registered in another fan's name. */
  readonly foreign: number;
  /** The fan was told that the post was not taken, and pressed again when the fault was over. */
  readonly wasTold: boolean;
  /** Without it what was left did not move. */
  readonly help: Help;
  /**
   * From the end of the fault to the last photo, in milliseconds, as it was measured; null: nothing was left to send, not all came,
   * or it took a help: when that comes is not measured here.
   */
  readonly drainMs: number | null;
  readonly sentBytes: number;
  readonly neededBytes: number;
}
