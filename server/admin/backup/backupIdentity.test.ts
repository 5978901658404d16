import { expect, test } from 'vitest';
import { parseIdentity } from './backupIdentity.ts';

/** The example of the program's manual. */
const IDENTITY = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX';

test.each([
  ['as age-keygen writes it', `# created: 2026-11-30\n# public key: age1x\n${IDENTITY}\n`, IDENTITY],
  ['alone', IDENTITY, IDENTITY],
  ['64 hexadecimal digits of an older release', `${'42'.repeat(32)}\n`, IDENTITY],
  ['with a mistyped letter', `${IDENTITY.slice(0, -1)}Y`, null],
  ['a recipient', 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj', null],
  ['two of them', `${IDENTITY}\n${IDENTITY}\n`, null],
  ['63 digits', '4'.repeat(63), null],
  ['nothing', '# created: 2026-11-30\n', null],
])('OPS-01l a key file, %s', (_, text, identity) => {
  expect(parseIdentity(text)).toBe(identity);
});
