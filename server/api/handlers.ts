/**
 * What a handler of /f is: one function per endpoint of the contract. The mapped type makes a missing one a type error.
 * A handler sees a tenant, perhaps a caller, and parsed input; it answers data or throws ApiFailure.
 */
import type { Kysely } from 'kysely';
import type { AnswerOf, BodyOf, EndpointName, endpoints, ParamsOf, QueryOf } from '../../src/contract/endpoints.ts';
import { API_ERRORS } from '../../src/contract/errorCodes.ts';
import type { ApiErrorCode } from '../../src/contract/errors.ts';
import type { PictureSize } from '../../src/rules/pictureEdit.ts';
import type { JsonText } from '../database/jsonText.ts';
import type { Database } from '../database/schema.ts';
import type { ProofOfWork } from '../identity/proofOfWork.ts';
import type { PictureStore } from '../operations/takeDown.ts';
import type { ReadViewedPage } from './photos/viewedPages.ts';

/** A refusal with its code; the status follows from API_ERRORS. */
interface FailureOptions extends ErrorOptions {
  readonly at?: string | undefined;
  readonly challenge?: string | undefined;
}

export class ApiFailure extends Error {
  readonly code: ApiErrorCode;
  /** Path of the field in the body that is refused, such as 'media_list.2.comment'; undefined: no single one is. */
  readonly at: string | undefined;
  /** Of PROOF_NEEDED: the proof of work to solve. */
  readonly challenge: string | undefined;
  constructor(code: ApiErrorCode, { at, challenge, ...options }: FailureOptions = {}) {
    super(code, options);
    this.name = 'ApiFailure';
    this.code = code;
    this.at = at;
    this.challenge = challenge;
  }
  get status() {
    return API_ERRORS[this.code];
  }
}

/** The object store as handlers need it. Keys as in the contract's MediaUrl. */
export interface StoredObjects {
  /**
   * Size in bytes and the sub of the account that stored it; null: no such object.
   * @param of 'registered': of a photo that is registered, which may be old; otherwise what is about to be collected is not there
   */
  stat(key: string, of?: 'registered'): Promise<{ readonly size: number; readonly owner: string | null } | null>;
  /**
   * Reads the header of a stored JPEG: its size in pixels. null: nothing that may be published (`readStoredPicture`).
   * @param size of the object, in bytes, as `stat` tells it
   */
  readPicture(key: string, size: number): Promise<PictureSize | null>;
  /** Removes objects; those that do not exist are no error. */
  remove(keys: readonly string[]): Promise<void>;
  /** Removes what was stored below a folder (ends in '/') and never registered. */
  removeBelow(folder: string): Promise<void>;
  /** Bytes left for pictures on the server's own disk, beside what must stay free. Left out: they are stored elsewhere. */
  readonly room?: (() => Promise<number>) | undefined;
  /** Where the store tells nobody of uploads: fans may have stored something below this folder (ends in '/'). */
  readonly noteUploads?: ((folder: string) => Promise<void>) | undefined;
}

/** Attributes of an account, as the identity provider has them. */
export interface AccountAttributes {
  readonly name: string;
  readonly nickname: string;
  /** custom:extended4: the avatar's key. */
  readonly avatar: string | null;
}

/** One sign-in of an account. */
export interface AccountSession {
  readonly id: string;
  readonly signed_in_at: Date;
  /** User-Agent at sign-in; empty: not known. */
  readonly user_agent: string;
}

/** The sign-ins of accounts, where the identity provider tells them. */
export interface AccountSessions {
  /** Latest first. */
  list(sub: string): Promise<readonly AccountSession[]>;
  /** Ends one; its tokens are refused from then on. False: none of the account's. */
  close(id: string, sub: string): Promise<boolean>;
}

export interface HandlerDeps {
  readonly db: Kysely<Database>;
  readonly objects: StoredObjects;
  /** null: no such account (any more). */
  attributesOf(sub: string): Promise<AccountAttributes | null>;
  /** Counts one question of a fan about the own account. False: too many. Left out where asking takes nothing from other fans. */
  mayAskProvider?(sub: string): Promise<boolean>;
  /** Left out where the identity provider keeps them to itself. */
  readonly sessions?: AccountSessions;
  /** Bytes of a stored object, of hidden photos too; null: it is not there. Left out: they cannot be read here. */
  readonly readObject?: ((key: string) => Promise<Uint8Array | null>) | undefined;
  /** Where removed photos' objects are; left out: the server's own job removes them within two minutes. */
  readonly pictureStore?: PictureStore | undefined;
  /** Mails the code that confirms an address (STF-10). Left out: no mail is set up, and nothing is confirmed. */
  readonly sendClaimCode?: ((to: string, code: string) => Promise<void>) | undefined;
  /** Asked where a network used up a bound (SAF-32e). Left out: nobody here makes challenges, and the call is refused. */
  readonly proofs?: Pick<ProofOfWork, 'challengeFor' | 'redeem' | 'countPaid'>;
  /** Tells an identity provider of its own which tenants a fan has joined. Left out where memberships are looked up. */
  saveTenants?(sub: string, tenants: readonly string[]): Promise<void>;
  /** Public half of the key our pushes are signed with (base64url). */
  readonly pushKey: string;
  isTenant(id: string): boolean;
  now(): Date;
  /** Takes what a device measured. `address`: whom to count it for. Left out: nobody keeps figures. */
  readonly measure?: ((measured: BodyOf<'putMeasurements'>, address: string | null) => void) | undefined;
}

/** What the surroundings of a call tell. */
export interface RequestMetadata {
  /** Whom to count it for (`clientAddress`); null: not known. */
  readonly address: string | null;
  readonly userAgent: string;
  /** Id of the sign-in the token comes from; null: anonymous, or not told. */
  readonly sessionId: string | null;
  /** Confirmed mail address of the caller; null: anonymous, or the token names none. */
  readonly email: string | null;
  /** When the caller signed in, epoch ms; null: anonymous, or the token does not say. */
  readonly signedInAt: number | null;
  /** Where the page is that calls, such as 'https://photos.example.jp'. */
  readonly origin: string;
  /** Counts one more under `key`. False: more than the limit allows. */
  count(key: string, limit: { readonly count: number; readonly windowMs: number }): Promise<boolean>;
}

export interface Context extends HandlerDeps {
  /** From x-api-tenant, known to exist. */
  readonly tenant: string;
  /** The caller's sub. null: anonymous. */
  readonly userId: string | null;
  /** Left out when the server asks itself, for a page it fills. */
  readonly request?: RequestMetadata;
  /** Reads pages of photos together with others who look at them; left out: alone. */
  readonly readViewedPage?: ReadViewedPage;
}
export type CallerContext = Context & { readonly userId: string };

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
