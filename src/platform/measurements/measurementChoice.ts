/** Whether this device measures (OPS-02), kept where page and worker read it (T04). */
import { type ClientDatabase, transact } from '../storage/clientDatabase.ts';

const KEY = 'measures';
const CHANGED = 'measures-changed';

export interface MeasurementChoice {
  /** Until the fan chooses: unless the browser asks sites not to (`asksForPrivacy`). */
  load(): Promise<boolean>;
  save(isOn: boolean): Promise<void>;
  /** Writes down what the browser asks for: a worker cannot ask it everything. To be called by a page before the first `load` counts. */
  settle(): Promise<void>;
}

export function createMeasurementChoice(
  database: ClientDatabase,
  isAskedNotTo: () => boolean = asksForPrivacy,
): MeasurementChoice {
  const read = () => database.run(async (db) => (await db.get('settings', KEY)) as boolean | undefined);
  const save = async (isOn: boolean) => {
    await database.run((db) =>
      transact(db, ['settings'], async (tx) => {
        await tx.objectStore('settings').put(isOn, KEY);
      }),
    );
    dispatchEvent(new Event(CHANGED));
    if (typeof BroadcastChannel === 'undefined') return;
    const others = new BroadcastChannel(CHANGED);
    others.postMessage(null);
    others.close();
  };
  return {
    load: async () => (await read()) ?? !isAskedNotTo(),
    save,
    async settle() {
      if (isAskedNotTo() && (await read()) === undefined) await save(false);
    },
  };
}

/**
 * Calls after a choice made in this page or in another window of the browser (ACC-13c).
 * @returns ends it
 */
export function onMeasurementChoice(listener: () => void): () => void {
  addEventListener(CHANGED, listener);
  const others = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(CHANGED);
  others?.addEventListener('message', listener);
  return () => {
    removeEventListener(CHANGED, listener);
    others?.close();
  };
}

/** Neither is in TypeScript's library; the former is on its way out of browsers, the latter not in all of them yet. */
interface PrivacySignals {
  readonly doNotTrack?: string | null;
  readonly globalPrivacyControl?: boolean;
}

/** The browser was told to ask sites for privacy. */
export function asksForPrivacy(): boolean {
  const { doNotTrack, globalPrivacyControl } = navigator as PrivacySignals;
  return doNotTrack === '1' || globalPrivacyControl === true;
}
