/** The environment as settings, checked at the start: a wrong value ends the start with a sentence, not a request later. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { IDENTITY_REGION, PASSWORD } from '../../src/contract/limits.ts';
import { passwordLook } from '../../src/rules/password.ts';
import { type BackupKey, parseBackupKey } from '../admin/backup/cipher.ts';
import { type DatabaseSettings, readDatabase } from './databaseSettings.ts';
import { type Environment, Variables } from './variables.ts';

/** Where browsers find a store of our own. */
export const OWN_STORE = { endpoint: '/s3', bucket: 'photos', publicBase: '/s3/photos' } as const;

/** A bucket of any S3: written by browsers with credentials of the identity pool, or, with embedded accounts, by the server for them. */
export interface BucketSettings {
  /** null: Amazon's own of the region. No trailing slash. */
  readonly endpoint: string | null;
  readonly region: string;
  readonly bucket: string;
  /** Base address of published pictures, no trailing slash: an address, or of this server where only it reaches the bucket. */
  readonly publicBase: string;
  /** Id of the CloudFront distribution in front of it; null: not known. */
  readonly networkId: string | null;
  /** The server's own; null: Amazon's usual chain (environment, container, instance). */
  readonly credentials: StaticCredentials | null;
}
export interface StaticCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}
/** Pools of Amazon Cognito. */
export interface CognitoSettings {
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  /** null: not needed, because photos are in the server's own store, which hands out its own credentials. */
  readonly identityPoolId: string | null;
  /** Endpoint of the user pool; null: Amazon's own. No trailing slash. */
  readonly endpoint: string | null;
  /** Endpoint of the identity pool; null: Amazon's own. */
  readonly identityEndpoint: string | null;
}
export interface MailSettings {
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
  readonly url: string;
  /** Sender, as mail headers write it. */
  readonly from: string;
}
/** Web Push. `keys` null: made once and kept with the data. */
export interface VapidSettings {
  readonly keys: { readonly publicKey: string; readonly privateKey: string } | null;
  /** Whom a push service may write to: `mailto:` or `https:`. */
  readonly subject: string;
}
/** Certificate chain and key as PEM text. */
export interface TlsSettings {
  readonly cert: string;
  readonly key: string;
}
/** Of the operators' backups. */
export interface BackupSettings {
  readonly dir: string | null;
  /** null: they are not encrypted. */
  readonly key: BackupKey | null;
}

export interface Settings extends DatabaseSettings {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly isBehindProxy: boolean;
  /** How long a server that was asked to end goes on answering all but its health check, so that a balancer leaves it first. */
  readonly stopDelayMs: number;
  /** NODE_ENV says so: nothing for development is served. */
  readonly isProduction: boolean;
  /** Whether to fill an empty database with demo content. */
  readonly hasDemo: boolean;
  readonly bucket: BucketSettings | null;
  readonly cognito: CognitoSettings | null;
  readonly mail: MailSettings | null;
  /** New passwords the embedded accounts refuse, as `passwordLook` gives them; null: those of the rules alone. */
  readonly refusedPasswords: ReadonlySet<string> | null;
  /** Where messages to the operator are mailed to; null: they are kept only. */
  readonly contactTo: string | null;
  /** Whether anything is pushed or mailed: not by a copy of the data that somebody only looks at. */
  readonly isSending: boolean;
  readonly vapid: VapidSettings;
  readonly tls: TlsSettings | null;
  /** Whoever shows it may read /metrics from anywhere; null: loopback only. */
  readonly metricsToken: string | null;
  /** null: readable on a terminal, JSON lines elsewhere. */
  readonly logFormat: 'json' | 'text' | null;
  readonly backup: BackupSettings;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
export const isLoopback = (host: string): boolean => LOOPBACK.has(host);

type Reach = { readonly host: string; readonly isBehindProxy?: boolean; readonly isProduction?: boolean };

/** Whether a server is for whoever sits at this machine, so that it may have what is for development (SAF-04). */
export const isForThisMachine = ({ host, isBehindProxy = false, isProduction = false }: Reach): boolean =>
  isLoopback(host) && !isBehindProxy && !isProduction;

/** Whether its accounts are, too: other servers may share a database. Nowhere else may an account have a known password (SAF-03). */
export const isDataForThisMachine = (place: Reach & { readonly databaseUrl?: string | null | undefined }): boolean =>
  isForThisMachine(place) && !place.databaseUrl;

/** All that is wrong with the environment, one sentence a line. */
export class SettingsError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'SettingsError';
  }
}

const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d$/;
const WEB = ['https', 'http'];

/** Throws SettingsError with everything that is wrong. See the table in docs/operations.md. */
export function readSettings(env: Environment): Settings {
  const variables = new Variables(env);
  const port = Number(variables.matching('PORT', /^\d{1,5}$/, 'a number from 0 to 65535', '3000'));
  if (port > 65_535) variables.problems.push('PORT must be a number from 0 to 65535.');
  const cognito = readCognito(variables);
  const bucket = readBucket(variables, cognito);
  const demo = variables.matching('DEMO', /^[01]$/, '0 or 1', null);
  const isEmbedded = cognito === null && bucket === null;
  if (demo === '1' && !isEmbedded) {
    variables.problems.push('DEMO=1 works with the embedded accounts and photos only: leave COGNITO_* and S3_* out.');
  }
  const place = {
    host: variables.optional('HOST') ?? '127.0.0.1',
    ...readDatabase(variables),
    isBehindProxy: variables.matching('TRUST_PROXY', /^[01]$/, '0 or 1', '0') === '1',
    isProduction: variables.optional('NODE_ENV') === 'production',
  };
  const settings: Settings = {
    ...place,
    port,
    dataDir: variables.optional('DATA_DIR') ?? '.data',
    stopDelayMs: readStopDelay(variables),
    hasDemo: demo === '1' || (demo === null && isEmbedded && isDataForThisMachine(place)),
    bucket,
    cognito,
    mail: readMail(variables),
    refusedPasswords: readRefusedPasswords(variables, cognito !== null),
    contactTo: readContactTo(variables),
    isSending: variables.matching('DELIVERIES', /^[01]$/, '0 or 1', '1') === '1',
    vapid: readVapid(variables),
    tls: readTls(variables),
    metricsToken: variables.matching('METRICS_TOKEN', /^\S{16,}$/, '16 characters or more, without spaces', null),
    logFormat: variables.matching('LOG_FORMAT', /^(json|text)$/, 'json or text', null) as Settings['logFormat'],
    backup: readBackup(variables),
  };
  if (variables.problems.length > 0) throw new SettingsError(variables.problems);
  return settings;
}

function readStopDelay(variables: Variables): number {
  return 1000 * Number(variables.matching('STOP_DELAY', /^(?:\d\d?|1\d\d)$/, 'seconds from 0 to 199', '0'));
}

function readCognito(variables: Variables): CognitoSettings | null {
  const names = ['USER_POOL_ID', 'CLIENT_ID', 'IDENTITY_POOL_ID', 'REGION', 'ENDPOINT', 'IDENTITY_ENDPOINT'];
  if (!variables.isSet(...names.map((name) => `COGNITO_${name}`))) return null;
  const why = 'identity on Amazon Cognito needs the ids of its pool and app client';
  const userPoolId = variables.required('COGNITO_USER_POOL_ID', why);
  const clientId = variables.required('COGNITO_CLIENT_ID', why);
  const [poolRegion = ''] = userPoolId.split('_');
  const shape = 'a region such as ap-northeast-1';
  const region = variables.matching('COGNITO_REGION', REGION, shape, poolRegion || IDENTITY_REGION);
  variables.matching('COGNITO_USER_POOL_ID', /^[a-z0-9-]+_[A-Za-z0-9]+$/, '{region}_{id}', null);
  if (userPoolId.includes('_') && poolRegion !== region) {
    variables.problems.push('COGNITO_REGION and the region in COGNITO_USER_POOL_ID differ.');
  }
  const identityPoolId = variables.matching(
    'COGNITO_IDENTITY_POOL_ID',
    /^[a-z0-9-]+:[0-9a-f-]{36}$/,
    '{region}:{uuid}',
    null,
  );
  return {
    region: region ?? IDENTITY_REGION,
    userPoolId,
    clientId,
    identityPoolId,
    endpoint: variables.address('COGNITO_ENDPOINT', WEB),
    identityEndpoint: variables.address('COGNITO_IDENTITY_ENDPOINT', WEB),
  };
}

function readBucket(variables: Variables, cognito: CognitoSettings | null): BucketSettings | null {
  const names = ['BUCKET', 'ENDPOINT', 'REGION', 'PUBLIC_BASE', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY', 'SESSION_TOKEN'];
  if (!variables.isSet(...names.map((name) => `S3_${name}`))) return null;
  const bucket = variables.required('S3_BUCKET', 'photos on S3 need the name of a bucket');
  variables.matching('S3_BUCKET', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket name', null);
  if (cognito?.identityPoolId === null) {
    variables.problems.push('COGNITO_IDENTITY_POOL_ID is missing: browsers put photos to S3 with its credentials.');
  }
  const region = variables.matching('S3_REGION', REGION, 'a region such as ap-northeast-1', null);
  const endpoint = variables.address('S3_ENDPOINT', WEB);
  const place = region ?? cognito?.region ?? IDENTITY_REGION;
  const atBucket = endpoint === null ? `https://${bucket}.s3.${place}.amazonaws.com` : `${endpoint}/${bucket}`;
  // With embedded accounts browsers go through our own door, and nobody but the server needs to reach the bucket.
  const own = cognito === null ? OWN_STORE.publicBase : atBucket;
  const publicBase = variables.address('S3_PUBLIC_BASE', WEB) ?? own;
  const networkId = variables.matching('PICTURE_NETWORK_ID', /^[A-Z0-9]{8,32}$/, 'the id of a distribution', null);
  return { endpoint, region: place, bucket, publicBase, networkId, credentials: readCredentials(variables) };
}

function readCredentials(variables: Variables): StaticCredentials | null {
  if (!variables.isSet('S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_SESSION_TOKEN')) return null;
  const why = 'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together';
  const sessionToken = variables.optional('S3_SESSION_TOKEN');
  return {
    accessKeyId: variables.required('S3_ACCESS_KEY_ID', why),
    secretAccessKey: variables.required('S3_SECRET_ACCESS_KEY', why),
    ...(sessionToken === null ? {} : { sessionToken }),
  };
}

function readMail(variables: Variables): MailSettings | null {
  if (!variables.isSet('SMTP_URL', 'MAIL_FROM')) return null;
  const url = variables.address('SMTP_URL', ['smtp', 'smtps']);
  if (url === null) variables.required('SMTP_URL', 'MAIL_FROM alone sends nothing');
  const from = variables.required('MAIL_FROM', 'mails sent by SMTP_URL need a sender');
  variables.matching('MAIL_FROM', /^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'an address, or a name and <address>', null);
  return { url: url ?? '', from };
}

function readContactTo(variables: Variables): string | null {
  const to = variables.matching('CONTACT_TO', /^[^\s@<>]+@[^\s@<>]+$/, 'a mail address', null);
  if (to !== null) variables.required('SMTP_URL', 'messages to CONTACT_TO need a mail server');
  return to;
}

/** A file of passwords known from breaches, one a line. */
function readRefusedPasswords(variables: Variables, isCognito: boolean): ReadonlySet<string> | null {
  const name = 'REFUSED_PASSWORDS';
  const path = variables.optional(name);
  if (path === null) return null;
  if (isCognito)
    variables.problems.push(`${name} is for the embedded accounts: a pool at Amazon has a list of its own.`);
  try {
    const lines = readFileSync(path, 'utf8').split(/\r?\n/);
    const passwords = new Set(lines.filter(({ length }) => length >= PASSWORD.min).map(passwordLook));
    if (passwords.size === 0)
      variables.problems.push(`${name}: the file has no password of ${PASSWORD.min} characters.`);
    return passwords;
  } catch {
    variables.problems.push(`${name}: the file cannot be read.`);
    return null;
  }
}

/** Shown to push services only, when nothing else is set. */
const VAPID_SUBJECT = 'mailto:support@oshicolle.example';

function readVapid(variables: Variables): VapidSettings {
  const shape = 'an address that begins with mailto: or https://';
  const subject = variables.matching('VAPID_SUBJECT', /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, shape, VAPID_SUBJECT);
  if (!variables.isSet('VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'))
    return { keys: null, subject: subject ?? VAPID_SUBJECT };
  const why = 'VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY go together';
  const publicKey = variables.required('VAPID_PUBLIC_KEY', why);
  const privateKey = variables.required('VAPID_PRIVATE_KEY', why);
  variables.matching('VAPID_PUBLIC_KEY', /^[A-Za-z0-9_-]{87}$/, '65 bytes as base64url', null);
  variables.matching('VAPID_PRIVATE_KEY', /^[A-Za-z0-9_-]{43}$/, '32 bytes as base64url', null);
  return { keys: { publicKey, privateKey }, subject: subject ?? VAPID_SUBJECT };
}

function readBackup(variables: Variables): BackupSettings {
  const keyFile = variables.optional('BACKUP_KEY_FILE');
  let key: BackupKey | null = null;
  try {
    if (keyFile !== null) key = parseBackupKey(readFileSync(keyFile, 'utf8'));
    if (keyFile !== null && key === null) variables.problems.push('BACKUP_KEY_FILE must hold 64 hexadecimal digits.');
  } catch {
    variables.problems.push('BACKUP_KEY_FILE: the file cannot be read.');
  }
  return { dir: variables.optional('BACKUP_DIR'), key };
}

function readTls(variables: Variables): TlsSettings | null {
  if (!variables.isSet('TLS_CERT', 'TLS_KEY')) return null;
  const files = { cert: '', key: '' };
  for (const [part, name] of [
    ['cert', 'TLS_CERT'],
    ['key', 'TLS_KEY'],
  ] as const) {
    const path = variables.required(name, 'TLS_CERT and TLS_KEY go together');
    if (path === '') continue;
    try {
      files[part] = readFileSync(path, 'utf8');
    } catch {
      variables.problems.push(`${name}: the file cannot be read.`);
    }
  }
  if (files.cert !== '' && files.key !== '') variables.problems.push(...problemsOf(files));
  return files;
}

/** Why this certificate would not work, in sentences. */
function problemsOf({ cert, key }: TlsSettings): string[] {
  try {
    const certificate = new X509Certificate(cert);
    if (!certificate.checkPrivateKey(createPrivateKey(key))) return ['TLS_KEY does not belong to TLS_CERT.'];
    if (Date.parse(certificate.validTo) < Date.now()) return ['TLS_CERT has expired.'];
    return [];
  } catch {
    return ['TLS_CERT and TLS_KEY must be PEM files: a certificate (chain) and its key without a passphrase.'];
  }
}
