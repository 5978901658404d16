import * as v from 'valibot';
import { normaliseEmail, type Subject, srpNameOf } from './accounts.ts';
import {
  checkClient,
  checkPolicy,
  deliveryTo,
  expiredCode,
  ownWordsOf,
  type PoolParts,
  poolInput,
  wrongCode,
  wrongPassword,
} from './poolParts.ts';
import { matchesPassword } from './srp.ts';
import { type Call, CognitoError, type Operations, operation } from './wire.ts';

/** Forgotten and changed passwords (ACC-05, ACC-06). Both end the sign-ins that knew the old password. */
export function createPasswords(parts: PoolParts): Operations {
  const { accounts, guesses, sessions, tokens, poolName } = parts;
  return {
    // The answer is the same for every address; only the owner of an account's finds a mail (SAF-06).
    ForgotPassword: operation(
      v.object({ ClientId: poolInput.clientId, Username: poolInput.username }),
      async ({ ClientId, Username }, call) => {
        checkClient(parts, ClientId);
        await mailReset(parts, await accounts.resolve(Username), call);
        return deliveryTo(normaliseEmail(Username));
      },
    ),

    ConfirmForgotPassword: operation(
      v.object({
        ClientId: poolInput.clientId,
        Username: poolInput.username,
        ConfirmationCode: poolInput.code,
        Password: poolInput.password,
      }),
      async ({ ClientId, Username, ConfirmationCode, Password }, call) => {
        checkClient(parts, ClientId);
        await reset(parts, await accounts.resolve(Username), { code: ConfirmationCode, password: Password }, call);
        return {};
      },
    ),

    ChangePassword: operation(
      v.object({
        AccessToken: poolInput.token,
        PreviousPassword: poolInput.password,
        ProposedPassword: poolInput.password,
      }),
      async ({ AccessToken, PreviousPassword, ProposedPassword }, call) => {
        const { account, sessionId } = await tokens.authenticate(AccessToken);
        // Counted before anything is looked at; the right password is no try, whatever the new one is like.
        const [subject, guesser] = [accounts.keyOf(account.email), guesses.guesserOf(call, account)];
        await guesses.takePassword(subject, guesser);
        await guesses.takeGood('signIns', account.sub);
        if (!matchesPassword(poolName, srpNameOf(account), PreviousPassword, account)) throw wrongPassword();
        await guesses.passwordWasRight(subject, guesser);
        await checkPolicy(parts, ProposedPassword, ownWordsOf(account));
        await accounts.setPassword(account, ProposedPassword);
        await sessions.closeAll(account.sub, sessionId);
        return {};
      },
    ),
  };
}

async function mailReset(parts: PoolParts, { key, id, account }: Subject, call: Call): Promise<void> {
  const { codes, guesses, mail } = parts;
  const guesser = guesses.guesserOf(call, account);
  await guesses.consume('mails', guesser);
  const isGuarded = await guesses.isGuarded(key);
  // False: the code that was mailed last is good for as long as no other is mailed.
  if (!(await guesses.takeMail(key, guesser, 'reset', isGuarded))) return;
  const code = await codes.issue({ subject: key, owner: id, kind: 'reset', isGuarded, guesser });
  if (account) mail.sendLater(account.email, 'reset', code);
}

/** The code is judged before the password: who has no code learns nothing of the account's names (SAF-07). */
async function reset(
  parts: PoolParts,
  { key, account }: Subject,
  given: { readonly code: string; readonly password: string },
  call: Call,
): Promise<void> {
  const { accounts, codes, devices, guesses, sessions, now } = parts;
  const guesser = guesses.guesserOf(call, account);
  await guesses.consume('codes', guesser);
  const { isGuarded } = await guesses.takeCode(key, guesser);
  const code = await codes.match(given.code, { subject: key, kind: 'reset', isGuarded });
  if (!code || !account || code.owner !== account.sub) throw wrongCode(given.code, isGuarded);
  await guesses.codeWasRight(key, guesser);
  await guesses.refund('codes', guesser);
  if (!code.isGood) throw expiredCode();
  try {
    await checkPolicy(parts, given.password, ownWordsOf(account));
  } catch (error) {
    if (error instanceof CognitoError) await codes.countRefused(code);
    throw error;
  }
  if (!(await codes.use(code))) throw expiredCode();
  await accounts.setPassword(account, given.password);
  await sessions.closeAll(account.sub);
  const since = new Date(now());
  await accounts.update(account.sub, { devices_since: since });
  await guesses.unlock(key, guesser);
  await guesses.mailCameBack(key, 'reset', code.network);
  // Whoever reads the mailbox owns the account: this browser is known from now on.
  devices.remember(call, { ...account, devices_since: since });
}
