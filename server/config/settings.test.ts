import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SERVER_LIMITS } from '../database/serverPool.ts';
import { isDataForThisMachine, isForThisMachine, readSettings, SettingsError } from './settings.ts';

const pool = {
  COGNITO_USER_POOL_ID: 'ap-northeast-1_Abc123',
  COGNITO_CLIENT_ID: 'client',
  COGNITO_IDENTITY_POOL_ID: 'ap-northeast-1:6f1d2c3b-4a59-4e8d-9c7b-0a1b2c3d4e5f',
};
const problems = (env: Record<string, string>): string[] => {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return error.message.split('\n');
  }
};

test('an empty environment is the embedded server on loopback', () => {
  expect(readSettings({ S3_BUCKET: '', COGNITO_REGION: ' ' })).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: '.data',
    databaseUrl: null,
    isBehindProxy: false,
    hasDemo: true,
    isProduction: false,
    databaseMigrateUrl: null,
    databaseReadUrl: null,
    databaseLimits: SERVER_LIMITS,
    backup: { dir: null, identity: null },
    stopDelayMs: 0,
    isSending: true,
    bucket: null,
    cognito: null,
    mail: null,
    tls: null,
    metricsToken: null,
    logFormat: null,
    contactTo: null,
    refusedPasswords: null,
    vapid: { keys: null, subject: 'mailto:support@oshicolle.example' },
  });
});

test.each([
  [{}, true],
  [{ HOST: 'localhost' }, true],
  [{ NODE_ENV: 'development' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '192.168.1.2' }, false],
  [{ NODE_ENV: 'production' }, false],
  [{ TRUST_PROXY: '1' }, false],
  [{ DATABASE_URL: 'postgres://db/photos' }, false],
  [{ DEMO: '0' }, false],
  [{ DEMO: '1', HOST: '0.0.0.0', NODE_ENV: 'production' }, true],
])('SAF-03a demo content is there where asked, or where only this machine is served: %o', (env, hasDemo) => {
  expect(readSettings(env).hasDemo).toBe(hasDemo);
});

test('SAF-03a SAF-04 what is for this machine alone is closed by each sign that others come', () => {
  const here = { host: 'localhost', isBehindProxy: false, isProduction: false, databaseUrl: null };
  expect([isForThisMachine(here), isDataForThisMachine(here)]).toEqual([true, true]);
  for (const reach of [{ host: '0.0.0.0' }, { host: '::' }, { isBehindProxy: true }, { isProduction: true }])
    expect([reach, isForThisMachine({ ...here, ...reach }), isDataForThisMachine({ ...here, ...reach })]).toEqual([
      reach,
      false,
      false,
    ]);
  const shared = { ...here, databaseUrl: 'postgres://db/photos' };
  expect([isForThisMachine(shared), isDataForThisMachine(shared)]).toEqual([true, false]);
});

test('messages to the operator need a mail server; keys of Web Push come as a pair', () => {
  expect(problems({ CONTACT_TO: 'operator@example.jp' })).toEqual([
    'SMTP_URL is missing: messages to CONTACT_TO need a mail server.',
  ]);
  const keys = { VAPID_PUBLIC_KEY: 'B'.repeat(87), VAPID_PRIVATE_KEY: 'p'.repeat(43) };
  expect(readSettings({ ...keys, VAPID_SUBJECT: 'https://example.jp' }).vapid).toEqual({
    keys: { publicKey: keys.VAPID_PUBLIC_KEY, privateKey: keys.VAPID_PRIVATE_KEY },
    subject: 'https://example.jp',
  });
  expect(problems({ VAPID_PUBLIC_KEY: 'short' })).toHaveLength(2);
  expect(problems({ VAPID_SUBJECT: 'me' })).toHaveLength(1);
});

test('a copy of the data that is only looked at sends nothing', () => {
  expect(readSettings({ DELIVERIES: '0' }).isSending).toBe(false);
  expect(readSettings({ DELIVERIES: '1' }).isSending).toBe(true);
});

test('ACC-12c a file of breached passwords is read once, in whatever width and case it has them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'passwords-'));
  try {
    const file = (name: string, text: string) => {
      writeFileSync(join(folder, name), text);
      return { REFUSED_PASSWORDS: join(folder, name) };
    };
    const list = file('list.txt', 'corvette\r\nshort\n\nＳＡＭＡＮＴＨＡ\n');
    expect(readSettings(list).refusedPasswords).toEqual(new Set(['corvette', 'samantha']));
    expect(problems(file('empty.txt', 'short\n'))).toEqual([
      'REFUSED_PASSWORDS: the file has no password of 8 characters.',
    ]);
    expect(problems({ REFUSED_PASSWORDS: join(folder, 'none.txt') })).toEqual([
      'REFUSED_PASSWORDS: the file cannot be read.',
    ]);
    expect(problems({ ...list, ...pool })).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('on AWS the bucket’s and the pools’ endpoints are Amazon’s own, and there is no demo', () => {
  const settings = readSettings({ ...pool, S3_BUCKET: 'fan-photos' });
  expect(settings.bucket).toEqual({
    endpoint: null,
    region: 'ap-northeast-1',
    bucket: 'fan-photos',
    networkId: null,
    credentials: null,
    publicBase: 'https://fan-photos.s3.ap-northeast-1.amazonaws.com',
  });
  expect(settings.cognito).toMatchObject({ region: 'ap-northeast-1', endpoint: null, identityEndpoint: null });
  expect(settings.hasDemo).toBe(false);
});

test('another maker’s S3, a picture host, credentials', () => {
  const { bucket } = readSettings({
    ...pool,
    ...{ S3_BUCKET: 'photos', S3_ENDPOINT: 'https://s3.example.net/', S3_REGION: 'eu-west-1' },
    S3_ACCESS_KEY_ID: 'a',
    S3_SECRET_ACCESS_KEY: 'b',
  });
  expect(bucket).toEqual({
    ...{ endpoint: 'https://s3.example.net', region: 'eu-west-1', bucket: 'photos', networkId: null },
    publicBase: 'https://s3.example.net/photos',
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
  const cdn = { ...pool, S3_BUCKET: 'photos', S3_PUBLIC_BASE: 'https://img.example.net/' };
  expect(readSettings(cdn).bucket?.publicBase).toBe('https://img.example.net');
});

test('HLF-03c connections and time limits of the database are settings', () => {
  const env = { DATABASE_POOL: '7', DATABASE_CONNECT_MS: '900', DATABASE_STATEMENT_MS: '1500' };
  const limits = { connections: 7, connectMs: 900, statementMs: 1_500 };
  expect(readSettings(env).databaseLimits).toEqual({ ...limits, answerMs: 3_500 });
});

test('HLF-07a a bucket without Cognito stands behind our own store, pictures read there or elsewhere', () => {
  const { bucket, cognito, hasDemo } = readSettings({ S3_BUCKET: 'fan-photos' });
  expect(bucket).toMatchObject({ bucket: 'fan-photos', region: 'ap-northeast-1', publicBase: '/s3/photos' });
  expect([cognito, hasDemo]).toEqual([null, false]);
  const cdn = { S3_BUCKET: 'fan-photos', S3_PUBLIC_BASE: 'https://img.example.net/' };
  expect(readSettings(cdn).bucket?.publicBase).toBe('https://img.example.net');
});

test.each([
  [{ PORT: '70000' }, 'PORT must be a number from 0 to 65535.'],
  [{ STOP_DELAY: '200' }, 'STOP_DELAY must be seconds from 0 to 199.'],
  [{ DATABASE_POOL: '1' }, 'DATABASE_POOL must be a number from 2 to 200.'],
  [{ DATABASE_POOL: '201' }, 'DATABASE_POOL must be a number from 2 to 200.'],
  [{ DATABASE_CONNECT_MS: '5s' }, 'DATABASE_CONNECT_MS must be a number from 500 to 60000.'],
  [{ DATABASE_STATEMENT_MS: '499' }, 'DATABASE_STATEMENT_MS must be a number from 500 to 600000.'],
  [
    { DATABASE_MIGRATE_URL: 'postgres://x/y' },
    'DATABASE_URL is missing: DATABASE_MIGRATE_URL alone is no place for data.',
  ],
  [{ DATABASE_URL: 'mysql://x/y' }, 'DATABASE_URL must be an address that begins with postgres:// or postgresql://.'],
  [{ DELIVERIES: 'off' }, 'DELIVERIES must be 0 or 1.'],
  [{ TRUST_PROXY: 'yes' }, 'TRUST_PROXY must be 0 or 1.'],
  [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN must be 16 characters or more, without spaces.'],
  [{ BACKUP_KEY_FILE: '/nowhere/key' }, 'BACKUP_KEY_FILE: the file cannot be read.'],
  [
    { BACKUP_KEY_FILE: 'package.json' },
    'BACKUP_KEY_FILE must hold one age identity (AGE-SECRET-KEY-1…), or 64 hexadecimal digits.',
  ],
  [{ LOG_FORMAT: 'xml' }, 'LOG_FORMAT must be json or text.'],
  [{ MAIL_FROM: 'a@example.com' }, 'SMTP_URL is missing: MAIL_FROM alone sends nothing.'],
  [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM is missing: mails sent by SMTP_URL need a sender.'],
  [{ SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@b\r\nBcc: c@d' }, 'MAIL_FROM must be an address, or a name and <address>.'],
  [{ ...pool, COGNITO_REGION: 'us-east-1' }, 'COGNITO_REGION and the region in COGNITO_USER_POOL_ID differ.'],
  [
    { COGNITO_REGION: 'us-east-1' },
    'COGNITO_USER_POOL_ID is missing: identity on Amazon Cognito needs the ids of its pool and app client.',
  ],
  [{ ...pool, S3_BUCKET: 'UPPER' }, 'S3_BUCKET must be a bucket name.'],
  [
    { ...pool, S3_BUCKET: 'photos', S3_ACCESS_KEY_ID: 'a' },
    'S3_SECRET_ACCESS_KEY is missing: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY go together.',
  ],
  [
    { ...pool, COGNITO_IDENTITY_POOL_ID: '', S3_BUCKET: 'photos' },
    'COGNITO_IDENTITY_POOL_ID is missing: browsers put photos to S3 with its credentials.',
  ],
  [{ ...pool, DEMO: '1' }, 'DEMO=1 works with the embedded accounts and photos only: leave COGNITO_* and S3_* out.'],
])('%o is refused with a sentence', (env, sentence) => {
  expect(problems(env as Record<string, string>)).toContain(sentence);
});
