/**
 * What a handler of /f is: one function per endpoint of the contract. The mapped type makes a missing one a type error.
 * A handler sees a tenant, perhaps a caller, and parsed input; it answers data or throws ApiFailure.
 */
import type { Kysely } from 'kysely';
import type { AnswerOf, BodyOf, EndpointName, endpoints, ParamsOf, QueryOf } from '../../src/contract/endpoints.ts';
import { API_ERRORS, type ApiErrorCode } from '../../src/contract/errors.ts';
import type { JsonText } from '../store/jsonText.ts';
import type { Database } from '../store/schema.ts';

/** A refusal with its code; the status follows from API_ERRORS. */
export class ApiFailure extends Error {
  readonly code: ApiErrorCode;
  constructor(code: ApiErrorCode, options?: ErrorOptions) {
    super(code, options);
    this.name = 'ApiFailure';
    this.code = code;
  }
  get status() {
    return API_ERRORS[this.code];
  }
}

/** The object store as handlers need it. Keys as in the contract's MediaUrl. */
export interface StoredObjects {
  /** Size in bytes and the sub of the account that stored it; null: no such object. */
  stat(key: string): Promise<{ readonly size: number; readonly owner: string | null } | null>;
  /** Removes objects; those that do not exist are no error. */
  remove(keys: readonly string[]): Promise<void>;
}

/** Attributes of an account, as the identity provider has them. */
export interface AccountAttributes {
  readonly name: string;
  readonly nickname: string;
  /** custom:extended4: the avatar's key. */
  readonly avatar: string | null;
}

export interface HandlerDeps {
  readonly db: Kysely<Database>;
  readonly objects: StoredObjects;
  /** null: no such account (any more). */
  attributesOf(sub: string): Promise<AccountAttributes | null>;
  isTenant(id: string): boolean;
  now(): Date;
}

export interface Context extends HandlerDeps {
  /** From x-api-tenant, known to exist. */
  readonly tenant: string;
  /** The caller's sub. null: anonymous. */
  readonly userId: string | null;
}
type CallerContext = Context & { readonly userId: string };

type ContextOf<N extends EndpointName> = (typeof endpoints)[N]['auth'] extends 'user' ? CallerContext : Context;
export interface InputOf<N extends EndpointName> {
  readonly params: ParamsOf<N>;
  readonly query: QueryOf<N>;
  readonly body: BodyOf<N>;
}
export type Handler<N extends EndpointName> = (
  context: ContextOf<N>,
  input: InputOf<N>,
) => Promise<AnswerOf<N> | JsonText<AnswerOf<N>>>;
export type Handlers = { readonly [N in EndpointName]: Handler<N> };

export const done = { result: 'ok' } as const;
