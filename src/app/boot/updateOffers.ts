import type { UpdateOffer, UpdateState } from '../shell/update.ts';

/** A switch that takes longer is said to be late. A browser switches when the worker before has answered all it was asked. */
export const SWITCH_MAX_MS = 60_000;
/** A reload that was asked for begins sooner. */
export const RELOAD_MAX_MS = 20_000;

/** What is needed of a `ServiceWorker`. */
export interface FollowedWorker extends EventTarget {
  readonly state: ServiceWorkerState;
  postMessage(message: unknown): void;
}

/** What is needed of a `ServiceWorkerRegistration`. */
export interface FollowedRegistration extends EventTarget {
  readonly installing: FollowedWorker | null;
  readonly waiting: FollowedWorker | null;
  readonly active: FollowedWorker | null;
}

interface UpdatePorts {
  /** `navigator.serviceWorker` */
  readonly workers: EventTarget & { readonly controller: FollowedWorker | null };
  readonly publish: (offer: UpdateOffer | null) => void;
  /** Asks a waiting worker to take over until the returned function is called. */
  readonly takeOver: (worker: FollowedWorker) => () => void;
  readonly reload: () => void;
  /** The page got its first worker. */
  readonly onFirstControl: () => void;
}

/**
 * Offers a new build while it is true that one is there (T28): a worker waits behind an active one, or the worker of this page was
 * replaced. A first worker waits for nobody: it becomes active by itself, and Firefox shows it as waiting until then.
 */
export class UpdateOffers {
  private readonly ports: UpdatePorts;
  private controller: FollowedWorker | null;
  private registration: FollowedRegistration | null = null;
  private readonly followed = new WeakSet<FollowedWorker>();
  /** Another worker than the one the page began with controls it: the page is of the build before. */
  private isOutdated = false;
  private isLate = false;
  private isReloading = false;
  /** The switch the fan has asked for. */
  private wanted: { readonly worker: FollowedWorker; readonly end: () => void } | null = null;
  private shown: UpdateState | null = null;

  constructor(ports: UpdatePorts) {
    this.ports = ports;
    this.controller = ports.workers.controller;
    ports.workers.addEventListener('controllerchange', () => this.changeController());
  }

  watch(registration: FollowedRegistration): void {
    this.registration = registration;
    registration.addEventListener('updatefound', () => this.look());
    this.look();
  }

  private look(): void {
    const { installing = null, waiting = null, active = null } = this.registration ?? {};
    for (const worker of [installing, waiting, active]) {
      if (worker === null || this.followed.has(worker)) continue;
      this.followed.add(worker);
      worker.addEventListener('statechange', () => this.look());
    }
    this.settle();
  }

  private changeController(): void {
    const before = this.controller;
    this.controller = this.ports.workers.controller;
    // The registration was removed, or the same worker claimed the page again.
    if (this.controller === null || this.controller === before) return;
    if (before === null) this.ports.onFirstControl();
    else {
      this.isOutdated = true;
      this.isLate = false;
    }
    this.look();
  }

  private get waiting(): FollowedWorker | null {
    const { waiting = null, active = null } = this.registration ?? {};
    return active !== null && waiting !== active && waiting?.state === 'installed' ? waiting : null;
  }

  /** Makes the offer what is true now. */
  private settle(): void {
    if (this.isReloading || this.shown === 'switched') return;
    if (this.wanted !== null) {
      const { worker, end } = this.wanted;
      const isHere = this.isOutdated || worker.state === 'activated';
      if (!isHere && worker.state !== 'redundant') return;
      end();
      if (isHere) this.show('switched', this.reload);
      // A newer build may have taken its place.
      else this.switchOver();
    } else if (this.isOutdated) this.show('ready', this.reload);
    else if (this.waiting !== null) this.show(this.isLate ? 'late' : 'ready', this.switchOver);
    else {
      this.isLate = false;
      this.show(null);
    }
  }

  private show(state: UpdateState | null, apply: () => void = () => {}): void {
    this.shown = state;
    this.ports.publish(state === null ? null : { state, apply });
  }

  private readonly switchOver = (): void => {
    const worker = this.waiting;
    if (worker === null) {
      this.settle();
      return;
    }
    const stop = this.ports.takeOver(worker);
    const end = () => {
      clearTimeout(timer);
      stop();
      this.wanted = null;
    };
    const timer = setTimeout(() => {
      end();
      this.isLate = true;
      this.settle();
    }, SWITCH_MAX_MS);
    this.isLate = false;
    this.wanted = { worker, end };
    this.show('switching');
  };

  private readonly reload = (): void => {
    this.isReloading = true;
    this.show('switching');
    setTimeout(() => {
      this.isReloading = false;
      this.show('late', this.reload);
    }, RELOAD_MAX_MS);
    this.ports.reload();
  };
}
