/** Pages and worker of one phone: the product itself, opened, closed, killed and updated by the day's story. */

import type { ClientConfig } from '../../src/contract/config.ts';
import type { NewJob } from '../../src/outbox/client.ts';
import type { Job, JobPhoto } from '../../src/outbox/job.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { findTenant } from '../../tenants/index.ts';
import { CLUB } from '../support/tenants.ts';
import type { Client } from './clientBundle.ts';
import { BrowserRealm, Device } from './device.ts';
import { type PictureKind, prepareAs, sourceOf } from './pictures.ts';
import type { Scheduler } from './scheduler.ts';

/** Tries of one background sync before the browser forgets it. */
const SYNC_TRIES = 3;

export interface Page {
  readonly realm: BrowserRealm;
  readonly services: ReturnType<Client['createClientServices']>;
}

export class Phone {
  readonly device: Device;
  readonly scheduler: Scheduler;
  pages: Page[] = [];
  /** Whether its browser has Background Sync (QUE-02). */
  readonly hasSync: boolean;
  readonly #load: () => Client;
  readonly #config: ClientConfig;
  #count = 0;
  #isSyncing = false;

  constructor(name: string, given: { scheduler: Scheduler; load: () => Client; config: ClientConfig }) {
    this.scheduler = given.scheduler;
    this.#load = given.load;
    this.#config = given.config;
    this.device = new Device(name, given.scheduler);
    this.hasSync = given.scheduler.chance(0.7);
    this.device.onSync = () => void (this.hasSync && this.#planSync(1, this.scheduler.between(100, 20_000)));
  }

  open(): Page {
    const realm = new BrowserRealm(this.device, 'page', `${this.device.name}/page${++this.#count}`);
    this.scheduler.trace(`opens ${realm.name}`);
    const services = realm.run(() => {
      const { QueryClient, createClientServices, loadRememberedUser, rememberedState } = this.#load();
      const known = rememberedState(loadRememberedUser(CLUB));
      const made = createClientServices(this.#config, findTenant(CLUB) ?? null, new QueryClient(), known);
      made.outbox.start();
      return made;
    });
    const page = { realm, services };
    this.pages.push(page);
    return page;
  }
  get living(): Page[] {
    this.pages = this.pages.filter(({ realm }) => !realm.isDead);
    return this.pages;
  }
  /** A page to do something on: one that is open, or a new one. */
  anyPage = (): Page => this.scheduler.pick(this.living) ?? this.open();

  /** Runs in a page; null where the page dies on the way. */
  async on<T>(page: Page, work: (services: Page['services']) => Promise<T>): Promise<T | null> {
    const { realm, services } = page;
    if (realm.isDead) return null;
    let tell = (): void => undefined;
    const death = new Promise<null>((resolve) => {
      tell = () => resolve(null);
      realm.onDeath.add(tell);
    });
    return Promise.race([realm.run(() => work(services)), death]).finally(() => realm.onDeath.delete(tell));
  }

  /** Gone on the line, and back. */
  setOnline(isOnline: boolean): void {
    if (this.device.isOnline === isOnline) return;
    this.device.isOnline = isOnline;
    this.scheduler.trace(`${this.device.name} ${isOnline ? 'online' : 'offline'}`);
    for (const { realm } of this.living)
      realm.run(() => realm.target.dispatchEvent(new Event(isOnline ? 'online' : 'offline')));
    if (isOnline && this.device.isSyncWanted) this.device.onSync();
  }

  /** A new build is there: its worker takes over once the old one has let go, pages go on as they are. */
  update(): void {
    this.device.hasUpdate = true;
    this.scheduler.trace(`${this.device.name} update`);
    if (!this.#isSyncing) this.#replaceWorker();
  }
  #replaceWorker(): void {
    this.device.worker?.die();
    this.device.worker = null;
    this.device.hasUpdate = false;
  }

  #planSync(nth: number, delay: number): void {
    this.scheduler.plan(delay, () => void this.#sync(nth), { realm: this.scheduler.story });
  }
  async #sync(nth: number): Promise<void> {
    const { device } = this;
    if (this.#isSyncing || !device.isOnline || !device.isSyncWanted) return;
    this.#isSyncing = true;
    const isNew = device.worker === null || device.worker.isDead;
    const realm = isNew ? new BrowserRealm(device, 'worker', `${device.name}/worker${++this.#count}`) : device.worker;
    if (realm === null) return;
    device.worker = realm;
    if (isNew) this.#clients.set(realm, realm.run(this.#load));
    const drain = this.#clients.get(realm)?.drainOutbox;
    device.isSyncWanted = false;
    const died = new Promise<'died'>((resolve) => realm.onDeath.add(() => resolve('died')));
    const end = await Promise.race([
      realm
        .run(async () => drain?.(nth === SYNC_TRIES))
        .then(
          () => 'done' as const,
          () => 'failed' as const,
        ),
      died,
    ]);
    this.scheduler.trace(`${realm.name} sync ${end}`);
    this.#isSyncing = false;
    if (device.hasUpdate) this.#replaceWorker();
    if (end === 'done' || nth >= SYNC_TRIES) return;
    device.isSyncWanted = true;
    this.#planSync(nth + 1, this.scheduler.between(1_000, 300_000));
  }
  readonly #clients = new WeakMap<BrowserRealm, Client>();

  /** What stands in the queue, read past all realms. */
  readJobs = (): Promise<Job[]> => this.readAll<Job>('jobs');
  async readAll<T>(store: string): Promise<T[]> {
    return (await this.#read(store, (from) => from.getAll())) as T[];
  }
  async readKeys(store: string): Promise<string[]> {
    return (await this.#read(store, (from) => from.getAllKeys())) as string[];
  }
  async #read(store: string, ask: (from: IDBObjectStore) => IDBRequest): Promise<unknown[]> {
    const db = await answerOf(this.device.idb.open('fan-photo') as unknown as IDBOpenDBRequest);
    try {
      if (!db.objectStoreNames.contains(store)) return [];
      return (await answerOf(ask(db.transaction(store).objectStore(store)))) as unknown[];
    } finally {
      db.close();
    }
  }

  /** Photos picked into the form, and prepared there or not. */
  async pick(page: Page, given: { userId: string; eventId: string; count: number }): Promise<NewJob | null> {
    const photos: JobPhoto[] = [];
    for (let index = 0; index < given.count; index += 1) {
      const photo = await this.on(page, (services) => this.#pickOne(services, given.eventId));
      if (photo === null) return null;
      photos.push(photo);
    }
    const event = { id: given.eventId, name: given.eventId, seasonId: null };
    return { userId: given.userId, tenant: CLUB, event, teamId: null, photos };
  }
  async #pickOne({ drafts }: Page['services'], eventId: string): Promise<JobPhoto | null> {
    const { scheduler } = this;
    const kind: PictureKind = scheduler.chance(0.7) ? 'large' : 'small';
    const name = createObjectName();
    await drafts.addDraftPhoto(CLUB, name, sourceOf(kind));
    const made = scheduler.chance(0.6) ? prepareAs(kind, scheduler.random) : null;
    if (made) await drafts.savePreparedPhoto(CLUB, name, made);
    return {
      name,
      mediaUrl: originalKey({ dir: 'ugc', tenant: CLUB, owner: eventId, name }),
      fileName: 'IMG_1.jpg',
      step: made ? 'ready' : 'picked',
      prepared: made?.prepared ?? null,
      error: null,
      fields: { comment: `words ${name}`, htag: '', player: '', photo_location: null, usepermit: true },
    };
  }
}

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
