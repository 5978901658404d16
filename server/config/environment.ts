/** The environment variables a server reads, with their shapes. `npm run docs:settings` writes the table of docs/operations.md from them. */
import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { PASSWORD } from '../../src/contract/limits.ts';
import { passwordLook } from '../../src/rules/password.ts';
import { parseIdentity } from '../admin/backup/backupIdentity.ts';
import { DatabaseAddressWrong, parseDatabaseAddress } from '../database/databaseHosts.ts';
import { SERVER_LIMITS } from '../database/serverPool.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

// A message follows the name of its variable.

/** A variable and its description in the table. */
const setting = <S extends v.GenericSchema<string | null | undefined, unknown>>(about: string, schema: S) =>
  v.pipe(schema, v.description(about));
/** A value that may be left out: null. */
const orNull = <S extends v.GenericSchema<string, unknown>>(schema: S) => v.nullish(schema, null);
const text = v.string();
const shaped = (pattern: RegExp, shape: string) => v.pipe(text, v.regex(pattern, ` must be ${shape}`));
const region = shaped(/^[a-z]{2}(?:-[a-z]+)+-\d$/, 'a region such as ap-northeast-1');
const yesOrNo = v.pipe(
  shaped(/^[01]$/, '0 or 1'),
  v.transform((value) => value === '1'),
);

/** A whole number within bounds. `what`: of what. */
function whole(least: number, most: number, what = 'a number') {
  const wrong = ` must be ${what} from ${least} to ${most}`;
  return v.pipe(
    text,
    v.regex(/^\d{1,9}$/, wrong),
    v.transform(Number),
    v.minValue(least, wrong),
    v.maxValue(most, wrong),
  );
}

/** An absolute address of one of the schemes. Its trailing slashes go. */
function address(...schemes: readonly string[]) {
  const beginnings = schemes.map((scheme) => `${scheme}://`).join(' or ');
  const isGood = (value: string) =>
    URL.canParse(value) && schemes.includes(new URL(value).protocol.slice(0, -1)) && new URL(value).hostname !== '';
  return v.pipe(
    text,
    v.check(isGood, ` must be an address that begins with ${beginnings}`),
    v.transform((value) => value.replace(/\/+$/, '')),
  );
}

/** An address of PostgreSQL servers. */
const databaseAddress = (use: 'write' | 'read') =>
  v.pipe(
    text,
    v.transform((value) => value.replace(/\/+$/, '')),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      try {
        parseDatabaseAddress(dataset.value, use);
      } catch (error) {
        if (!(error instanceof DatabaseAddressWrong)) throw error;
        addIssue({ message: ` ${error.message}` });
      }
    }),
  );

/** Text of the file at that path. */
const fileText = v.pipe(
  text,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return readFileSync(dataset.value, 'utf8');
    } catch {
      addIssue({ message: ': the file cannot be read' });
      return NEVER;
    }
  }),
);

const backupIdentity = v.pipe(
  fileText,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const identity = parseIdentity(dataset.value);
    if (identity === null)
      addIssue({ message: ' must hold one age identity (AGE-SECRET-KEY-1…), or 64 hexadecimal digits' });
    return identity ?? NEVER;
  }),
);

/** A file of passwords known from breaches, one a line, as `passwordLook` gives them (ACC-12c). */
const passwords = v.pipe(
  fileText,
  v.transform((lines) => lines.split(/\r?\n/).filter(({ length }) => length >= PASSWORD.min)),
  v.minLength(1, `: the file has no password of ${PASSWORD.min} characters`),
  v.transform((lines): ReadonlySet<string> => new Set(lines.map(passwordLook))),
);

/** All of them. */
export const Variables = v.object({
  PORT: setting('0 to 65535 (default 3000)', v.optional(whole(0, 65_535), '3000')),
  HOST: setting('where it listens (default 127.0.0.1)', v.optional(text, '127.0.0.1')),
  DATA_DIR: setting(
    "default `.data`. It is for the server's user alone (0700 and 0600). The start takes other users' rights to it away. If that fails, the start ends. If other users may read the folder and it holds files that are not ours, the start ends and changes nothing",
    v.optional(text, '.data'),
  ),
  TLS_CERT: setting(
    'PEM file with the certificate (chain): HTTPS with HTTP/2, which phones on the LAN need for the service worker. SIGHUP reads both files again',
    orNull(fileText),
  ),
  TLS_KEY: setting('PEM file with its key', orNull(fileText)),
  TRUST_PROXY: setting(
    '`1`: a proxy of yours is in front, also one on this machine. Callers are counted by `X-Forwarded-For`. What is for development only (`/dev/mailbox`, the demo by itself) is off',
    v.optional(yesOrNo, '0'),
  ),
  DATABASE_URL: setting(
    'data on PostgreSQL, for any number of copies (same migrations, run at start under an advisory lock); also through a pooler in transaction mode (below, Database)',
    orNull(databaseAddress('write')),
  ),
  DATABASE_MIGRATE_URL: setting(
    'where migrations are run and backups are made instead. Use it past a pooler, or with a role that may make tables while the role of `DATABASE_URL` may not. At each start and by a restore, the role of `DATABASE_URL` is granted what it lacks: `select`, `insert`, `update`, `delete` on our tables, `usage` of schema and sequences',
    orNull(databaseAddress('write')),
  ),
  DATABASE_READ_URL: setting(
    'a standby of it. Lists and pages for everybody are read there while it is not behind (below, Database)',
    orNull(databaseAddress('read')),
  ),
  DATABASE_POOL: setting(
    'connections of one copy to it, 2 to 200 (default 20); all copies together stay below its `max_connections`',
    v.optional(whole(2, 200), `${SERVER_LIMITS.connections}`),
  ),
  DATABASE_CONNECT_MS: setting(
    'how long a call waits for a connection, in milliseconds, 500 to 60000 (default 5000), and for a failover',
    v.optional(whole(500, 60_000), `${SERVER_LIMITS.connectMs}`),
  ),
  DATABASE_STATEMENT_MS: setting(
    'how long a statement may take, in milliseconds, 500 to 600000 (default 8000); two seconds later a connection counts as dead',
    v.optional(whole(500, 600_000), `${SERVER_LIMITS.statementMs}`),
  ),
  STOP_DELAY: setting(
    'seconds a server goes on answering after SIGTERM while `/healthz` already says 503 (default 0, up to 199); below, Updates',
    v.optional(whole(0, 199, 'seconds'), '0'),
  ),
  COGNITO_USER_POOL_ID: setting(
    'accounts on Amazon Cognito',
    orNull(shaped(/^[a-z0-9-]+_[A-Za-z0-9]+$/, '{region}_{id}')),
  ),
  COGNITO_CLIENT_ID: setting('its app client', orNull(text)),
  COGNITO_IDENTITY_POOL_ID: setting(
    'its identity pool: browsers put photos into the bucket with its credentials',
    orNull(shaped(/^[a-z0-9-]+:[0-9a-f-]{36}$/, '{region}:{uuid}')),
  ),
  COGNITO_REGION: setting("left out: the region in the user pool's id", orNull(region)),
  COGNITO_ENDPOINT: setting('the user pool, elsewhere than at Amazon', orNull(address('https', 'http'))),
  COGNITO_IDENTITY_ENDPOINT: setting('the identity pool, elsewhere than at Amazon', orNull(address('https', 'http'))),
  S3_BUCKET: setting(
    'photos in a bucket. With `COGNITO_…` browsers put them there. Without it the server does so for them (below, Without Cognito)',
    orNull(shaped(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'a bucket name')),
  ),
  S3_REGION: setting('region of the bucket (left out: `COGNITO_REGION`)', orNull(region)),
  S3_ENDPOINT: setting('another S3 than Amazon’s', orNull(address('https', 'http'))),
  S3_PUBLIC_BASE: setting('where pictures are read (left out: at the bucket)', orNull(address('https', 'http'))),
  S3_ACCESS_KEY_ID: setting(
    "the server's own credentials. Left out: Amazon's usual chain (container role …)",
    orNull(text),
  ),
  S3_SECRET_ACCESS_KEY: setting('the secret of `S3_ACCESS_KEY_ID`', orNull(text)),
  S3_SESSION_TOKEN: setting('the token of temporary credentials', orNull(text)),
  PICTURE_NETWORK_ID: setting(
    'id of the CloudFront distribution in front of the bucket: it is told of photos that are taken down (needs `cloudfront:CreateInvalidation`)',
    orNull(shaped(/^[A-Z0-9]{8,32}$/, 'the id of a distribution')),
  ),
  SMTP_URL: setting(
    'mails codes of the embedded accounts. Without it they are in `/dev/mailbox`, on loopback only, for whoever asks this machine directly',
    orNull(address('smtp', 'smtps')),
  ),
  MAIL_FROM: setting(
    'sender of mails',
    orNull(shaped(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'an address, or a name and <address>')),
  ),
  REFUSED_PASSWORDS: setting(
    'path of a file with passwords known from breaches, one a line, such as those of your own leaks. The embedded accounts refuse these, besides the 49,000 that come with the product. It is kept in memory',
    orNull(passwords),
  ),
  CONTACT_TO: setting(
    'address that messages of the contact form are mailed to, by `SMTP_URL`. They are kept in any case (`npm run admin -- contacts`). If a copy or the database fails just after a mail was sent, that mail comes twice, with one 受付番号',
    orNull(shaped(/^[^\s@<>]+@[^\s@<>]+$/, 'a mail address')),
  ),
  VAPID_PUBLIC_KEY: setting(
    'the public key of Web Push. Without keys a pair is made once and kept in the database. Where they are wrong, push services refuse all pushes. An hour and a quarter after the first try the log says `A push was given up: fcm.googleapis.com: 403.` Browsers stay signed up',
    orNull(shaped(/^[A-Za-z0-9_-]{87}$/, '65 bytes as base64url')),
  ),
  VAPID_PRIVATE_KEY: setting(
    'the other half of the pair',
    orNull(shaped(/^[A-Za-z0-9_-]{43}$/, '32 bytes as base64url')),
  ),
  VAPID_SUBJECT: setting(
    'whom push services may write to (`mailto:` or `https:`)',
    v.optional(
      shaped(/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/, 'an address that begins with mailto: or https://'),
      'mailto:support@oshicolle.example',
    ),
  ),
  DELIVERIES: setting(
    "`0`: the server sends no pushes and no mails, whatever is due, and says so at its start; what is due waits. Use it where you only look at restored data: the phones in it are your fans', and so are the keys of Web Push that the server made. Codes are then in `/dev/mailbox` (see `SMTP_URL`); with Cognito, Amazon sends them in any case",
    v.optional(yesOrNo, '1'),
  ),
  METRICS_TOKEN: setting(
    'opens `/metrics` (Prometheus) to who shows it as a bearer token; without it: whoever asks on this machine directly, by `localhost` and the own port, not through a proxy',
    orNull(shaped(/^\S{16,}$/, '16 characters or more, without spaces')),
  ),
  LOG_FORMAT: setting(
    '`json` (default where stdout is no terminal): a line a request and failure, without tokens, codes, addresses, names; or `text`',
    orNull(v.picklist(['json', 'text'], ' must be json or text')),
  ),
  BACKUP_DIR: setting("where the operators' backups are", orNull(text)),
  BACKUP_KEY_FILE: setting(
    'a file with the key that encrypts them: an age identity, as `age-keygen` writes it, or 64 hexadecimal digits (below, Backups)',
    orNull(backupIdentity),
  ),
  DEMO: setting(
    '`1`: demo content with demo accounts; `0`: none. Left out: only where nobody but this machine can reach it (`HOST` on loopback, data in `DATA_DIR`, neither `TRUST_PROXY` nor `NODE_ENV=production`). Everywhere else demo accounts get random passwords, printed by the start that makes them. The first such start also replaces the known passwords of demo accounts that were made before',
    orNull(yesOrNo),
  ),
  NODE_ENV: setting(
    '`production`: no demo by itself and no `/dev/mailbox`, on loopback too. The container sets it, and `DEMO=0`',
    orNull(text),
  ),
});
export type VariableName = keyof typeof Variables.entries;
export type VariableValues = v.InferOutput<typeof Variables>;

/** Variables that are set: an empty one is not. */
export const variablesSet = (env: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.keys(Variables.entries).flatMap((name) => {
      const value = env[name]?.trim() ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );

/** The table of docs/operations.md. */
export const settingsTable = (): string =>
  [
    '| setting | what it does |',
    '|---|---|',
    ...Object.entries(Variables.entries).map(([name, schema]) => `| \`${name}\` | ${v.getDescription(schema)} |`),
  ].join('\n');
