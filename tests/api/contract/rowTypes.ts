/** What the contract suite asks of every endpoint: a row each, so that an endpoint without one does not compile. */
import type { BodyOf, EndpointName, QueryInputOf } from '../../../src/contract/endpoints.ts';
import { CLUB, type LEAGUE } from '../../support/tenants.ts';
import type { RoutesServer } from '../routesServer.ts';

/**
 * Aki has photos, comments and events; Ben is another fan; both are members of CLUB and LEAGUE.
 * Each call of `input` makes fixtures of its own, so that rows do not meet.
 */
export interface World extends RoutesServer {
  /** A photo by `as` in event 'e' of CLUB. */
  newPhoto(as?: string): Promise<string>;
  /** A comment by `as` on a new photo by aki. */
  newComment(as?: string): Promise<{ comment_id: string; media_url: string }>;
  /** An event by aki that has not begun. */
  newEvent(): Promise<string>;
}
export interface Input<N extends EndpointName> {
  readonly params?: Record<string, string>;
  readonly query?: QueryInputOf<N>;
  readonly body?: BodyOf<N>;
}
/** As `Input`, but wrong. */
export interface BadInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: unknown;
}
/** A code it is refused with, or what the answer shows. */
export type Outcome = string | object;

export interface Row<N extends EndpointName> {
  /** Who calls; 'aki' unless told. */
  readonly as?: string;
  input(world: World): Input<N> | Promise<Input<N>>;
  /** What the answer shows, given the input. */
  answers(input: Input<N>, world: World): object | Promise<object>;
  /** Each is INVALID_REQUEST. Empty only where the call takes nothing. */
  readonly invalid: readonly BadInput[];
  /** The same call in LEAGUE. */
  readonly otherTenant: Outcome;
  /** The same call by ben. */
  readonly otherUser: Outcome;
  /** What must be so after the call in `tenant`, LEAGUE by the same fan and CLUB by ben: aki's things are untouched. */
  holds?(input: Input<N>, world: World, tenant: typeof CLUB | typeof LEAGUE): Promise<void>;
}
export type Rows<K extends EndpointName> = { readonly [N in K]: Row<N> };

export const KEY = `ugc/${CLUB}/e/original/${'x'.repeat(20)}.jpg`;
export const done = { result: 'ok' } as const;
/** Values no key of a photo may have. */
export const badKeys = [
  '',
  'x',
  `../${KEY}`,
  KEY.replace('original', 'thumbnail'),
  `${KEY}\u0000`,
  KEY.replace('/e/', '/../'),
];
