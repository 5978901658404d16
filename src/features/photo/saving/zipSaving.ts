/**
 * Saves photos as a ZIP (KEP-02): straight to a file where the browser lets us write one, else in parts made in memory. One at a time,
 * on whatever page the fan is. Pictures that have come are kept until the end: what broke off goes on from there.
 */

import { UNFINISHED_ZIP_DAYS, ZIP_PART_BYTES } from '../../../contract/limits.ts';
import type { UnfinishedZipStore, ZipPhoto, ZipRecord } from '../../../platform/storage/unfinishedZip.ts';
import { createListeners } from '../../../rules/listeners.ts';
import { zipFileName, zipParts } from '../../../rules/savedNames.ts';
import { type FetchPorts, fetchForZip } from './fetchForZip.ts';
import type { Chosen, ZipOutcome, ZipPart, ZipSavingState } from './zipSavingState.ts';

/** A file the fan chose. */
export interface ZipTarget {
  readonly write: (zip: ReadableStream<Uint8Array>, signal: AbortSignal) => Promise<void>;
  /** What was begun goes. */
  readonly remove: () => Promise<void>;
}

export interface ZipPorts extends Omit<FetchPorts, 'onWaiting'> {
  readonly store: UnfinishedZipStore;
  /** Asks where to. null: this browser cannot; 'not now': the fan thought better of it. */
  readonly pickTarget: (fileName: string) => Promise<ZipTarget | null | 'not now'>;
  readonly saveFile: (file: File) => void;
  /** No file of the fan's choice can be written here, and nobody is asked for one: ZIPs are made in parts. */
  readonly isInParts: boolean;
  /** false: another window has it; else it is held until `task` ends. */
  readonly alone: (task: () => Promise<void>) => Promise<boolean>;
  readonly now: () => number;
  readonly partBytes?: number;
}

/** One ZIP on its way. */
interface Run {
  readonly record: ZipRecord;
  readonly target: ZipTarget | null;
  readonly abort: AbortController;
  readonly came: Map<ZipPhoto, number>;
  readonly missing: ZipPhoto[];
  /** Pictures the device would not keep, by address, and their bytes. */
  readonly inMemory: Map<string, Blob>;
  bytesInMemory: number;
  isWaiting: boolean;
}

/** Pictures on their way at once. */
const AHEAD = 3;
const DAY_MS = 24 * 60 * 60_000;

export class ZipSaving {
  readonly #ports: ZipPorts;
  readonly #listeners = createListeners();
  #state: ZipSavingState = { kind: 'none' };
  #run: Run | null = null;
  /** Of the last one: what can be gone on with. */
  #record: ZipRecord | null = null;
  /** Ends the hold of the lock. */
  #release = () => {};
  #isAsking = false;

  constructor(ports: ZipPorts) {
    this.#ports = ports;
  }

  readonly subscribe = this.#listeners.subscribe;
  readonly getState = (): ZipSavingState => this.#state;

  /** What broke off earlier on this device, of this tenant and fan. Somebody else's goes: it is none of this one's business. */
  async look(tenantId: string, userId: string | null): Promise<void> {
    const record = await this.#ports.store.load();
    if (record === null || this.#state.kind !== 'none') return;
    const isOld = this.#ports.now() - record.begunAt > UNFINISHED_ZIP_DAYS * DAY_MS;
    // Nobody signed in may be: not known yet.
    const isOthers = record.userId !== userId;
    if (isOld || (isOthers && userId !== null)) {
      await this.#ports.alone(() => this.#ports.store.clear());
      return;
    }
    if (isOthers || record.tenantId !== tenantId) return;
    // While another window has it there is nothing to go on with here.
    let isToGoOn = false;
    await this.#ports.alone(async () => {
      const missing = (await this.#ports.store.missing(record)).length;
      if (this.#state.kind !== 'none') return;
      this.#record = record;
      isToGoOn = this.#ports.isInParts && missing === 0;
      if (!isToGoOn) this.#showUnfinished(record, missing);
    });
    // Nothing is fetched that is not on its way: the fan is not asked.
    if (isToGoOn) await this.resume();
  }

  /** Within a press: browsers ask where to only then. Nothing happens while one is under way. */
  async start(record: ZipRecord): Promise<void> {
    const isUnderWay = this.#run !== null && this.#state.kind !== 'done';
    if (isUnderWay || this.#isAsking || record.photos.length === 0) return;
    this.#isAsking = true;
    const target = await this.#ports.pickTarget(zipFileName(record.about)).finally(() => {
      this.#isAsking = false;
    });
    if (target === 'not now') return;
    // Only now: whoever thought better of it still has what the card of the one before offers.
    if (this.#state.kind === 'done') this.#end();
    const run: Run = {
      record,
      target,
      abort: new AbortController(),
      came: new Map(),
      missing: [],
      inMemory: new Map(),
      bytesInMemory: 0,
      isWaiting: false,
    };
    const isAlone = await this.#ports.alone(async () => {
      this.#run = run;
      this.#record = record;
      const released = new Promise<void>((done) => {
        this.#release = done;
      });
      await this.#save(run);
      await released;
    });
    if (isAlone) return;
    await target?.remove();
    this.#show({ kind: 'elsewhere' });
  }

  /** Goes on with what broke off or could not be written. */
  async resume(): Promise<void> {
    if (this.#record !== null) await this.start(this.#record);
  }

  /** Tries again what could not be had, and that alone. */
  async startMissing(): Promise<void> {
    const { missing = [], record } = this.#run ?? {};
    if (record === undefined || missing.length === 0) return;
    await this.start({ ...record, photos: missing, leftOut: 0, begunAt: this.#ports.now() });
  }

  /** Gives it up: what came goes as well. */
  async cancel(): Promise<void> {
    const { target, abort } = this.#run ?? {};
    this.#end();
    this.#record = null;
    this.#show({ kind: 'none' });
    abort?.abort();
    await target?.remove();
    await this.#ports.store.clear();
  }

  /** Takes what is said off the screen; what broke off is asked again another time. */
  dismiss(): void {
    if (this.#state.kind === 'done') this.#end();
    this.#show({ kind: 'none' });
  }

  /** Makes a part and hands it to the browser. */
  async savePart(place: number): Promise<void> {
    const { state, run } = { state: this.#state, run: this.#run };
    if (run === null || state.kind !== 'parts' || state.busy !== null) return;
    const part = state.parts[place];
    if (part === undefined) return;
    this.#show({ ...state, busy: place });
    try {
      const names = { place: place + 1, all: state.parts.length };
      const zip = await new Response(await this.#zipOf(run, part.photos)).blob();
      if (this.#run !== run) return;
      this.#ports.saveFile(new File([zip], zipFileName(run.record.about, names), { type: 'application/zip' }));
      const parts = state.parts.map((one, index) => (index === place ? { ...one, isSaved: true } : one));
      if (parts.every(({ isSaved }) => isSaved)) await this.#finish(run);
      else this.#show({ ...state, parts, busy: null });
    } catch {
      this.#fail(run);
    }
  }

  async #save(run: Run): Promise<void> {
    // Whatever the card says of the run before, from here on it is of this one.
    this.#state = { kind: 'none' };
    this.#showProgress(run);
    try {
      await this.#ports.store.begin(run.record);
      if (run.target === null) await this.#fetchAll(run);
      else await run.target.write(await this.#zipOf(run, run.record.photos), run.abort.signal);
      if (this.#run !== run) return;
      if (run.target !== null) return await this.#finish(run);
      if (run.came.size === 0) return await this.#finish(run);
      this.#show({ kind: 'parts', parts: this.#partsOf(run), busy: null, ...outcomeOf(run) });
    } catch {
      if (this.#run !== run) return;
      await run.target?.remove();
      // Nothing to put into a file is no failure of the file.
      if (run.came.size === 0 && run.missing.length === run.record.photos.length) await this.#finish(run);
      else this.#fail(run);
    }
  }

  #partsOf(run: Run): ZipPart[] {
    const photos = run.record.photos.filter((photo) => run.came.has(photo));
    const sizes = photos.map((photo) => run.came.get(photo) ?? 0);
    return zipParts(sizes, this.#ports.partBytes ?? ZIP_PART_BYTES).map((places) => ({
      photos: places.map((place) => photos[place] as ZipPhoto),
      bytes: places.reduce((sum, place) => sum + (sizes[place] ?? 0), 0),
      isSaved: false,
    }));
  }

  #setWaiting(run: Run, isWaiting: boolean): void {
    if (run.isWaiting === isWaiting) return;
    run.isWaiting = isWaiting;
    this.#showProgress(run);
  }

  async #fetchAll(run: Run): Promise<void> {
    for await (const _ of this.#pictures(run, run.record.photos));
  }

  async #zipOf(run: Run, photos: readonly ZipPhoto[]): Promise<ReadableStream<Uint8Array>> {
    const { makeZip } = await import('client-zip');
    const pictures = this.#pictures(run, photos);
    return makeZip(
      (async function* files() {
        let files = 0;
        for await (const [photo, input] of pictures) {
          files += 1;
          yield { name: photo.name, input, lastModified: new Date(photo.postedAt) };
        }
        if (files === 0) throw new Error('no picture came');
      })(),
    );
  }

  /** The pictures in order, a few of them asked for ahead; those that cannot be had are noted. */
  async *#pictures(run: Run, photos: readonly ZipPhoto[]): AsyncGenerator<readonly [ZipPhoto, Blob]> {
    const coming: Promise<Blob | null>[] = [];
    for (const [place, photo] of photos.entries()) {
      while (coming.length < photos.length && coming.length <= place + AHEAD) {
        const next = this.#obtain(run, photos[coming.length] as ZipPhoto);
        // Whoever waits for it is told; until then it is nobody's unhandled failure.
        next.catch(() => undefined);
        coming.push(next);
      }
      const picture = await coming[place];
      coming[place] = Promise.resolve(null);
      if (picture != null) yield [photo, picture];
    }
  }

  async #obtain(run: Run, photo: ZipPhoto): Promise<Blob | null> {
    const { signal } = run.abort;
    signal.throwIfAborted();
    const kept = run.inMemory.get(photo.address) ?? (await this.#ports.store.read(photo.address));
    const onWaiting = (isWaiting: boolean) => this.#setWaiting(run, isWaiting);
    const picture = kept ?? (await fetchForZip(photo.address, { ...this.#ports, onWaiting }, signal));
    if (picture === null) {
      if (!run.missing.includes(photo)) run.missing.push(photo);
    } else {
      if (kept === null) await this.#keep(run, photo.address, picture);
      run.came.set(photo, picture.size);
    }
    this.#showProgress(run);
    return picture;
  }

  async #keep(run: Run, address: string, picture: Blob): Promise<void> {
    if (await this.#ports.store.keep(address, picture)) return;
    // On its way to the disk at once: nothing has to keep it.
    if (run.target !== null) return;
    run.bytesInMemory += picture.size;
    if (run.bytesInMemory > (this.#ports.partBytes ?? ZIP_PART_BYTES)) throw new Error('no room on the device');
    run.inMemory.set(address, picture);
  }

  async #finish(run: Run): Promise<void> {
    await this.#ports.store.clear();
    if (this.#run !== run) return;
    this.#show({ kind: 'done', ...outcomeOf(run) });
    // What is missing may be tried again: the run stays until that is decided, but another window may begin.
    this.#release();
  }

  #fail(run: Run): void {
    if (this.#run !== run) return;
    run.abort.abort();
    this.#end();
    this.#show({ kind: 'failed', ...chosenOf(run.record) });
  }

  #end(): void {
    this.#run = null;
    this.#release();
  }

  #showProgress(run: Run): void {
    if (this.#run !== run || this.#state.kind === 'parts' || this.#state.kind === 'done') return;
    const { isWaiting, came, missing, record } = run;
    this.#show({ kind: 'fetching', done: came.size + missing.length, isWaiting, ...chosenOf(record) });
  }

  #showUnfinished(record: ZipRecord, missing: number): void {
    this.#show({ kind: 'unfinished', done: record.photos.length - missing, ...chosenOf(record) });
  }

  #show(state: ZipSavingState): void {
    this.#state = state;
    this.#listeners.tell();
  }
}

const chosenOf = ({ photos, leftOut }: ZipRecord): Chosen => ({ all: photos.length, leftOut });

const outcomeOf = ({ record, came, missing }: Run): ZipOutcome => ({
  ...chosenOf(record),
  came: came.size,
  previews: [...came.keys()].filter(({ isPreview }) => isPreview).length,
  missing: missing.length,
});
