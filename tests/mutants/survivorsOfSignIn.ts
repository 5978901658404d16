/** The part of `survivors.ts` that is about signing in: handshakes, tokens, devices, codes and their counters. */
import { survivorsOf as of, type Survivor } from './survivor.ts';

const TYPE = 'asked for the compiler’s sake: ';
const WORDS = 'a sentence beside the exception name, which alone is read';
const GONE = `${TYPE}a sign-in goes with its account`;
const SHORT = 'a block so short holds no text, and what opens is none';
const LABEL = 'any other word does';
const OVER = 'what is over has no name to agree with';

export const survivorsOfSignIn: readonly Survivor[] = [
  ...of('server/identity/codes.ts', [
    [String.raw`'\n'`, '""', 'kinds, ids and seeds have one length each, and no number of digits begins another'],
  ]),
  ...of('server/identity/devices.ts', [
    ["''", '"Stryker was here!"', 'no mark and no cookie of ours either', 6],
    ['[]', '["Stryker was here"]', `${TYPE}only what has the form of a mark is read`],
    ["id === ''", 'false', `${TYPE}only what has the form of a mark is read`],
  ]),
  ...of('server/identity/guesses.ts', [['account !== null', 'true', `${TYPE}without an account no mark is found`]]),
  ...of('server/identity/secretBlock.ts', [
    ["'utf8'", '""', 'what is taken where none is named'],
    ['block.length <= IV_BYTES + TAG_BYTES', 'false', SHORT],
    ['block.length <= IV_BYTES + TAG_BYTES', 'block.length < IV_BYTES + TAG_BYTES', SHORT],
    ['IV_BYTES + TAG_BYTES', 'IV_BYTES - TAG_BYTES', SHORT],
    ['{ return null; }', '{}', 'undefined is no handshake either'],
  ]),
  ...of('server/identity/signIn.ts', [
    ["'The flow is not enabled for this client'", '""', WORDS],
    ["'The client is not configured for secret but secret was received'", '""', WORDS],
    ["'Missing or invalid parameter'", '""', WORDS],
    ["'User is not confirmed.'", '""', WORDS],
    ["'PostAuthentication failed with error Forbidden / invalid request params.'", '""', WORDS],
    ["handshake === 'over'", 'false', OVER],
    ["'over'", '""', OVER],
    ["''", '"Stryker was here!"', 'of a known device the account alone is asked for', 2],
  ]),
  ...of('server/identity/srp.ts', [
    ["''", '"Stryker was here!"', LABEL],
    ["'phantom verifier'", '""', LABEL],
  ]),
  ...of('server/identity/tokenService.ts', [
    ['!account', 'false', GONE],
    ["'Access Token has been revoked'", '""', GONE],
    ["'Invalid Access Token'", '""', 'what is thrown there is caught below, which says it anew'],
  ]),
];
