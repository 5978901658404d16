/** Why the server did not start, for whoever starts it (SAF-26): in words, with the place at fault, without a password. */
import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { DatabaseUnavailable, sqlState } from './database/databaseFailure.ts';
import { DatabaseAddressWrong, parseDatabaseAddress } from './database/databaseHosts.ts';
import { MigratingFailed, MigrationFailed } from './database/migrate.ts';
import { WrongHost } from './database/serverConnections.ts';

/** What was to be started, as far as a failure can be about it. */
export interface StartPlace {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  readonly databaseUrl?: string | null | undefined;
  readonly databaseMigrateUrl?: string | null | undefined;
  readonly databaseReadUrl?: string | null | undefined;
  /** What `databaseUrl` comes from. */
  readonly databaseSetting?: string;
}

/** The built client is not where the server looks for it. */
class NoBuild extends Error {
  constructor(dist: string) {
    super(`There are no built pages in ${dist}. Run npm run build there, or deploy the folder with the server.`);
    this.name = 'NoBuild';
  }
}

/**
 * Without pages every address is 404 while the health check says that all is well: a load balancer would send fans there.
 * Throws an error that says so.
 */
export function requireBuild(dist: string | null): void {
  if (dist !== null && !existsSync(dist)) throw new NoBuild(dist);
}

/** What the operating system says of files, and what that means for DATA_DIR. */
const FILE_FAULTS: Readonly<Record<string, string>> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'it is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk is full',
  ENOTDIR: 'it is not a folder',
  EEXIST: 'it is not a folder',
  ENOENT: 'it cannot be made',
};
/** Errors whose message is all there is to say. */
const FORESEEN: ReadonlySet<string> = new Set([
  ...['DataFolderBusy', 'DataFolderOpen', 'NoBuild', 'RestoreUnfinished', 'RightsMissing'],
]);
const DISK_FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);
const LISTEN_FAULTS: Readonly<Record<string, (place: StartPlace) => string>> = {
  EADDRINUSE: ({ port }) => `Port ${port} is in use. Set PORT to another one.`,
  EACCES: ({ port }) => `This user may not listen on port ${port}. Set PORT to 1024 or more.`,
  EADDRNOTAVAIL: ({ host }) => `${host} is no address of this machine. Set HOST to one of its own.`,
  ENOTFOUND: ({ host }) => `${host} is no address of this machine. Set HOST to one of its own.`,
};
const NETWORK_FAULTS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  ETIMEDOUT: 'nothing answers there',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ECONNRESET: 'the connection was closed',
};

/** One or more lines. Faults nobody foresaw come with their stack. */
export function startReason(error: unknown, place: StartPlace): string {
  const urls = [place.databaseUrl, place.databaseMigrateUrl, place.databaseReadUrl];
  return urls.reduce<string>(withoutPassword, reasonOf(error, place));
}

function reasonOf(error: unknown, place: StartPlace): string {
  if (!(error instanceof Error)) return String(error);
  if (FORESEEN.has(error.name)) return error.message;
  if (error instanceof MigratingFailed) {
    const there = { databaseUrl: place.databaseMigrateUrl, databaseSetting: 'DATABASE_MIGRATE_URL' };
    return reasonOf(error.cause, { ...place, ...there });
  }
  if (error instanceof MigrationFailed) {
    return `The tables could not be brought up to date. ${error.message}\n${stackOf(error.cause)}`;
  }
  if (/^corrupted migrations/.test(error.message)) {
    return `The tables were made by another version of the server. Start that one, or a newer one. (${error.message})`;
  }
  const code = codeOf(error);
  const call = 'syscall' in error ? error.syscall : '';
  const listen = LISTEN_FAULTS[code];
  if (listen && (call === 'listen' || (call === 'getaddrinfo' && isHostOf(error, place)))) return listen(place);
  // A write to an open file that finds the disk full names no path, and a network has no disk.
  if (DISK_FULL.has(code)) return folderReason(error, code, place);
  if (isOfDatabase(error)) return databaseReason(error, place);
  return FILE_FAULTS[code] && 'path' in error ? folderReason(error, code, place) : stackOf(error);
}

function folderReason(error: Error, code: string, { dataDir }: StartPlace): string {
  const where = 'path' in error && typeof error.path === 'string' ? `${code} ${error.path}` : code;
  const advice = DISK_FULL.has(code) ? 'Make room, or set DATA_DIR.' : 'Set DATA_DIR.';
  return `The data folder ${dataDir} cannot be used: ${FILE_FAULTS[code]} (${where}). ${advice}`;
}

/** Node names the host it looked up. */
const isHostOf = (error: Error, { host }: StartPlace): boolean => 'hostname' in error && error.hostname === host;

/** What the driver throws: refusals have an SQLSTATE, networks a code and a call, the rest says so. */
const isOfDatabase = (error: Error): boolean =>
  sqlState(error) !== null ||
  error instanceof DatabaseUnavailable ||
  error instanceof WrongHost ||
  ('syscall' in error && ['connect', 'getaddrinfo', 'read', 'write'].includes(String(error.syscall))) ||
  error instanceof AggregateError ||
  /^Connection terminated|timeout|SASL|SSL|certificate/i.test(error.message);

function databaseReason(error: Error, { databaseUrl, databaseSetting = 'DATABASE_URL' }: StartPlace): string {
  if (!databaseUrl) return `The database cannot be opened.\n${stackOf(error)}`;
  const met = error instanceof DatabaseUnavailable && error.cause instanceof Error ? error.cause : error;
  const code = codeOf(met);
  const said = messageOf(met);
  const fault = NETWORK_FAULTS[code] ?? (/timeout/i.test(met.message) ? 'nothing answers there' : null);
  const why = fault === null ? said : `${fault} (${said || code})`;
  return `The database of ${databaseSetting} cannot be opened (${placeOf(databaseUrl)}): ${why}.`;
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** Hosts with ports, database and role, as far as the address names them. */
function placeOf(databaseUrl: string): string {
  const urls = urlsOf(databaseUrl);
  const [first] = urls;
  if (!first) return 'the address cannot be read';
  const { pathname, username } = first;
  const hosts = urls.map(({ hostname, port }) => `${isIPv6(hostname) ? `[${hostname}]` : hostname}:${port || 5432}`);
  const names = [pathname.length > 1 && `database ${pathname.slice(1)}`, username && `role ${username}`].filter(
    Boolean,
  );
  return [...hosts, ...names].join(', ');
}

/** One of each host; none: it cannot be read. */
function urlsOf(databaseUrl: string | null | undefined): URL[] {
  if (!databaseUrl) return [];
  try {
    return parseDatabaseAddress(databaseUrl, 'read').hosts.map(({ url }) => new URL(url));
  } catch (error) {
    if (error instanceof DatabaseAddressWrong) return [];
    throw error;
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));

/** As it stands in the address, and as it is sent. */
function withoutPassword(text: string, databaseUrl: string | null | undefined): string {
  const [first] = urlsOf(databaseUrl);
  if (!first) return text;
  const { password, searchParams } = first;
  const secrets = [password, decoded(password), searchParams.get('password') ?? ''].filter((secret) => secret !== '');
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, '***'), text);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
