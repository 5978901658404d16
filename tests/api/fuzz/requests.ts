/** Requests nobody's client would send, and requests that differ from a good one in little: seeded, so that a run can be repeated. */
import fc from 'fast-check';
import * as v from 'valibot';
import { EMBEDDED_POOL } from '../../../server/identity/embeddedPool.ts';
import { type Endpoint, endpoints } from '../../../src/contract/endpoints.ts';
import { formatWireDate } from '../../../src/rules/dates.ts';
import { CLUB, LEAGUE } from '../../support/tenants.ts';
import { applyChange, change, mutatedOf, validOf, worstText } from '../properties/arbitraries.ts';
import { FIXED, METHODS, OPERATIONS, oddHeaders, oddText, PAGES } from './oddValues.ts';

export interface FuzzRequest {
  readonly method: string;
  /** Percent-encoded, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** What exists when the requests are made. */
export interface Known {
  /** Ids, keys, codes and words, tried wherever they fit. */
  readonly words: readonly string[];
  /** Of every object that is stored. */
  readonly picture: { readonly size: number; readonly width: number; readonly height: number };
  /** What a field of this name means, of all that would fit. */
  readonly fields: Readonly<Record<string, string>>;
  /** The same in a query. */
  readonly codes: Readonly<Record<string, string>>;
  /** Names of good tokens of a fan, an owner and the official user: as all of `secrets`, put in place of the name when it is sent. */
  readonly tokens: readonly string[];
  /** Of an account nothing else depends on. */
  readonly spare: {
    readonly mail: string;
    readonly sub: string;
    readonly access: string;
    readonly id: string;
    readonly refresh: string;
  };
}

/** Percent-encoded, halves of surrogate pairs as three bytes that are no UTF-8. */
const encode = (text: string): string =>
  [...text].map((sign) => (/^[\ud800-\udfff]$/.test(sign) ? '%ED%A0%80' : encodeURIComponent(sign))).join('');
const queryText = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&')}`;

const sometimes = <T>(odd: fc.Arbitrary<T>, weight = 1, usual = 9): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: usual, arbitrary: fc.constant(undefined) }, { weight, arbitrary: odd });

type Pairs = readonly (readonly [string, string])[];
/** One place of the query is changed, doubled or added. */
const spoilQuery = (query: fc.Arbitrary<Pairs>, names: readonly string[]): fc.Arbitrary<Pairs> =>
  fc.tuple(query, fc.nat(), fc.constantFrom('replace', 'double', 'add'), oddText).map(([pairs, at, how, by]): Pairs => {
    const name = names[at % Math.max(1, names.length)] ?? 'x';
    if (how === 'add') return [...pairs, [by.slice(0, 40), by]];
    const others = how === 'double' ? pairs : pairs.filter(([one]) => one !== name);
    return [...others, [name, by]];
  });

/** A call of the contract: as it should be, or nearly. */
function callOf(endpoint: Endpoint, known: Known): fc.Arbitrary<FuzzRequest> {
  const { words, tokens } = known;
  // On the wire a text, behind it a number.
  const { l, ...others } = endpoint.query.entries;
  const rows =
    l === undefined
      ? fc.constant<Pairs>([])
      : fc.option(fc.integer({ min: 1, max: 100 })).map((n): Pairs => (n === null ? [] : [['l', `${n}`]]));
  const good = fc
    .tuple(validOf(v.object(others), words), rows)
    .map(
      ([query, more]): Pairs => [
        ...Object.entries(query as Record<string, string>).map(
          ([name, value]) => [name, known.codes[name] ?? value] as const,
        ),
        ...more,
      ],
    );
  const names = [...Object.keys(endpoint.query.entries), 'timestamp'];
  const query = fc.oneof(
    { weight: 1, arbitrary: good },
    { weight: names.length > 1 ? 2 : 0, arbitrary: spoilQuery(good, names) },
  );
  const params = fc
    .tuple(validOf(endpoint.params, words), sometimes(oddText.map(encode), 1, 2))
    .map(([given, odd]) =>
      endpoint.path.replace(
        /\{(\w+)\}/g,
        (_, name: string) => odd ?? encode((given as Record<string, string>)[name] ?? ''),
      ),
    );
  const body =
    endpoint.method === 'GET'
      ? sometimes<string | null>(fc.constantFrom('{}', '\u0000', '['), 1, 20).map((odd) => odd ?? null)
      : fc.oneof(
          { weight: 2, arbitrary: validOf(endpoint.body, words).map((given) => JSON.stringify(steered(given, known))) },
          { weight: 1, arbitrary: mutatedOf(endpoint.body, words) },
        );
  return fc
    .record({
      method: sometimes(fc.constantFrom(...METHODS), 1, 30),
      path: params,
      query,
      body,
      token: fc.constantFrom(null, ...tokens, ...tokens),
      tenant: fc.constantFrom(...Array<string>(12).fill(CLUB), LEAGUE),
      odd: oddHeaders,
    })
    .map(({ method = endpoint.method, path, query, body, token, tenant, odd }) => ({
      method,
      path: `/f${path}${queryText(query)}`,
      headers: {
        'x-api-key': 'fan-web',
        'x-api-tenant': tenant,
        ...(token === null ? {} : { 'x-api-authorization': `Bearer ${token}` }),
        ...(body === null ? {} : { 'content-type': 'application/json' }),
        ...odd,
      },
      body,
    }));
}

/**
 * Chance alone never makes fields fit together: photos are those that are there, in their stored size, and their key names the event.
 * Of the known keys the registered photo's is the first.
 */
function steered(body: unknown, { words, fields, picture }: Known): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body;
  const [posted, ...stored] = words.filter((word) => word.startsWith('ugc/'));
  const copy: Record<string, unknown> = { ...body };
  for (const [name, value] of Object.entries(fields)) if (typeof copy[name] === 'string') copy[name] = value;
  if (Array.isArray(copy.media_list))
    // Each key once: a post that names one twice is refused.
    copy.media_list = copy.media_list
      .slice(0, stored.length)
      .map((photo: object, i) => ({ ...photo, media_url: stored[i], ...picture }));
  else if (typeof copy.media_url === 'string' && !words.includes(copy.media_url)) copy.media_url = posted;
  // A change of a photo needs its own key, and a team that is there.
  if ('caption' in copy) Object.assign(copy, { media_url: posted, team_id: copy.team_id === null ? null : 't' });
  if ('crawl_period_start' in copy) {
    const day = (days: number) => formatWireDate(Date.now() + days * 86_400_000);
    const period = { crawl_period_start: `${day(1)} 00:00:00`, crawl_period_end: `${day(9)} 23:59:59` };
    Object.assign(copy, { event_date: day(1), ...period, thumbnail: null, descriptive_photo: null });
  }
  if ('event_id' in copy && ('media_list' in copy || 'media_url' in copy)) copy.event_id = posted?.split('/')[2];
  return copy;
}

/** An operation of the identity services with all fields any of them has, of which one or two may be spoilt. */
function identityCallOf({ spare, words }: Known): fc.Arbitrary<FuzzRequest> {
  const text = fc.oneof(oddText, fc.constantFrom(spare.mail, spare.sub, ...words));
  const user = fc.oneof(fc.constantFrom(spare.mail, spare.sub, 'nobody@example.jp'), oddText);
  const password = fc.oneof(fc.constantFrom('Stadium-2026', 'ﷺ'.repeat(256), 'a'.repeat(256)), worstText(256), oddText);
  const token = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(spare.access, spare.refresh, spare.id) },
    { weight: 1, arbitrary: oddText },
  );
  const login = `cognito-idp.${EMBEDDED_POOL.region}.amazonaws.com/${EMBEDDED_POOL.userPoolId}`;
  const fields = fc.record({
    ClientId: fc.constant(EMBEDDED_POOL.clientId),
    Username: user,
    Password: password,
    PreviousPassword: password,
    ProposedPassword: password,
    ConfirmationCode: fc.constantFrom('123456', '0', '１２３４５６'),
    Code: fc.constantFrom('123456', '', '000000'),
    AccessToken: token,
    RefreshToken: token,
    Token: token,
    AttributeName: fc.constantFrom('email', 'name', '__proto__'),
    UserAttributes: fc.array(
      fc.record({
        Name: fc.constantFrom('email', 'name', 'nickname', 'custom:extended1', 'custom:extended4', '__proto__', 'sub'),
        Value: text,
      }),
      { maxLength: 4 },
    ),
    AuthFlow: fc.constantFrom('USER_SRP_AUTH', 'REFRESH_TOKEN_AUTH', 'REFRESH_TOKEN', 'USER_PASSWORD_AUTH', ''),
    AuthParameters: fc.record({
      USERNAME: user,
      SRP_A: fc.oneof(fc.constantFrom('0', 'ff', '-1', 'zz', 'f'.repeat(1024)), oddText),
      REFRESH_TOKEN: token,
    }),
    ChallengeName: fc.constant('PASSWORD_VERIFIER'),
    ChallengeResponses: fc.record({
      USERNAME: user,
      PASSWORD_CLAIM_SECRET_BLOCK: text,
      PASSWORD_CLAIM_SIGNATURE: text,
      TIMESTAMP: fc.constantFrom('Tue Jun 9 03:00:00 UTC 2026', '0000-00-00', '', 'x'.repeat(2_000)),
    }),
    IdentityPoolId: fc.constantFrom(EMBEDDED_POOL.identityPoolId, 'x'),
    IdentityId: text,
    Logins: token.map((given) => ({ [login]: given })),
    ClientMetadata: fc.constantFrom(undefined, {}, { a: 'b' }),
  });
  const spoilt = fc
    .tuple(fields, fc.array(change, { maxLength: 2 }))
    .map(([given, changes]) => JSON.stringify(changes.reduce<unknown>(applyChange, given)));
  const service = fc.oneof(
    fc.tuple(
      fc.constant('/idp'),
      fc.constantFrom(...OPERATIONS).map((name) => `AWSCognitoIdentityProviderService.${name}`),
    ),
    fc.tuple(
      fc.constant('/identity'),
      fc.constantFrom('GetId', 'GetCredentialsForIdentity', 'x').map((name) => `AWSCognitoIdentityService.${name}`),
    ),
  );
  return fc
    .tuple(
      service,
      fc.oneof(
        { weight: 9, arbitrary: spoilt },
        { weight: 1, arbitrary: fc.constantFrom('', '[', 'null', '"x"', '[]', '{"a":'.repeat(5_000)) },
      ),
      oddHeaders,
      sometimes(fc.constantFrom(...METHODS), 1, 30),
    )
    .map(([[path, target], body, odd, method = 'POST']) => ({
      method,
      path,
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target, ...odd },
      body,
    }));
}

/** The object store: mostly keys and signatures that are nearly ones. */
function objectCallOf({ words, tokens }: Known): fc.Arbitrary<FuzzRequest> {
  const keys = words.filter((word) => word.startsWith('ugc/'));
  const key = fc.oneof(
    fc.constantFrom(...keys, ...keys.map((one) => one.replace('original', 'thumbnail')), `ugc/${CLUB}`, ''),
    oddText.map(encode),
  );
  const date = fc.constantFrom('20260610T030000Z', '00000000T000000Z', '99999999T999999Z', '', 'x');
  const authorization = fc.constantFrom(
    'AWS4-HMAC-SHA256 Credential=AKIAAAAAAAAAAAAAAAAA/20260610/ap-northeast-1/s3/aws4_request, SignedHeaders=host;x-amz-date, Signature=00',
    'AWS4-HMAC-SHA256 Credential=/////, SignedHeaders=, Signature=',
    'AWS4-HMAC-SHA256',
    `Bearer ${tokens[0] ?? ''}`,
    '',
  );
  const query = fc.constantFrom<Pairs>(
    [],
    [
      ['X-Amz-Signature', 'x'],
      ['X-Amz-Date', 'y'],
    ],
    [['uploads', '']],
    [
      ['partNumber', '1e9'],
      ['uploadId', ''],
    ],
    [['list-type', '2']],
  );
  return fc
    .record({
      method: fc.constantFrom('GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS', 'POST'),
      bucket: fc.constantFrom('photos', 'photos', 'photos', 'other', '', '%00', '..'),
      key,
      query,
      date,
      authorization,
      odd: oddHeaders,
      checksum: fc.constantFrom<Record<string, string>>(
        {},
        { 'x-amz-checksum-crc32': '!' },
        { 'content-md5': 'x' },
        { 'x-amz-decoded-content-length': '-1', 'x-amz-content-sha256': 'STREAMING-UNSIGNED-PAYLOAD-TRAILER' },
        { 'x-amz-decoded-content-length': '1e9', 'content-encoding': 'aws-chunked' },
      ),
      body: fc.oneof(fc.constant('\u00ff\u00d8\u00ff'), fc.constant(''), worstText(2_000)),
    })
    .map(({ method, bucket, key, query, date, authorization, checksum, odd, body }) => ({
      method,
      path: `/s3/${bucket}/${key}${queryText(query)}`,
      headers: { 'x-amz-date': date, ...(authorization === '' ? {} : { authorization }), ...checksum, ...odd },
      body: method === 'PUT' || method === 'POST' ? body : null,
    }));
}

/** Pages with any of the parameters they read, and addresses that are no page. */
function pageCallOf({ words }: Known): fc.Arbitrary<FuzzRequest> {
  const value = fc.oneof(fc.constantFrom(...words), oddText);
  const query = fc.array(fc.tuple(fc.constantFrom('q', 'e', 'p', 'team', 's', 'u', 'ht', 'pl', 'w', 'm', 'x'), value), {
    maxLength: 3,
  });
  const page = fc
    .tuple(fc.constantFrom(CLUB, LEAGUE, 'common', 'nobody'), fc.constantFrom(...PAGES))
    .map((parts) => `/${parts.join('/')}`);
  const path = fc.oneof(
    { weight: 5, arbitrary: page },
    { weight: 2, arbitrary: fc.constantFrom(...FIXED) },
    { weight: 1, arbitrary: oddText.map((text) => `/${encode(text)}`) },
  );
  return fc
    .tuple(path, query, oddHeaders, sometimes(fc.constantFrom(...METHODS)))
    .map(([path, query, odd, method = 'GET']) => ({ method, path: path + queryText(query), headers: odd, body: null }));
}

/** All of them; each call of the contract as likely as the others. */
export const anyRequest = (known: Known): fc.Arbitrary<FuzzRequest> =>
  fc.oneof(
    {
      weight: 14,
      arbitrary: fc.oneof(...Object.values<Endpoint>(endpoints).map((endpoint) => callOf(endpoint, known))),
    },
    { weight: 2, arbitrary: identityCallOf(known) },
    { weight: 1, arbitrary: objectCallOf(known) },
    { weight: 3, arbitrary: pageCallOf(known) },
  );
