/** What the server of the bench was given. */

/** Registrations as they came. */
export interface Registered {
  readonly photo: string;
  readonly user: string;
  readonly at: number;
}

export interface Ledger {
  readonly objects: Map<string, { readonly size: number; readonly photo: string | null }>;
  readonly registered: Registered[];
  /** Keys of requests that were done: `Idempotency-Key`, as the IETF's draft of that name has it. */
  readonly keys: Set<string>;
  /** Tokens the server takes no more. */
  readonly revoked: Set<string>;
  sentBytes: number;
  lastHeardAt: number;
}

export const createLedger = (): Ledger => ({
  objects: new Map(),
  registered: [],
  keys: new Set<string>(),
  revoked: new Set<string>(),
  sentBytes: 0,
  lastHeardAt: 0,
});

/** The photos registered so far, each once. */
export const distinct = ({ registered }: Ledger): Set<string> => new Set(registered.map(({ photo }) => photo));
