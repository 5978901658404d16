import type { Break } from './break.ts';

const account = 'tests/api/identityAccount.test.ts';
const protocol = 'tests/api/identityProtocol.test.ts';
const safe = 'tests/api/identitySafe.test.ts';
const accounts = 'tests/api/asvsAccounts.test.ts';
const password = 'src/rules/password.test.ts';
const loginModal = 'src/features/account/LoginModal.test.tsx';
const signUp = 'tests/api/identitySignUp.test.ts';
const enumeration = 'tests/api/identityEnumeration.test.ts';

/** Chapter V6 of tests/asvs.md. */
export const breaks6: readonly Break[] = [
  // V6 Authentication
  {
    rows: ['6.1.1'],
    file: 'server/identity/guesses.ts',
    find: 'const own = known ? `device:${known.device}` : `network:${network}`;',
    replace: "const own = known ? 'all' : `all${network.slice(0, 0)}`;",
    test: [safe, 'SAF-05a 24 calls with the public id or the address keep nobody out'],
  },
  {
    rows: ['6.1.2', '6.2.11'],
    file: 'src/rules/password.ts',
    find: '...tenants.map(({ id }) => lettersOf(id)), ...own.flatMap(ownWords)',
    replace: '',
    test: [password, 'ACC-12c the service’s own names, and those of the account, are no passwords'],
  },
  {
    rows: ['6.1.3', '6.3.4'],
    file: 'server/identity/signIn.ts',
    find: "throw new CognitoError('InvalidParameterException', 'The flow is not enabled for this client');",
    replace: "return { ChallengeName: 'PASSWORD', ChallengeParameters: {} };",
    test: [protocol, 'ACC-12e the flow that sends passwords is not offered'],
  },
  {
    rows: ['6.2.1'],
    file: 'src/contract/limits.ts',
    find: 'PASSWORD = { min: 8,',
    replace: 'PASSWORD = { min: 6,',
    test: [password, 'ACC-12c length is what counts'],
  },
  {
    rows: ['6.2.2'],
    file: 'server/identity/passwords.ts',
    find: 'await accounts.setPassword(account, ProposedPassword);',
    replace: '',
    test: [account, 'ACC-06 change of password keeps this device'],
  },
  {
    rows: ['6.2.3'],
    file: 'server/identity/passwords.ts',
    find: 'if (!matchesPassword(poolName, srpNameOf(account), PreviousPassword, account)) throw wrongPassword();',
    replace: '',
    test: [account, 'ACC-06 change of password keeps this device, ends the others, and needs the old password'],
  },
  {
    rows: ['6.2.4'],
    file: 'server/identity/commonPasswords.ts',
    find: "if (COMMON.has(plain) || COMMON.has(plain.replace(/[\\d!]$/, ''))) return true;",
    replace: '',
    test: ['server/identity/commonPasswords.test.ts', 'ACC-12c a password of the world’s leaks is refused'],
  },
  {
    rows: ['6.2.5'],
    file: 'src/rules/password.ts',
    find: "if (password.trim() !== password) return 'edge';",
    replace:
      "if (password.trim() !== password) return 'edge';\n  if (!/[A-Z]/.test(password) || !/\\d/.test(password)) return 'guessable';",
    test: [password, 'ACC-12c length is what counts: 8 to 256 of any characters'],
  },
  {
    rows: ['6.2.6'],
    file: 'src/ui/Field.tsx',
    find: "type={isShown ? 'text' : 'password'}",
    replace: "type={isShown ? 'password' : 'text'}",
    test: [loginModal, 'ACC-01a WCAG 3.3.8: names a password manager knows'],
  },
  {
    rows: ['6.2.7'],
    file: 'src/features/account/LoginModal.tsx',
    find: 'autoComplete="current-password"',
    replace: 'autoComplete="off"',
    test: [loginModal, 'ACC-01a WCAG 3.3.8: names a password manager knows'],
  },
  {
    rows: ['6.2.8'],
    file: 'server/identity/registration.ts',
    find: '...createVerifier(poolName, srpName, password),',
    replace: '...createVerifier(poolName, srpName, password.slice(0, 72)),',
    test: [accounts, 'ASVS 6.2.8 a password counts as typed'],
  },
  {
    rows: ['6.2.9'],
    file: 'src/contract/limits.ts',
    find: 'PASSWORD = { min: 8, max: 256 }',
    replace: 'PASSWORD = { min: 8, max: 32 }',
    test: [password, 'ACC-12c length is what counts'],
  },
  {
    rows: ['6.3.1'],
    file: 'server/identity/guesses.ts',
    find: "const { own, all } = keysOf('password', subject, guesser);\n      if (!(await limit.take(own, passwords.each))) throw locked();",
    replace: "const { all } = keysOf('password', subject, guesser);",
    test: [account, 'ACC-12b parallel guesses cannot outrun the lock'],
  },
  {
    rows: ['6.3.1'],
    file: 'server/identity/guesses.ts',
    find: 'await demandProof(count, guesser);\n      await proofs.countPaid',
    replace: 'await proofs.countPaid',
    test: [safe, 'SAF-30 a good sign-in gives its place back; failures do not'],
  },
  {
    rows: ['6.3.2'],
    file: 'server/config/settings.ts',
    find: '(demo === null && isEmbedded && isDataForThisMachine(place))',
    replace: '(demo === null && isEmbedded)',
    test: ['server/config/settings.test.ts', 'SAF-03a demo content is there where asked'],
  },
  {
    rows: ['6.4.1'],
    file: 'server/identity/codes.ts',
    find: 'confirm: 24 * HOUR_MS, reset: HOUR_MS, email: HOUR_MS };\n/** A code',
    replace: 'confirm: 24_000 * HOUR_MS, reset: HOUR_MS, email: HOUR_MS };\n/** A code',
    also: [
      {
        file: 'server/identity/signUps.ts',
        find: 'export const SIGN_UP_LIFETIME_MS =',
        replace: 'export const SIGN_UP_LIFETIME_MS = 1000 *',
      },
    ],
    test: [signUp, 'ACC-04c codes expire after a day'],
  },
  {
    rows: ['6.4.3'],
    file: 'server/identity/passwords.ts',
    find: 'await sessions.closeAll(account.sub);',
    replace: '',
    test: [enumeration, 'ACC-05 ACC-06 a new password ends the other sign-ins'],
  },
  {
    rows: ['6.5.1'],
    file: 'server/identity/passwords.ts',
    find: 'if (!(await codes.use(code))) throw expiredCode();',
    replace: '',
    test: [account, 'ACC-05 forgotten password: wrong and expired codes refused'],
  },
  {
    rows: ['6.5.3'],
    file: 'server/identity/codes.ts',
    find: "const seed = randomBytes(16).toString('hex');",
    replace: 'const seed = String(Math.random());',
    test: ['server/identity/cryptography.test.ts', 'numbers nobody must guess come from the system’s generator'],
  },
  {
    rows: ['6.5.4'],
    file: 'src/contract/limits.ts',
    find: 'CODE_DIGITS = { usual: 6,',
    replace: 'CODE_DIGITS = { usual: 4,',
    test: [account, 'ACC-10a leaving: the product is told first'],
  },
  {
    rows: ['6.6.2'],
    file: 'server/identity/registration.ts',
    find: 'const signUp = waiting.find(({ id }) => id === code.owner);',
    replace: 'const signUp = waiting.at(0);',
    test: [signUp, 'SAF-13a a code activates the password and the name it was mailed for'],
  },
  {
    rows: ['6.6.3'],
    file: 'server/identity/guesses.ts',
    find: 'if (!(await limit.take(own, codes.each))) throw tooOften();',
    replace: '',
    test: [signUp, 'ACC-12b a code bears five wrong tries'],
  },
  {
    rows: ['6.6.3'],
    file: 'server/identity/guesses.ts',
    find: 'if (!(await limit.take(own, mails.each))) throw tooOften();',
    replace: '',
    test: [signUp, 'ACC-12b at most five codes an hour are mailed to one address'],
  },
  {
    rows: ['6.8.2', '9.1.1'],
    file: 'server/identity/verifyToken.ts',
    find: 'const { payload } = await jwtVerify(token, keys, {',
    replace:
      "const unverified = async (text: string, _keys: unknown, _how: unknown) => ({\n        payload: JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()),\n      });\n      const { payload } = await unverified(token, keys, {",
    test: [protocol, 'ACC-12e forged tokens are refused: no algorithm'],
  },
];
