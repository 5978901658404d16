/** The part of `survivors.ts` of sign-ups, their mails, and what all operations of the identity provider share. */
import { survivorsOf as of, type Survivor } from './survivor.ts';

const WORDS = 'English words beside the exception’s name, which alone is read';
const TYPE = 'asked for the compiler’s sake: ';
const NO_ENDPOINT = `${TYPE}the SDK takes null for none as well`;

export const survivorsOfRegistration: readonly Survivor[] = [
  ...of('server/identity/cognito.ts', [['endpoint === null', 'false', NO_ENDPOINT]]),
  ...of('server/identity/mailDelivery.ts', [["'Unable to deliver the code.'", '""', WORDS]]),
  ...of('server/identity/newPool.ts', [
    ['endpoint === null', 'false', NO_ENDPOINT],
    ['[]', '["Stryker was here"]', 'no attribute’s name, and no attribute', 2],
  ]),
  ...of('server/identity/poolParts.ts', [
    ["'Invalid code provided, please request a code again.'", '""', WORDS],
    ["'Invalid verification code provided, please try again.'", '""', WORDS],
    ["'User pool client does not exist.'", '""', WORDS],
    ["'Password not long enough'", '""', WORDS],
    ["'Password too long'", '""', WORDS],
    ["'Password must not begin or end with a space'", '""', WORDS],
    ["''", '"Stryker was here!"', 'three words nobody has as a password'],
    ['/^(.).*@(.).*$/', '/(.).*@(.).*$/', 'the first match begins at the start'],
    ['/^(.).*@(.).*$/', '/^(.).*@(.).*/', 'a line is matched to its end'],
  ]),
  ...of('server/identity/registration.ts', [
    ["'User already exists'", '""', WORDS],
    ["'The email attribute differs from the username.'", '""', WORDS],
    ["'Attributes did not conform to the schema: name: The attribute is required'", '""', WORDS],
    ["'The name is reserved.'", '""', WORDS],
    ["'The avatar comes after the account.'", '""', WORDS],
  ]),
  ...of('server/identity/wire.ts', [
    ["'CognitoError'", '""', 'nobody reads it: what is answered is the code'],
    ['parsed.issues[0]?.path', 'parsed.issues[0].path', `${TYPE}what does not fit has an issue`],
    ["''", '"Stryker was here!"', 'no operation’s name either', 2],
    [
      "request.headers.get('content-type')?.split(';')[0]?.trim",
      "request.headers.get('content-type')?.split(';')[0].trim",
      `${TYPE}a text that is parted has a first part`,
    ],
    ["'The body is too large'", '""', WORDS],
  ]),
];
