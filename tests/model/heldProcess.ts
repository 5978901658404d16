/** A process whose calls over the line wait until they are told to land, and to be answered. All others pass at once. */
import { AppError } from '../../src/contract/errors.ts';
import { Process } from '../fakes/world.ts';

/** A call on the line. */
export class HeldCall {
  readonly name: string;
  readonly detail: string;
  readonly #effect: () => unknown;
  readonly #resolve: (value: unknown) => void;
  readonly #reject: (cause: unknown) => void;
  #answer: (() => void) | null = null;

  constructor(given: {
    readonly name: string;
    readonly detail: string;
    readonly effect: () => unknown;
    readonly resolve: (value: unknown) => void;
    readonly reject: (cause: unknown) => void;
  }) {
    this.name = given.name;
    this.detail = given.detail;
    this.#effect = given.effect;
    this.#resolve = given.resolve;
    this.#reject = given.reject;
  }

  get hasLanded(): boolean {
    return this.#answer !== null;
  }

  /** The other side does it, once; its answer is on the way. */
  land(): void {
    this.#answer ??= this.#do();
  }

  #do(): () => void {
    try {
      const value = this.#effect();
      return () => this.#resolve(value);
    } catch (error) {
      return () => this.#reject(error);
    }
  }

  /** Its answer comes. */
  answer(): void {
    this.land();
    this.#answer?.();
  }

  /** No answer ever comes: landed or not, its sender stops waiting. */
  giveUp(): void {
    this.#reject(new AppError('TIMEOUT', 'later'));
  }
}

/** Thumbnails go with the picture they belong to, questions of the store at once: the model has them as one moment. */
const isHeld = (name: string, detail: string): boolean =>
  name === 'put'
    ? !detail.includes('/thumbnail/')
    : ['prepare', 'register', 'findRegistered', 'putOriginals'].includes(name);

export class HeldProcess extends Process {
  readonly held: HeldCall[] = [];

  override async call<T>(name: string, detail: string, effect: () => T): Promise<T> {
    if (this.isDead) return new Promise<never>(() => undefined);
    if (!isHeld(name, detail)) return effect();
    return new Promise<T>((resolve, reject) => {
      this.held.push(new HeldCall({ name, detail, effect, resolve: (value) => resolve(value as T), reject }));
    });
  }
}
