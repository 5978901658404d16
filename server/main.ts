import type { RequestListener } from 'node:http';
import { join, resolve } from 'node:path';
import type { Kysely } from 'kysely';
import { MAX_OBJECT_BYTES } from '../src/contract/limits.ts';
import { openOperatorChannels } from './admin/operatorChannels.ts';
import { createAnswerMail, createOperatorMail } from './api/contact/contactMail.ts';
import { createServer, type ServerDeps } from './app.ts';
import { type DatabaseSettings, databasePlace } from './config/databaseSettings.ts';
import { createEmbeddedParts, type EmbeddedParts, type Parts } from './config/embeddedServices.ts';
import { createExternalParts } from './config/externalServices.ts';
import {
  type BackupSettings,
  type BucketSettings,
  type CognitoSettings,
  isDataForThisMachine,
  isForThisMachine,
  isLoopback,
  type MailSettings,
  readSettings,
  SettingsError,
  type TlsSettings,
  type VapidSettings,
} from './config/settings.ts';
import { createDamageWatch } from './database/damageWatch.ts';
import { openDatabase } from './database/database.ts';
import { type DatabaseClock, startDatabaseClock } from './database/databaseClock.ts';
import { outlastLock } from './database/dataFolderLock.ts';
import { makeFilesPrivate, securePrivateFolder } from './database/privateFolder.ts';
import type { Database } from './database/schema.ts';
import { findUnsuitable } from './database/sessionSettings.ts';
import {
  knownPasswords,
  loginsWith,
  randomPasswords,
  replaceKnownPasswords,
  type ShownLogin,
} from './demo/demoAccounts.ts';
import { seedDemo } from './demo/seed.ts';
import { builtClient } from './http/fieldMetrics.ts';
import { createLog, type Log } from './http/log.ts';
import { createMetrics } from './http/metrics.ts';
import { metricsSources } from './http/metricsSources.ts';
import { createListener } from './http/nodeListener.ts';
import { listenHttp } from './http/nodeServer.ts';
import { observe } from './http/observe.ts';
import { createTroubleWatch, troubleOf } from './http/serverStatus.ts';
import { EMBEDDED_POOL } from './identity/embeddedPool.ts';
import { claimCodes } from './identity/mailer.ts';
import { createSmtpMailer } from './identity/smtpMailer.ts';
import { inTime } from './inTime.ts';
import { noDeliveries, startDeliveries } from './jobs/deliveries.ts';
import { startJobs } from './jobs/jobs.ts';
import type { KeptObjects } from './objects/keptObjects.ts';
import { startPictures } from './pictures/startPictures.ts';
import { openVapidKeys } from './push/vapidKeys.ts';
import { requireBuild, startReason } from './startFailure.ts';
import { CLOSE_DATABASE_MS, GRACE_MS, stopOnSignal } from './stopping.ts';

export interface StartOptions extends Partial<DatabaseSettings> {
  /** 0: any free port. */
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Accounts on Amazon Cognito in place of the embedded ones. */
  readonly cognito?: CognitoSettings | null;
  /** Photos in a bucket: `cognito` has the pool whose credentials browsers use for it; without, it stands behind our own store. */
  readonly bucket?: BucketSettings | null;
  /** Sends the codes of the embedded accounts; without it a mailbox keeps them, on loopback only. */
  readonly mail?: MailSettings | null;
  /** New passwords the embedded accounts refuse besides those of the rules (`passwordLook`). */
  readonly refusedPasswords?: ReadonlySet<string> | null;
  /** Where messages to the operator are mailed to, by `mail`. */
  readonly contactTo?: string | null;
  /** Left out: keys of our own. */
  readonly vapid?: VapidSettings;
  /** false: nothing is pushed or mailed, whatever is due. */
  readonly isSending?: boolean;
  /** How pushes reach the push services; for tests. */
  readonly pushFetch?: typeof globalThis.fetch;
  /** HTTPS with HTTP/2. */
  readonly tls?: TlsSettings | null;
  /** Opens /metrics to whoever shows it. */
  readonly metricsToken?: string | null;
  /** Where photos that are taken down are noted, so that no restore brings them back. */
  readonly backup?: Pick<BackupSettings, 'dir'>;
  /** Left out: failures only, to stderr. */
  readonly log?: Log;
  /** Folder of the demo's pictures (`ensureDemoPictures`), to fill what has no demo content yet; null: no demo. */
  readonly demoPictures: string | null;
  /** Folder of the built client; null: pages are served by `wrap`. */
  readonly dist: string | null;
  /** A proxy of ours stands in front and names the caller in X-Forwarded-For. */
  readonly isBehindProxy?: boolean;
  /** Nothing for development is served, and no account has a known password. */
  readonly isProduction?: boolean;
  /** Epoch ms; for tests. */
  readonly now?: () => number;
  /** Bytes left on the disk of the pictures; for tests. */
  readonly freeBytes?: () => Promise<number>;
  /** Puts something before our own listener, such as Vite in development. */
  readonly wrap?: (listener: RequestListener) => Promise<RequestListener>;
  /** For so long a server that closes goes on answering all but its health check, in milliseconds. */
  readonly stopDelayMs?: number;
  /** Requests still running after that get this long, in milliseconds. */
  readonly graceMs?: number;
}

export interface RunningServer {
  /** Without a trailing slash. */
  readonly url: string;
  readonly hasMailbox: boolean;
  /** Demo accounts whose passwords this start knows. */
  readonly demoLogins: readonly ShownLogin[];
  readonly deps: ServerDeps;
  /** The store of photos, as the server's own jobs use it. */
  readonly kept: KeptObjects;
  /** What the server does by itself every minute, now. */
  runJobs(): Promise<void>;
  /** Sends what waits to be sent: pushes, and messages to the operator. */
  runDeliveries(): Promise<void>;
  /** Derives the smaller pictures that wait. */
  runPictures(): Promise<void>;
  /** A certificate in place of the present one, for connections from now on. */
  renewTls(tls: TlsSettings): void;
  /** Answers what has been asked, takes nothing new, then closes the database. */
  close(): Promise<void>;
}

const root = resolve(import.meta.dirname, '..');

/** Opens the data, fills it if wanted, and listens. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { host, databaseUrl, tls = null } = options;
  const write = (line: string) => void process.stderr.write(line);
  const log = options.log ?? createLog({ format: 'text', write, now: options.now ?? Date.now });
  const dataDir = resolve(options.dataDir);
  makeFilesPrivate();
  // With data and photos elsewhere there is no folder; through our own store photos pass by it.
  if (!databaseUrl || !options.bucket || !options.cognito) secureFolder(dataDir, log);
  const damage = createDamageWatch(
    () => performance.now(),
    (found) => {
      log.error(new Error(`The database has met damaged data or a failing disk (${found.code}).`), 'database');
      // An error's own words are redacted, and with them the file and the block.
      log.info('the database is damaged', { ...found });
    },
  );
  const place = { ...databasePlace(dataDir, options), onRefused: damage.saw };
  const database = await outlastLock(() => openDatabase(place));
  let clock: DatabaseClock | null = null;
  try {
    if (databaseUrl && !options.now) clock = await startDatabaseClock(database.db, (ahead) => tellClock(log, ahead));
    const now = clock?.now ?? options.now ?? Date.now;
    const watched = { databaseDamage: damage.count, machineAhead: clock?.machineAhead ?? (() => 0) };
    const metrics = createMetrics(metricsSources(database, now, watched), {
      now,
      build: builtClient(options.dist),
    });
    const troubles = createTroubleWatch(now);
    const onError = (error: unknown) => {
      metrics.failure();
      troubles.saw(troubleOf(error));
      log.error(error);
    };
    if (databaseUrl)
      for (const { setting, value, needed } of await findUnsuitable(database.db))
        log.info('A setting of the database is not as the server needs it, and cannot be set here', {
          setting,
          value,
          needed,
        });
    const keys = await openVapidKeys(database.db, options.vapid ?? readSettings({}).vapid);
    const given = { options, db: database.db, dataDir, now, onError, pushKey: keys.publicKey };
    const parts = await createParts(given);
    const demoLogins = 'identityDb' in parts ? await openDemo(parts, options, log) : [];
    const store = { ...parts.kept, backupDir: options.backup?.dir ?? null };
    const readObject = (key: string) => parts.kept.read(key, 0, MAX_OBJECT_BYTES);
    const claims = options.cognito && options.mail ? { sendClaimCode: claimCodes(createSmtpMailer(options.mail)) } : {};
    const own = {
      ...claims,
      dist: options.dist,
      replica: database.replica,
      measure: metrics.measure,
      isDatabaseDamaged: damage.isRecent,
      troubles,
      onBusy: metrics.refusedBusy,
    };
    const deps = { ...parts.deps, ...own, pictureStore: store, readObject };
    const server = observe(createServer(deps), { log, metrics, metricsToken: options.metricsToken ?? null });
    const listener = createListener(server, options.isBehindProxy ?? false);
    const door = { port: options.port, host, tls, isBehindProxy: options.isBehindProxy ?? false };
    const http = await listenHttp(options.wrap ? await options.wrap(listener) : listener, door);
    const background = startBackground({ options, db: database.db, parts, keys, now, log, metrics });
    // Nobody else can open the folder now: the operators' commands come to us.
    const channel = { dataDir, db: database.db, store, now, onError };
    const closeChannels = databaseUrl ? null : await openOperatorChannels(channel);
    return {
      url: `${tls ? 'https' : 'http'}://${isLoopback(host) ? 'localhost' : host}:${http.port}`,
      hasMailbox: '/dev/mailbox' in (deps.localMounts ?? {}),
      demoLogins,
      deps,
      kept: parts.kept,
      runJobs: background.runJobs,
      runDeliveries: background.runDeliveries,
      runPictures: background.runPictures,
      renewTls: http.renewTls,
      async close() {
        await http.drain({ delayMs: options.stopDelayMs ?? 0, graceMs: options.graceMs ?? GRACE_MS });
        await inTime(CLOSE_DATABASE_MS, Promise.all([background.stop(), closeChannels?.()]), () => {});
        clock?.stop();
        await database.close();
      },
    };
  } catch (error) {
    clock?.stop();
    await database.close();
    throw error;
  }
}

/** @param ahead of the database's clock, in milliseconds */
function tellClock(log: Log, ahead: number): void {
  const seconds = Math.round(ahead / 1000);
  if (Math.abs(seconds) >= 2)
    log.error(new Error('The clock of this machine differs from the database’s, which counts.'), 'clock');
  log.info('seconds the clock of this machine is ahead of the database', { seconds });
}

interface BackgroundGiven {
  readonly options: StartOptions;
  readonly db: Kysely<Database>;
  readonly parts: Parts | EmbeddedParts;
  readonly keys: Awaited<ReturnType<typeof openVapidKeys>>;
  readonly now: () => number;
  readonly log: Log;
  readonly metrics: ReturnType<typeof createMetrics>;
}

/** What the server does by itself: jobs of every minute, deliveries, smaller pictures. */
function startBackground({ options, db, parts, keys, now, log, metrics }: BackgroundGiven) {
  const jobs = startJobs({ db, parts, now, log, metrics });
  const { pushFetch = globalThis.fetch, isSending = true } = options;
  const openMail = () =>
    options.mail && options.contactTo ? createOperatorMail(options.mail, options.contactTo) : null;
  const deliveries = isSending
    ? startDeliveries({
        db,
        keys,
        mail: openMail(),
        answerMail: options.mail ? createAnswerMail(options.mail) : null,
        now,
        log,
        fetch: pushFetch,
      })
    : noDeliveries(log);
  const pictures = startPictures({ db, objects: parts.kept, now, log, metrics });
  return {
    runJobs: jobs.run,
    runDeliveries: deliveries.run,
    runPictures: pictures.run,
    stop: () => Promise.all([jobs.stop(), deliveries.stop(), pictures.stop()]),
  };
}

/** Others than the server's user may have read the keys, or written: an operator wants to know. */
function secureFolder(dataDir: string, log: Log): void {
  const paths = securePrivateFolder(dataDir);
  if (paths === 0) return;
  // One: the folder alone, such as an operator made it a moment ago.
  const advice = 'They may have read its keys: docs/operations.md (Operators) tells how to renew them.';
  log.info(`DATA_DIR was open to other users of this machine and is closed now.${paths > 1 ? ` ${advice}` : ''}`, {
    paths,
  });
}

interface PartsGiven {
  readonly options: StartOptions;
  readonly db: Kysely<Database>;
  readonly dataDir: string;
  readonly pushKey: string;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

function createParts({ options, ...common }: PartsGiven): Promise<Parts | EmbeddedParts> {
  const { cognito, bucket = null, mail, refusedPasswords = null, isSending = true, freeBytes } = options;
  if (cognito) return createExternalParts({ ...common, cognito, bucket });
  const mailer = mail && isSending ? createSmtpMailer(mail) : null;
  const hasMailbox = mailer === null && isForThisMachine(options);
  return createEmbeddedParts({ ...common, bucket, freeBytes, mailer, hasMailbox, refusedPasswords });
}

/** Fills what has no demo content yet, if wanted. Where others can sign in, no account keeps a password of the README. */
async function openDemo(parts: EmbeddedParts, options: StartOptions, log: Log): Promise<ShownLogin[]> {
  const { identityDb } = parts;
  const isOurs = isDataForThisMachine(options);
  const passwords = isOurs ? knownPasswords() : randomPasswords();
  const replaced = isOurs ? 0 : await replaceKnownPasswords(identityDb, EMBEDDED_POOL, passwords);
  if (replaced > 0)
    log.info(
      'Demo accounts had the password of the README, and others can reach this server. They have random ones now.',
      {
        accounts: replaced,
      },
    );
  if (options.demoPictures === null) return [];
  await seedDemo({
    db: identityDb,
    objects: parts.objects,
    pool: EMBEDDED_POOL,
    picturesDir: options.demoPictures,
    tenantsDir: join(root, 'tenants'),
    now: parts.deps.now(),
    passwords,
  });
  return loginsWith(identityDb, EMBEDDED_POOL, passwords);
}

/** Options of the environment (`readSettings`; table in docs/operations.md). Throws SettingsError. */
export function optionsFromEnvironment(env = process.env): RunOptions {
  const { hasDemo, logFormat, ...settings } = readSettings(env);
  return {
    ...settings,
    demoPictures: hasDemo ? join(root, 'dist/demo') : null,
    dist: join(root, 'dist'),
    logFormat: logFormat ?? (process.stdout.isTTY ? 'text' : 'json'),
  };
}

export interface RunOptions extends StartOptions {
  readonly logFormat: 'json' | 'text';
}

/** Options of the environment; ends the process with what is wrong with it. */
export function optionsOrExit(): RunOptions {
  try {
    return optionsFromEnvironment();
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
}

/** Runs until SIGINT or SIGTERM. SIGHUP reads the certificate again. */
export async function runServer(options: RunOptions): Promise<void> {
  const log = createLog({ format: options.logFormat, write: (line) => process.stdout.write(line), now: Date.now });
  if (options.logFormat === 'json') joinConsole(log);
  let running: RunningServer;
  try {
    if (options.isProduction) requireBuild(options.dist);
    running = await startServer({ log, ...options });
  } catch (error) {
    const reason = startReason(error, options);
    if (options.logFormat === 'json') log.fatal(reason);
    else console.error(reason);
    process.exit(1);
  }
  // Whoever reads the greeting may stop us.
  stopOnSignal(running, log, options.stopDelayMs);
  greet(running, options);
  if (options.tls) process.on('SIGHUP', () => renewTls(running, log));
}

/** What libraries say to the console becomes lines of the log, redacted like the others. */
function joinConsole(log: Log): void {
  const tell = (...words: unknown[]) => log.error(words.find((word) => word instanceof Error) ?? words.join(' '));
  Object.assign(console, { error: tell, warn: tell, info: tell });
}

function greet({ url, hasMailbox, demoLogins }: RunningServer, options: RunOptions): void {
  console.log(`\n  ${url}\n`);
  if (hasMailbox) console.log(`  Mail with confirmation codes: ${url}/dev/mailbox`);
  if (demoLogins.length === 0) return;
  console.log(isDataForThisMachine(options) ? '  Demo logins:' : '  Demo logins, shown this once:');
  for (const { email, password } of demoLogins) console.log(`    ${email}  ${password}`);
}

/** A certificate that is no good leaves the present one in place. */
function renewTls(running: RunningServer, log: Log): void {
  try {
    const { tls } = readSettings(process.env);
    if (tls) running.renewTls(tls);
    log.info('certificate read again');
  } catch (error) {
    log.error(error, 'reading the certificate again');
  }
}

if (import.meta.main) await runServer(optionsOrExit());
