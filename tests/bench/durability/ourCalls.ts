/** The calls our queue makes, answered as the product answers them: settings, identity, object store, registration, question. */
import type { IncomingMessage } from 'node:http';
import type { ClientConfig } from '../../../src/contract/config.ts';
import type { Photo } from '../../../src/contract/entities.ts';
import type { Ledger } from './ledger.ts';
import { claimsOfBearer, claimsOfToken, tokenOf } from './tokens.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The object store refuses signatures of a clock that is further off. */
const SKEW_MS = 15 * 60_000;

export const benchConfig: ClientConfig = {
  api: '/f',
  apiKey: 'bench',
  identity: {
    region: 'bench-1',
    userPoolId: 'bench-1_pool',
    clientId: 'bench',
    identityPoolId: 'bench-1:pool',
    userPoolEndpoint: '/idp',
    identityPoolEndpoint: '/identity',
  },
  objects: { endpoint: '/s3', region: 'bench-1', bucket: 'photos', publicBase: '/s3/photos' },
};

export const isOurs = (path: string): boolean => /^\/(config\.json$|idp|identity|s3\/|f\/)/.test(path);

/** @param photo the photo these bytes are of */
export function answerOurs(ledger: Ledger, request: IncomingMessage, body: Buffer, photo: string | null): Answer {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://bench');
  if (pathname === '/config.json') return json(200, benchConfig);
  if (pathname.startsWith('/idp')) return renew(ledger, body);
  if (pathname.startsWith('/identity')) return issueCredentials(ledger, request, body);
  if (pathname.startsWith('/s3/')) return store(ledger, request, pathname, body, photo);
  const claims = claimsOfBearer(request.headers['x-api-authorization'], ledger.revoked);
  if (claims === null) return json(401, { code: 'UNAUTHENTICATED' });
  if (request.method === 'GET') return find(ledger, claims.sub, searchParams.get('media_url') ?? '');
  return register(ledger, claims.sub, body);
}

const json = (status: number, body: object): Answer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const storageError = (status: number, code: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`,
});
const refused = json(400, { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' });

function renew(ledger: Ledger, body: Buffer): Answer {
  const { AuthParameters } = JSON.parse(body.toString()) as { AuthParameters: { REFRESH_TOKEN: string } };
  const claims = claimsOfToken(AuthParameters.REFRESH_TOKEN, ledger.revoked);
  if (claims === null) return refused;
  const token = tokenOf(claims);
  return json(200, { AuthenticationResult: { IdToken: token, AccessToken: token, ExpiresIn: 3_600 } });
}

function issueCredentials(ledger: Ledger, request: IncomingMessage, body: Buffer): Answer {
  const { Logins = {} } = JSON.parse(body.toString()) as { Logins?: Record<string, string> };
  if (claimsOfToken(Object.values(Logins)[0] ?? '', ledger.revoked) === null) return refused;
  if (String(request.headers['x-amz-target']).endsWith('.GetId')) return json(200, { IdentityId: 'bench-1:fan' });
  const Expiration = Date.now() / 1_000 + 3_600;
  return json(200, { Credentials: { AccessKeyId: 'A', SecretKey: 'S', SessionToken: 'T', Expiration } });
}

function store(ledger: Ledger, request: IncomingMessage, key: string, body: Buffer, photo: string | null): Answer {
  const { headers: sent } = request;
  if (Math.abs(signedAt(String(sent['x-amz-date'])) - Date.now()) > SKEW_MS)
    return storageError(403, 'RequestTimeTooSkewed');
  const present = ledger.objects.get(key);
  if (request.method === 'HEAD') {
    if (!present) return { status: 404, headers: { 'content-type': 'application/xml' }, body: '' };
    const headers = { 'content-length': String(present.size), etag: '"bench"', 'content-type': 'image/jpeg' };
    return { status: 200, headers, body: '' };
  }
  if (present) return storageError(412, 'PreconditionFailed');
  if (String(body.length) !== sent['content-length']) return storageError(400, 'IncompleteBody');
  ledger.objects.set(key, { size: body.length, photo });
  const crc = sent['x-amz-checksum-crc32'];
  const vouched = typeof crc === 'string' ? { 'x-amz-checksum-crc32': crc } : {};
  return { status: 200, headers: { etag: '"bench"', ...vouched }, body: '' };
}

/** '20261121T150000Z' in epoch milliseconds. */
const signedAt = (date: string): number =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

function register(ledger: Ledger, user: string, body: Buffer): Answer {
  const { media_list } = JSON.parse(body.toString()) as { media_list: { media_url: string }[] };
  const photos = media_list.map(({ media_url }) => ledger.objects.get(`/s3/photos/${media_url}`)?.photo ?? null);
  if (photos.includes(null)) return json(409, { code: 'OBJECT_MISSING' });
  for (const photo of photos) if (photo !== null) ledger.registered.push({ photo, user, at: Date.now() });
  const created_at = '2026-11-21 15:00:00';
  return json(200, { media_list: media_list.map(({ media_url }) => ({ media_url, created_at })) });
}

function find(ledger: Ledger, user: string, encoded: string): Answer {
  const media_url = Buffer.from(encoded, 'base64').toString();
  const object = ledger.objects.get(`/s3/photos/${media_url}`);
  const found = ledger.registered.find(({ photo }) => photo === object?.photo);
  if (!found) return json(200, { list: [] });
  const photo: Photo = {
    media_url,
    user_id: user,
    user_name: 'fan',
    user_screen_name: 'fan',
    user_avatar: null,
    comment: '',
    htag: [],
    player: '',
    photo_location: null,
    team_id: null,
    event_id: 'match',
    event_name: null,
    season_id: null,
    public_list_id: 'event',
    created_at: '2026-11-21 15:00:00',
    option: null,
    usepermit: true,
    exif: null,
    face_info: [],
    comment_count: 0,
    width: 4000,
    height: 3000,
    color: '#336699',
    reactionInfo: { reactions: [], total: 0, media_url, own_reacted: false },
  };
  return json(200, { list: [{ ...photo, user_id: found.user }] });
}
