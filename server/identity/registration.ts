import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { SHORT_SIGN_UP_CODES } from '../../src/contract/limits.ts';
import { newSrpName, normaliseEmail } from './accounts.ts';
import { AttributeList, readAttributes } from './attributes.ts';
import { ownSignUp, rememberSignUp } from './devices.ts';
import { tooOften } from './guesses.ts';
import {
  checkClient,
  checkPolicy,
  deliveryTo,
  expiredCode,
  type PoolParts,
  poolInput,
  profileOf,
  wrongCode,
} from './poolParts.ts';
import { accountOf, SIGN_UP_LIFETIME_MS, type SignUp } from './signUps.ts';
import { createVerifier } from './srp.ts';
import { type Call, CognitoError, type Operations, operation } from './wire.ts';

const SignUpForm = v.object({
  ClientId: poolInput.clientId,
  Username: poolInput.email,
  Password: poolInput.password,
  UserAttributes: AttributeList,
});
/** `user_sub` of the metadata: which sign-up is the caller's own, for clients without cookies (`rememberSignUp`). */
const Waiting = { ClientId: poolInput.clientId, Username: poolInput.username, ClientMetadata: poolInput.metadata };
const WaitingForm = v.object(Waiting);
const invalid = (message: string) => new CognitoError('InvalidParameterException', message);
const isConfirmed = () =>
  new CognitoError('NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED');

/**
 * Sign-up, confirmation by a mailed code, and the code once more (ACC-04). A sign-up binds nothing until its code comes back: any
 * number may wait for one address, each with a password and a code of its own (SAF-13).
 */
export function createRegistration(parts: PoolParts): Operations {
  return {
    SignUp: operation(SignUpForm, (request, call) => signUp(parts, request, call)),

    ConfirmSignUp: operation(
      v.object({ ...Waiting, ConfirmationCode: poolInput.code }),
      async ({ ClientId, Username, ConfirmationCode, ClientMetadata }, call) => {
        checkClient(parts, ClientId);
        const own = ClientMetadata?.user_sub ?? ownSignUp(call);
        await confirm(parts, { email: await parts.accounts.emailOf(Username), code: ConfirmationCode, own }, call);
        return {};
      },
    ),

    ResendConfirmationCode: operation(WaitingForm, (request, call) => resendCode(parts, request, call)),
  };
}

async function signUp(parts: PoolParts, request: v.InferOutput<typeof SignUpForm>, call: Call) {
  const { accounts, guesses, signUps } = parts;
  checkClient(parts, request.ClientId);
  const guesser = guesses.guesserOf(call, null);
  await guesses.refuseSpent('taken', guesser);
  await guesses.consume('mails', guesser);
  await checkPolicy(parts, request.Password, [request.Username, ...request.UserAttributes.map(({ Value }) => Value)]);
  const person = await personOf(parts, request);
  if (await accounts.find(person.email)) {
    // The one answer that tells of an account: §8 demands it. So a network gets it a bounded number of times.
    await guesses.consume('taken', guesser);
    throw new CognitoError('UsernameExistsException', 'User already exists');
  }
  if (!(await guesses.takeMail(accounts.keyOf(person.email), guesser, 'sign-up'))) throw tooOften();
  const made = newSignUp(parts, { person, password: request.Password, network: call.network });
  await signUps.add(made);
  rememberSignUp(call, made.id, SIGN_UP_LIFETIME_MS);
  await parts.mail.send(made.email, 'confirm', await codeFor(parts, made, call));
  return { UserConfirmed: false, UserSub: made.id, ...deliveryTo(made.email) };
}

/** The answer is the same for every address, as with ForgotPassword. */
async function resendCode(parts: PoolParts, request: v.InferOutput<typeof WaitingForm>, call: Call) {
  const { accounts, guesses, signUps } = parts;
  const { ClientId, Username, ClientMetadata } = request;
  checkClient(parts, ClientId);
  const email = await accounts.emailOf(Username);
  const { key, id, account } = await accounts.resolve(Username);
  const guesser = guesses.guesserOf(call, account);
  await guesses.consume('mails', guesser);
  const isGuarded = await guesses.isGuarded(key);
  const isMailed = await guesses.takeMail(key, guesser, 'confirm', isGuarded);
  const waiting = account ? [] : await signUps.of(email);
  const signUp = theCallers(waiting, ClientMetadata?.user_sub ?? ownSignUp(call), call);
  if (isMailed) {
    const nobodys = { id, email, expires_at: new Date(parts.now() + SIGN_UP_LIFETIME_MS) };
    const code = await codeFor(parts, signUp ?? nobodys, call);
    if (signUp) parts.mail.sendLater(email, 'confirm', code);
  }
  return deliveryTo(email);
}

/** Whose code to mail again: never one that was made elsewhere while the caller's own may wait too. */
function theCallers(waiting: readonly SignUp[], own: string | null, { network }: Call): SignUp | null {
  const named = waiting.find(({ id }) => id === own);
  if (named) return named;
  const made = waiting.find((signUp) => signUp.network === network);
  return made ?? (waiting.length === 1 ? (waiting[0] ?? null) : null);
}

/** The more codes are good for one address, the easier one of them is guessed: further ones are long. */
async function codeFor(
  { accounts, codes, guesses, signUps }: PoolParts,
  { id, email, expires_at }: Pick<SignUp, 'id' | 'email' | 'expires_at'>,
  call: Call,
): Promise<string> {
  const subject = accounts.keyOf(email);
  const waiting = await signUps.of(email);
  const isOneOfMany = waiting.slice(0, -SHORT_SIGN_UP_CODES).some((other) => other.id === id);
  const isGuarded = isOneOfMany || (await guesses.isGuarded(subject));
  const guesser = guesses.guesserOf(call, null);
  return codes.issue({ subject, owner: id, kind: 'confirm', isGuarded, guesser, endsBy: expires_at.getTime() });
}

async function confirm(
  parts: PoolParts,
  { email, code: given, own }: { readonly email: string; readonly code: string; readonly own: string | null },
  call: Call,
): Promise<void> {
  const { accounts, codes, guesses, hooks, signUps } = parts;
  const subject = accounts.keyOf(email);
  const guesser = guesses.guesserOf(call, null);
  await guesses.consume('codes', guesser);
  const { isGuarded } = await guesses.takeCode(subject, guesser);
  const code = await codes.match(given, { subject, kind: 'confirm', isGuarded });
  const waiting = await signUps.of(email);
  // A browser that signed up means its own sign-up, whatever codes others had mailed to the address.
  const isOthers = code !== null && code.owner !== own && waiting.some(({ id }) => id === own);
  if (!code || isOthers) throw wrongCode(given, isGuarded);
  await guesses.codeWasRight(subject, guesser);
  await guesses.refund('codes', guesser);
  const signUp = waiting.find(({ id }) => id === code.owner);
  if (!signUp || !code.isGood) throw (await accounts.findBySub(code.owner)) ? isConfirmed() : expiredCode();
  if (await accounts.find(email)) throw isConfirmed();
  const isOwn = code.owner === own || waiting.length === 1;
  const confirmed = isOwn ? signUp : withoutPassword(parts, signUp);
  // Told before it is confirmed: an account that can sign in is always known to the product.
  await hooks.onProfile?.(profileOf(accountOf(confirmed)));
  if (!(await signUps.confirm(confirmed))) throw isConfirmed();
  await codes.use(code);
  await guesses.mailCameBack(subject, 'confirm', code.network);
}

/**
 * The sign-up with a password nobody knows (SAF-13c): whoever reads the mailbox may have entered the code of a stranger, who chose
 * the password. The fan sets one by 'forgotten password'.
 */
const withoutPassword = ({ poolName }: Pick<PoolParts, 'poolName'>, signUp: SignUp): SignUp => ({
  ...signUp,
  ...createVerifier(poolName, signUp.srp_name, randomBytes(32).toString('base64url')),
});

/** What the form tells of the person. Throws InvalidParameterException. */
async function personOf({ hooks }: PoolParts, request: v.InferOutput<typeof SignUpForm>) {
  const { extended4, name, ...others } = readAttributes(request.UserAttributes.filter(({ Name }) => Name !== 'email'));
  const email = request.UserAttributes.find(({ Name }) => Name === 'email')?.Value ?? request.Username;
  if (normaliseEmail(email) !== request.Username) throw invalid('The email attribute differs from the username.');
  if (name === undefined) throw invalid('Attributes did not conform to the schema: name: The attribute is required');
  for (const [taken, isPublic] of [[name, false] as const, [others.nickname, true] as const]) {
    if (taken && (await hooks.mayUseName?.(taken, null, isPublic)) === false) throw invalid('The name is reserved.');
  }
  if (extended4) throw invalid('The avatar comes after the account.');
  return { nickname: null, extended1: null, extended2: null, ...others, name, email: request.Username };
}

interface NewSignUp {
  readonly person: Awaited<ReturnType<typeof personOf>>;
  readonly password: string;
  readonly network: string;
}

function newSignUp({ poolName, now }: PoolParts, { person, password, network }: NewSignUp) {
  const srpName = newSrpName();
  return {
    ...person,
    ...createVerifier(poolName, srpName, password),
    srp_name: srpName,
    id: randomUUID(),
    network,
    created_at: new Date(now()),
    expires_at: new Date(now() + SIGN_UP_LIFETIME_MS),
  };
}
