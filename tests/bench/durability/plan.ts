/** What is tried on whom: every fault sets in at every step of a post, the browser is killed there, and comes back. */

export const CONTENDERS = ['ours', 'workbox', 'uppy'] as const;
export type ContenderName = (typeof CONTENDERS)[number];

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

export const STEP_TITLES: Readonly<Record<StepName, string>> = {
  before: 'before the send',
  during: 'during an upload',
  between: 'uploaded, not registered',
  after: 'registered, answer not heard',
  idle: 'all done',
};

/** Photos of one post, and the bytes of each. */
export const PHOTOS = 8;
export const PHOTO_BYTES = 320_000;

/** How long the fault is there before the kill and after the browser is back, in milliseconds. */
export const FAULT_BEFORE_KILL_MS = 700;
export const FAULT_AFTER_KILL_MS = 2_000;
/** Chromium fires a sync that failed again after five minutes. Nobody waits for that here: it is fired by hand, and counted. */
export const NEXT_SYNC_MS = 300_000;

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
  /** From the end of the fault to the last photo, in milliseconds; null: nothing was left to send, or not all came. */
  readonly drainMs: number | null;
  readonly sentBytes: number;
  readonly neededBytes: number;
}
