/** How often whom may be guessed at, and by whom (SAF-05, SAF-30). The bounds are IDENTITY_LIMITS and RATE_LIMITS. */
import { IDENTITY_LIMITS, RATE_LIMITS } from '../../src/contract/limits.ts';
import type { Account } from './accounts.ts';
import type { AttemptLimit, Limit } from './attemptLimit.ts';
import type { Devices } from './devices.ts';
import type { CodeKind } from './mailer.ts';
import type { ProofOfWork } from './proofOfWork.ts';
import { type Call, CognitoError } from './wire.ts';

/** Who asks, as counted: a device the account is known on, or else the network. */
export interface Guesser {
  readonly network: string;
  /** The device's id, and the account it is known to. null: a stranger. */
  readonly known: { readonly device: string; readonly sub: string } | null;
  /** What the call has to pay with where the network's bound is reached; left out: nothing. */
  readonly proof?: Call['proof'];
}

type NetworkCount = 'sign-in' | 'refresh' | 'codes' | 'mails' | 'taken';
const NETWORK_LIMITS: Readonly<Record<NetworkCount, Limit>> = {
  /** Handshakes begun and not ended well. */
  'sign-in': RATE_LIMITS.signIns,
  /** Unknown refresh tokens. */
  refresh: RATE_LIMITS.refreshes,
  /** Wrong codes. */
  codes: RATE_LIMITS.codes,
  /** Mailed codes that have not come back. */
  mails: RATE_LIMITS.codes,
  taken: IDENTITY_LIMITS.takenAddresses,
};

type MailKind = CodeKind | 'sign-up';

interface Bounds {
  readonly each: Limit;
  readonly strangers: Limit;
  readonly devices: Limit;
}

export interface Guesses {
  /** `account` null: there is none, or it is none of the caller's business. */
  guesserOf(call: Call, account: Account | null): Guesser;
  /** Throws LimitExceededException where `takePassword` would, before any work is done. */
  refuseLocked(subject: string, guesser: Guesser): Promise<void>;
  /** Counts a try of a password before it is judged. Throws LimitExceededException. */
  takePassword(subject: string, guesser: Guesser): Promise<void>;
  /** The password was right: the try counts no more, nor do the guesser's own before it. */
  passwordWasRight(subject: string, guesser: Guesser): Promise<void>;
  /** The mailbox was proven: strangers begin anew as well. */
  unlock(subject: string, guesser: Guesser): Promise<void>;
  /**
   * Counts a try of a code before it is judged. Throws LimitExceededException. `isGuarded`: so many were wrong that codes of
   * the usual length are good no longer.
   */
  takeCode(subject: string, guesser: Guesser): Promise<{ readonly isGuarded: boolean }>;
  codeWasRight(subject: string, guesser: Guesser): Promise<void>;
  isGuarded(subject: string): Promise<boolean>;
  /**
   * Counts a mail to an address. Throws LimitExceededException for who asks too often. False: the address was mailed often
   * enough by all together. Mails with longer codes are counted apart, so that the first of them always leaves.
   */
  takeMail(subject: string, guesser: Guesser, what: MailKind, isGuarded?: boolean): Promise<boolean>;
  /** A mailed code was given back: its mail counts no more. `network`: the code's. */
  mailCameBack(subject: string, kind: CodeKind, network: string): Promise<void>;
  /**
   * Takes one point of the network's bound; of the account's bound if its device is known. A network without points is asked for a proof
   * of work (SAF-32). Throws ProofOfWorkException with a challenge, or TooManyRequestsException if the caller cannot solve one.
   */
  consume(count: NetworkCount, guesser: Guesser): Promise<void>;
  /** Gives the point back that `consume` took. */
  refund(count: NetworkCount, guesser: Guesser): Promise<void>;
  /**
   * A sign-in of `sub` succeeded. Its point is refunded, and once a window also the point of a failed sign-in in the same network: one
   * account makes room for one wrong password, a stadium full of fans for all of theirs.
   */
  markSucceeded(guesser: Guesser, sub: string): Promise<void>;
  /** Throws as `consume` does if the network has no points. Takes none. */
  refuseSpent(count: NetworkCount, guesser: Guesser): Promise<void>;
  /** Counts what an account did well, `signIns` or `refreshes`. Throws TooManyRequestsException. */
  takeGood(what: 'signIns' | 'refreshes', sub: string): Promise<void>;
}

const locked = () => new CognitoError('LimitExceededException', 'Password attempts exceeded');
export const tooOften = () =>
  new CognitoError('LimitExceededException', 'Attempt limit exceeded, please try after some time.');
/** `leftMs`: until the bound's window is over. */
function tooMany(leftMs: number): CognitoError {
  const error = new CognitoError('TooManyRequestsException', 'Too many requests');
  error.retryAfterS = Math.max(1, Math.ceil(leftMs / 1000));
  return error;
}

/** The guesser's own counter, and the one of all strangers or of all known devices. */
function keysOf(what: string, subject: string, { known, network }: Guesser) {
  const own = known ? `device:${known.device}` : `network:${network}`;
  return { own: `${what}:${subject}:${own}`, all: `${what}:${subject}:${known ? 'devices' : 'strangers'}` };
}
const mailsOf = (what: MailKind, isGuarded: boolean) => `mail:${what}${isGuarded ? ':guarded' : ''}`;
const allOf = ({ strangers, devices }: Bounds, { known }: Guesser): Limit => (known ? devices : strangers);
/** A known device does not share the places of its network: who has one has the account's password or mailbox. */
const placeOf = (count: NetworkCount, { known, network }: Guesser) =>
  known ? `account:${count}:${known.sub}` : `network:${count}:${network}`;
const placesOf = (count: NetworkCount, { known }: Guesser): Limit =>
  known ? IDENTITY_LIMITS.signIns : NETWORK_LIMITS[count];

/** Every attempt is counted before it is judged: parallel ones cannot outrun a bound. */
export function createGuesses(
  limit: AttemptLimit,
  devices: Devices,
  proofs: Pick<ProofOfWork, 'challengeFor' | 'countPaid'>,
): Guesses {
  return {
    guesserOf(call, account) {
      const device = devices.idOf(call, account);
      const known = account !== null && device !== null ? { device, sub: account.sub } : null;
      return { network: call.network, known, proof: call.proof };
    },
    ...countPasswords(limit),
    ...countCodes(limit),
    ...countMails(limit),
    ...countPlaces(limit, proofs),
  };
}

type PasswordGuesses = Pick<Guesses, 'refuseLocked' | 'takePassword' | 'passwordWasRight' | 'unlock'>;
function countPasswords(limit: AttemptLimit): PasswordGuesses {
  const { passwords } = IDENTITY_LIMITS;
  return {
    async refuseLocked(subject, guesser) {
      const { own, all } = keysOf('password', subject, guesser);
      if (await limit.isSpent(own, passwords.each)) throw locked();
      if (await limit.isSpent(all, allOf(passwords, guesser))) throw locked();
    },
    async takePassword(subject, guesser) {
      const { own, all } = keysOf('password', subject, guesser);
      if (!(await limit.take(own, passwords.each))) throw locked();
      if (!(await limit.take(all, allOf(passwords, guesser)))) throw locked();
    },
    passwordWasRight: (subject, guesser) => forget(limit, 'password', subject, guesser),
    async unlock(subject, guesser) {
      const { own } = keysOf('password', subject, guesser);
      await limit.clear(own);
      await limit.clear(`password:${subject}:strangers`);
    },
  };
}

function countCodes(limit: AttemptLimit): Pick<Guesses, 'takeCode' | 'codeWasRight' | 'isGuarded'> {
  const { codes } = IDENTITY_LIMITS;
  return {
    async takeCode(subject, guesser) {
      const { own, all } = keysOf('code', subject, guesser);
      if (!(await limit.take(own, codes.each))) throw tooOften();
      const isWithin = await limit.take(all, allOf(codes, guesser));
      if (!guesser.known) return { isGuarded: !isWithin };
      if (!isWithin) throw tooOften();
      return { isGuarded: false };
    },
    codeWasRight: (subject, guesser) => forget(limit, 'code', subject, guesser),
    isGuarded: (subject) => limit.isSpent(`code:${subject}:strangers`, codes.strangers),
  };
}

function countMails(limit: AttemptLimit): Pick<Guesses, 'takeMail' | 'mailCameBack'> {
  const { mails } = IDENTITY_LIMITS;
  return {
    async takeMail(subject, guesser, what, isGuarded = false) {
      const { own } = keysOf('mail', subject, guesser);
      if (!(await limit.take(own, mails.each))) throw tooOften();
      const { all } = keysOf(mailsOf(what, isGuarded), subject, guesser);
      return limit.take(all, what === 'sign-up' ? mails.signUps : allOf(mails, guesser));
    },
    async mailCameBack(subject, kind, network) {
      for (const isGuarded of [false, true]) {
        for (const who of ['strangers', 'devices']) await limit.clear(`${mailsOf(kind, isGuarded)}:${subject}:${who}`);
      }
      if (network !== '') await limit.giveBack(`network:mails:${network}`);
    },
  };
}

function countPlaces(limit: AttemptLimit, proofs: Parameters<typeof createGuesses>[2]): PlaceGuesses {
  const refuse = async (key: string) => tooMany((await limit.usage(key)).leftMs);
  /** Throws unless the call has paid. Bounds of accounts and devices cannot be paid for. */
  async function demandProof(count: NetworkCount, guesser: Guesser): Promise<void> {
    const { network, known, proof = 'none' } = guesser;
    if (known || proof === 'none') throw await refuse(placeOf(count, guesser));
    if (proof === 'possible') throw new CognitoError('ProofOfWorkException', await proofs.challengeFor(network));
  }
  const refund: Guesses['refund'] = (count, guesser) => limit.giveBack(placeOf(count, guesser));
  return {
    async consume(count, guesser) {
      if (await limit.take(placeOf(count, guesser), placesOf(count, guesser))) return;
      await demandProof(count, guesser);
      await proofs.countPaid(guesser.network);
    },
    refund,
    async markSucceeded(guesser, sub) {
      await refund('sign-in', guesser);
      const once = { count: 1, windowMs: RATE_LIMITS.signIns.windowMs };
      if (!guesser.known && (await limit.take(`ended-well:${sub}`, once))) await refund('sign-in', guesser);
    },
    async refuseSpent(count, guesser) {
      if (await limit.isSpent(placeOf(count, guesser), placesOf(count, guesser))) await demandProof(count, guesser);
    },
    async takeGood(what, sub) {
      const key = `${what}:${sub}`;
      if (!(await limit.take(key, IDENTITY_LIMITS[what]))) throw await refuse(key);
    },
  };
}

type PlaceGuesses = Pick<Guesses, 'consume' | 'refund' | 'markSucceeded' | 'refuseSpent' | 'takeGood'>;

async function forget(limit: AttemptLimit, what: string, subject: string, guesser: Guesser): Promise<void> {
  const { own, all } = keysOf(what, subject, guesser);
  await limit.clear(own);
  await limit.giveBack(all);
}
