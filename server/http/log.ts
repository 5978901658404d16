/** The server's log: one line an entry, without anything that says who somebody is or lets one in. */

export interface RequestEntry {
  readonly method: string;
  /** Template of the address (`routeName`), never the address. */
  readonly route: string;
  readonly status: number;
  /** Milliseconds until the answer began. */
  readonly ms: number;
}

export interface Log {
  request(entry: RequestEntry): void;
  /** A failure that is nobody's input. `where`: what was being done. */
  error(error: unknown, where?: string): void;
  /** Why the server cannot run, in words of ours that hold nothing of a fan and no secret: written as they are (SAF-26). */
  fatal(reason: string): void;
  /** Something an operator wants to know of. `facts` hold no personal data. */
  info(message: string, facts?: Readonly<Record<string, string | number>>): void;
}

export interface LogOptions {
  readonly format: 'json' | 'text';
  /** Takes one line, with its end. */
  readonly write: (line: string) => void;
  readonly now: () => number;
}

/** `json`: every request and failure as a JSON line. `text`, for a terminal: what needs a look, in words. */
export function createLog({ format, write, now }: LogOptions): Log {
  const json = (level: string, message: string, facts: object) =>
    write(`${JSON.stringify({ time: new Date(now()).toISOString(), level, message, ...facts })}\n`);
  if (format === 'json') {
    return {
      request: (entry) => json(levelOf(entry.status), 'request', entry),
      error: (error, where) => json('error', where ?? 'failure', describe(error)),
      fatal: (reason) => json('fatal', 'the server cannot run', { reason }),
      info: (message, facts = {}) => json('info', message, facts),
    };
  }
  return {
    request({ method, route, status, ms }) {
      if (isFailure(status)) write(`${status} ${method} ${route} (${Math.round(ms)} ms)\n`);
    },
    error(error, where) {
      const { name, code, reason, stack } = describe(error);
      const head = [where, name, code, reason].filter(Boolean).join(': ');
      write(`${head}\n${(stack ?? []).map((line) => `    ${line}\n`).join('')}`);
    },
    fatal: (reason) => write(`${reason}\n`),
    info: (message, facts = {}) =>
      write(`${[message, ...Object.entries(facts).map(([name, value]) => `${name}=${value}`)].join(' ')}\n`),
  };
}

/** 501 answers what the store never had: anybody can ask for it, and nothing of ours failed. `alerts.yml` has the same exception. */
const isFailure = (status: number): boolean => status >= 500 && status !== 501;
const levelOf = (status: number): string => (isFailure(status) ? 'error' : status === 429 ? 'warn' : 'info');

interface Described {
  readonly name: string;
  readonly code?: string;
  readonly reason?: string;
  readonly stack?: readonly string[];
  readonly cause?: Described;
}

/** An error's kind, place and redacted message. Its other fields (a database's `detail` quotes whole rows) stay out. */
function describe(error: unknown, depth = 0): Described {
  if (!(error instanceof Error)) return { name: typeof error, reason: redact(String(error)) };
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  const { code } = error as { code?: unknown };
  return {
    name: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code: redact(String(code)) } : {}),
    reason: redact(error.message),
    stack: frames.slice(0, 8).map((line) => line.trim().replace(/\?[^):]*/, '')),
    ...(error.cause !== undefined && depth < 2 ? { cause: describe(error.cause, depth + 1) } : {}),
  };
}

const LONGEST_REASON = 300;
/** Of a message, what is looked at: searching for the end of what has none takes the square of its length. */
const READ = 4 * LONGEST_REASON;
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|「[^」]*」|“[^”]*”/g;
/** The same where the end may have been cut off. */
const QUOTED_TO_END = /"[^"]*(?:"|$)|'[^']*(?:'|$)|`[^`]*(?:`|$)|「[^」]*(?:」|$)|“[^”]*(?:”|$)/g;

/** Takes out of a message what could be somebody's: addresses, codes, tokens, and everything that was quoted from input. */
export function redact(text: string): string {
  return (
    text
      .slice(0, READ)
      .replace(text.length > READ ? QUOTED_TO_END : QUOTED, '"…"')
      .replace(/=\([^)]*\)|<[^>]*>/g, '(…)')
      .replace(/[^\s,;:<>()]+@[^\s,;:<>()]+/g, '[address]')
      .replace(/\?[^\s]+/g, '?…')
      .replace(/[A-Za-z0-9+/_=.~-]{25,}/g, '[token]')
      .replace(/\d{6,}/g, '[digits]')
      // A second line would pass for an entry of its own.
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .slice(0, LONGEST_REASON)
  );
}
