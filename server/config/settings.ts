/** The environment as settings, checked at the start: a wrong value ends the start with a sentence, not a request later. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import * as v from 'valibot';
import { IDENTITY_REGION } from '../../src/contract/limits.ts';
import { serverLimits } from '../database/serverPool.ts';
import type { DatabaseSettings } from './databaseSettings.ts';
import { type Environment, type VariableName, Variables, type VariableValues, variablesSet } from './environment.ts';

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
  /** Secret age identity (`AGE-SECRET-KEY-1…`); null: they are not encrypted. */
  readonly identity: string | null;
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

const COGNITO: readonly VariableName[] = [
  'COGNITO_USER_POOL_ID',
  'COGNITO_CLIENT_ID',
  'COGNITO_IDENTITY_POOL_ID',
  'COGNITO_REGION',
  'COGNITO_ENDPOINT',
  'COGNITO_IDENTITY_ENDPOINT',
];
const BUCKET_KEYS: readonly VariableName[] = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY', 'S3_SESSION_TOKEN'];
const BUCKET: readonly VariableName[] = ['S3_BUCKET', 'S3_ENDPOINT', 'S3_REGION', 'S3_PUBLIC_BASE', ...BUCKET_KEYS];

interface Need {
  /** Where one of these is set, all of `needed` must be. */
  readonly set: readonly VariableName[];
  readonly needed: readonly VariableName[];
  readonly why: string;
}
const NEEDS: readonly Need[] = [
  {
    set: COGNITO,
    needed: ['COGNITO_USER_POOL_ID', 'COGNITO_CLIENT_ID'],
    why: 'identity on Amazon Cognito needs the ids of its pool and app client',
  },
  { set: BUCKET, needed: ['S3_BUCKET'], why: 'photos on S3 need the name of a bucket' },
  ...together(BUCKET_KEYS, 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'),
  ...together(['VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'], 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'),
  ...together(['TLS_CERT', 'TLS_KEY'], 'TLS_CERT', 'TLS_KEY'),
  { set: ['MAIL_FROM'], needed: ['SMTP_URL'], why: 'MAIL_FROM alone sends nothing' },
  { set: ['SMTP_URL'], needed: ['MAIL_FROM'], why: 'mails sent by SMTP_URL need a sender' },
  { set: ['CONTACT_TO'], needed: ['SMTP_URL'], why: 'messages to CONTACT_TO need a mail server' },
  ...(['DATABASE_MIGRATE_URL', 'DATABASE_READ_URL'] as const).map((name) => ({
    set: [name],
    needed: ['DATABASE_URL'] as const,
    why: `${name} alone is no place for data`,
  })),
];

function together(set: readonly VariableName[], one: VariableName, other: VariableName): Need[] {
  return [{ set, needed: [one, other], why: `${one} and ${other} go together` }];
}

/** Sentences about variables that are missing beside others. */
const missingBeside = (set: Readonly<Record<string, string>>): string[] =>
  NEEDS.filter((need) => need.set.some((name) => name in set)).flatMap(({ needed, why }) =>
    needed.filter((name) => !(name in set)).map((name) => `${name} is missing: ${why}.`),
  );

/** Sentences about good values that do not fit each other. */
function contradictionsOf(values: VariableValues): string[] {
  const problems: string[] = [];
  const {
    COGNITO_USER_POOL_ID: pool,
    COGNITO_REGION: region,
    S3_BUCKET: bucket,
    TLS_CERT: cert,
    TLS_KEY: key,
  } = values;
  if (pool !== null && region !== null && regionOfPool(pool) !== region)
    problems.push('COGNITO_REGION and the region in COGNITO_USER_POOL_ID differ.');
  if (pool !== null && bucket !== null && values.COGNITO_IDENTITY_POOL_ID === null)
    problems.push('COGNITO_IDENTITY_POOL_ID is missing: browsers put photos to S3 with its credentials.');
  if (values.DEMO === true && (pool !== null || bucket !== null))
    problems.push('DEMO=1 works with the embedded accounts and photos only: leave COGNITO_* and S3_* out.');
  if (values.REFUSED_PASSWORDS !== null && pool !== null)
    problems.push('REFUSED_PASSWORDS is for the embedded accounts: a pool at Amazon has a list of its own.');
  if (cert !== null && key !== null) problems.push(...problemsOf({ cert, key }));
  return problems;
}
const regionOfPool = (id: string): string => id.split('_')[0] ?? '';

/** Throws SettingsError with everything that is wrong. See the table in docs/operations.md. */
export function readSettings(env: Environment): Settings {
  const set = variablesSet(env);
  const read = v.safeParse(Variables, set);
  const problems = read.success
    ? contradictionsOf(read.output)
    : read.issues.map((issue) => `${v.getDotPath(issue)}${issue.message}.`);
  problems.push(...missingBeside(set));
  if (!read.success || problems.length > 0) throw new SettingsError(problems);
  return settingsOf(read.output);
}

function settingsOf(values: VariableValues): Settings {
  const [cognito, bucket] = [cognitoOf(values), bucketOf(values)];
  const place = {
    host: values.HOST,
    ...databaseSettingsOf(values),
    isBehindProxy: values.TRUST_PROXY,
    isProduction: values.NODE_ENV === 'production',
  };
  const { DEMO: demo, SMTP_URL: url, MAIL_FROM: from, TLS_CERT: cert, TLS_KEY: key } = values;
  const isEmbedded = cognito === null && bucket === null;
  return {
    ...place,
    port: values.PORT,
    dataDir: values.DATA_DIR,
    stopDelayMs: 1_000 * values.STOP_DELAY,
    hasDemo: demo === true || (demo === null && isEmbedded && isDataForThisMachine(place)),
    bucket,
    cognito,
    mail: url === null || from === null ? null : { url, from },
    refusedPasswords: values.REFUSED_PASSWORDS,
    contactTo: values.CONTACT_TO,
    isSending: values.DELIVERIES,
    vapid: vapidOf(values),
    tls: cert === null || key === null ? null : { cert, key },
    metricsToken: values.METRICS_TOKEN,
    logFormat: values.LOG_FORMAT,
    backup: { dir: values.BACKUP_DIR, identity: values.BACKUP_KEY_FILE },
  };
}

function databaseSettingsOf(values: VariableValues): DatabaseSettings {
  return {
    databaseUrl: values.DATABASE_URL,
    databaseMigrateUrl: values.DATABASE_MIGRATE_URL,
    databaseReadUrl: values.DATABASE_READ_URL,
    databaseLimits: serverLimits({
      connections: values.DATABASE_POOL,
      connectMs: values.DATABASE_CONNECT_MS,
      statementMs: values.DATABASE_STATEMENT_MS,
    }),
  };
}

function cognitoOf(values: VariableValues): CognitoSettings | null {
  const { COGNITO_USER_POOL_ID: userPoolId, COGNITO_CLIENT_ID: clientId } = values;
  if (userPoolId === null || clientId === null) return null;
  return {
    region: values.COGNITO_REGION ?? regionOfPool(userPoolId),
    userPoolId,
    clientId,
    identityPoolId: values.COGNITO_IDENTITY_POOL_ID,
    endpoint: values.COGNITO_ENDPOINT,
    identityEndpoint: values.COGNITO_IDENTITY_ENDPOINT,
  };
}

function bucketOf(values: VariableValues): BucketSettings | null {
  const { S3_BUCKET: bucket, S3_ENDPOINT: endpoint } = values;
  if (bucket === null) return null;
  const cognito = cognitoOf(values);
  const region = values.S3_REGION ?? cognito?.region ?? IDENTITY_REGION;
  const atBucket = endpoint === null ? `https://${bucket}.s3.${region}.amazonaws.com` : `${endpoint}/${bucket}`;
  // With embedded accounts browsers go through our own door, and nobody but the server needs to reach the bucket.
  const publicBase = values.S3_PUBLIC_BASE ?? (cognito === null ? OWN_STORE.publicBase : atBucket);
  return {
    endpoint,
    region,
    bucket,
    publicBase,
    networkId: values.PICTURE_NETWORK_ID,
    credentials: credentialsOf(values),
  };
}

function credentialsOf(values: VariableValues): StaticCredentials | null {
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey, S3_SESSION_TOKEN: token } = values;
  if (accessKeyId === null || secretAccessKey === null) return null;
  return token === null ? { accessKeyId, secretAccessKey } : { accessKeyId, secretAccessKey, sessionToken: token };
}

function vapidOf(values: VariableValues): VapidSettings {
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey, VAPID_SUBJECT: subject } = values;
  return { keys: publicKey === null || privateKey === null ? null : { publicKey, privateKey }, subject };
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
