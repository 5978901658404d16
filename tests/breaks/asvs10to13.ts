import type { Break } from './break.ts';

/** Chapters V10 to V13 of tests/asvs.md. */
export const breaks10to13: readonly Break[] = [
  // V10: tokens and sign-in.
  {
    rows: ['10.1.2'],
    file: 'server/identity/secretBlock.ts',
    find: `return used ? handshake : 'over';`,
    replace: 'return used ? handshake : handshake;',
    test: ['tests/api/identityProtocol.test.ts', 'an answered challenge cannot be replayed'],
  },
  {
    rows: ['10.3.1', '10.5.4'],
    file: 'server/identity/verifyToken.ts',
    find: `        audience: clientId,
`,
    replace: '',
    test: ['tests/api/attacks.test.ts', 'forged tokens open neither'],
  },
  {
    rows: ['10.3.2'],
    file: 'server/api/access/membership.ts',
    find: 'if (!(await isMember(trx, tenant, userId)))',
    replace: "if (userId === '')",
    test: ['tests/api/roles.test.ts', 'who may write: members only'],
  },
  {
    rows: ['10.3.3'],
    file: 'server/identity/registration.ts',
    find: `    id: randomUUID(),
`,
    replace: `    id: \`00000000-0000-4000-8000-\${Buffer.from(person.email).toString('hex').padEnd(12, '0').slice(0, 12)}\`,
`,
    test: ['tests/api/deployIdentity.test.ts', 'an address used again after leaving is another account'],
  },
  {
    rows: ['10.4.4'],
    file: 'server/identity/signIn.ts',
    find: "if (AuthFlow === 'USER_SRP_AUTH')",
    replace: `if (AuthFlow === 'USER_PASSWORD_AUTH') return signInPlain(parts, AuthParameters);
        if (AuthFlow === 'USER_SRP_AUTH')`,
    also: [
      {
        file: 'server/identity/signIn.ts',
        find: 'async function startSrp(',
        replace: `async function signInPlain(parts: PoolParts, { USERNAME, PASSWORD }: Record<string, string | null>) {
  const { account } = await parts.accounts.resolve(USERNAME ?? '');
  if (!account || !PASSWORD) throw wrongPassword();
  const { session, refreshToken } = await parts.sessions.open(account.sub, '');
  return { AuthenticationResult: { ...(await parts.tokens.issue(account, session)), RefreshToken: refreshToken } };
}

async function startSrp(`,
      },
    ],
    test: ['tests/api/deployIdentity.test.ts', 'a password sent in the clear opens nothing'],
  },
  {
    rows: ['10.4.8'],
    file: 'server/identity/sessions.ts',
    find: 'const LIFETIME_MS = 30 * 24',
    replace: 'const LIFETIME_MS = 300 * 24',
    test: ['tests/api/identityAccount.test.ts', 'a refresh gives new tokens of the same sign-in for 30 days'],
  },
  {
    rows: ['10.4.9'],
    file: 'server/api/account/sessionHandlers.ts',
    find: 'if (!(await sessions?.close(body.session_id, userId)))',
    replace: 'if (!(await sessions?.list(userId))?.some(({ id }) => id === body.session_id))',
    test: ['tests/api/attacks.test.ts', 'one device is signed out from another'],
  },
  {
    rows: ['10.5.2'],
    file: 'src/platform/identity/identityTokens.ts',
    find: "claims['custom:user_id'] || claims.sub",
    replace: 'claims.email',
    test: ['tests/api/deployIdentity.test.ts', 'an address used again after leaving is another account'],
  },
  {
    rows: ['10.6.2'],
    file: 'server/identity/tokenService.ts',
    find: 'if (!(await sessions.isOpen(origin_jti, sub)))',
    replace: 'if (origin_jti === sub)',
    test: ['tests/api/deployIdentity.test.ts', 'nobody signs a fan out without a token'],
  },
  // V11: cryptography.
  {
    rows: ['11.1.1'],
    file: 'server/identity/identityKeys.ts',
    find: '[jwk, ...others.map(({ value }) => JSON.parse(value) as JWK)]',
    replace: '[jwk]',
    test: ['tests/api/identityProtocol.test.ts', 'a renewed key signs once every copy knows it'],
  },
  {
    rows: ['11.1.2', '11.4.1'],
    file: 'server/identity/sessions.ts',
    find: "createHash('sha256').update(token)",
    replace: "createHash('md5').update(token)",
    test: ['server/identity/cryptography.test.ts', 'every algorithm in the sources is one of the inventory'],
  },
  {
    rows: ['11.2.1'],
    file: 'server/identity/sessions.ts',
    find: "import { createHash, randomBytes, randomUUID } from 'node:crypto';",
    replace: `import { createHash } from 'hash.js';
import { randomBytes, randomUUID } from 'node:crypto';`,
    test: ['server/identity/cryptography.test.ts', 'no cryptography is called'],
  },
  {
    rows: ['11.2.3'],
    file: 'server/identity/identityKeys.ts',
    find: 'const MODULUS_BITS = 3072;',
    replace: 'const MODULUS_BITS = 2048;',
    test: ['tests/api/identityProtocol.test.ts', 'keys outlive the process'],
  },
  {
    rows: ['11.3.1', '11.3.2'],
    file: 'server/identity/secretBlock.ts',
    find: "createCipheriv('aes-256-gcm', key, iv)",
    replace: "createCipheriv('aes-256-cbc', key, iv)",
    test: ['server/identity/cryptography.test.ts', 'every algorithm in the sources is one of the inventory'],
  },
  {
    rows: ['11.3.3'],
    file: 'server/identity/secretBlock.ts',
    find: 'Buffer.concat([decipher.update(block.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])',
    replace: 'decipher.update(block.subarray(IV_BYTES, -TAG_BYTES))',
    test: ['tests/api/identityBlocks.test.ts', 'a block that was changed in any place opens nothing'],
  },
  {
    rows: ['11.4.3'],
    file: 'server/identity/srp.ts',
    find: "createHmac('sha256', key).update(poolName)",
    replace: "createHmac('sha1', key).update(poolName)",
    test: ['server/identity/cryptography.test.ts', 'every algorithm in the sources is one of the inventory'],
  },
  {
    rows: ['11.6.1'],
    file: 'server/identity/identityKeys.ts',
    find: "const ALGORITHM = 'RS256';",
    replace: "const ALGORITHM = 'RS1';",
    test: ['server/identity/cryptography.test.ts', 'every algorithm in the sources is one of the inventory'],
  },
  // V12: communication.
  {
    rows: ['12.1.1'],
    file: 'server/http/nodeServer.ts',
    find: "minVersion: 'TLSv1.2',",
    replace: "minVersion: 'TLSv1.1',",
    also: [{ file: 'server/http/nodeServer.ts', find: "].join(':'),", replace: "'ALL', '@SECLEVEL=0'].join(':')," }],
    test: ['tests/api/tls.test.ts', 'nothing older is spoken'],
  },
  {
    rows: ['12.1.2'],
    file: 'server/http/nodeServer.ts',
    find: "].join(':'),",
    replace: "'HIGH'].join(':'),",
    test: ['tests/api/tls.test.ts', 'ciphers have forward secrecy'],
  },
  {
    rows: ['12.3.2'],
    file: 'server/identity/smtpMailer.ts',
    find: 'pool: true,',
    replace: `pool: true,
    tls: { rejectUnauthorized: false },`,
    test: ['tests/api/deployMail.test.ts', 'a mail server whose certificate nobody vouches for'],
  },
  // V13: configuration.
  {
    rows: ['13.1.1'],
    file: 'server/config/environment.ts',
    find: '  DATA_DIR: setting(',
    replace: '  FILES_AT: setting(',
    test: ['tests/api/deployDocs.test.ts', 'every setting the server reads is in the table of docs/operations.md'],
  },
  {
    rows: ['13.2.2'],
    file: 'server/deploy/aws.yaml',
    find: 'Action: [s3:PutObject, s3:GetObject]',
    replace: 'Action: [s3:PutObject, s3:GetObject, s3:DeleteObject]',
    test: ['tests/api/deployTemplate.test.ts', 'neither deletes nor lists'],
  },
  {
    rows: ['13.2.3'],
    file: 'server/config/settings.ts',
    find: 'databaseUrl: values.DATABASE_URL,',
    replace: "databaseUrl: values.DATABASE_URL ?? 'postgres://postgres:postgres@localhost',",
    test: ['server/config/settings.test.ts', 'an empty environment'],
  },
  {
    rows: ['13.2.5'],
    file: 'server/push/pushServices.ts',
    find: "if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;",
    replace: "if (hostname === 'example.jp') return true;",
    test: ['tests/api/routesPush.test.ts', 'only push services of browsers'],
  },
  {
    rows: ['13.4.1'],
    file: 'server/deploy/Dockerfile.dockerignore',
    find: `.git
`,
    replace: '',
    test: ['tests/api/deployTemplate.test.ts', 'the container copies nothing that is not needed'],
  },
  {
    rows: ['13.4.2'],
    file: 'server/config/settings.ts',
    find: 'isLoopback(host) && !isBehindProxy && !isProduction;',
    replace: 'isLoopback(host) && !isBehindProxy;',
    test: ['tests/api/deployDirect.test.ts', 'in production no mailbox'],
  },
  {
    rows: ['13.4.4'],
    file: 'server/http/nodeServer.ts',
    find: `response.writeHead(405, { allow: 'GET, HEAD, PUT, POST, DELETE, OPTIONS' });
        response.end();`,
    replace: 'response.end(JSON.stringify(request.headers));',
    test: ['tests/api/headers.test.ts', 'TRACE and other unknown methods are told nothing'],
  },
  {
    rows: ['13.4.5'],
    file: 'server/http/metrics.ts',
    find: 'if (given === undefined) return isDirect;',
    replace: 'if (given === undefined) return true;',
    test: ['tests/api/metrics.test.ts', 'figures are for this machine'],
  },
];
