import type { Break } from './break.ts';

/** Chapters V10 to V17 of tests/asvs.md. */
export const breaks10to17: readonly Break[] = [
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
    file: 'src/platform/identity/identityRefresh.ts',
    find: 'userId: claims.sub,',
    replace: 'userId: String(claims.email),',
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
    file: 'server/config/settings.ts',
    find: "variables.optional('DATA_DIR')",
    replace: "variables.optional('FILES_AT')",
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
    find: "variables.address('DATABASE_URL', ['postgres', 'postgresql'])",
    replace:
      "variables.address('DATABASE_URL', ['postgres', 'postgresql']) ?? 'postgres://postgres:postgres@localhost'",
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
  // V14: data.
  {
    rows: ['14.1.1'],
    file: 'server/api/account/exportRepository.ts',
    find: `    reports: reports.map(dated),
`,
    replace: `    reports: [],
`,
    test: ['tests/api/routesFans.test.ts', 'has all the fan left in all tenants'],
  },
  {
    rows: ['14.2.1'],
    file: 'src/api/request.ts',
    find: "if (endpoint.method === 'GET') query.set('timestamp', String(now));",
    replace: `if (endpoint.method === 'GET') query.set('timestamp', String(now));
  if (input.token !== null) query.set('token', input.token);`,
    test: ['src/api/client.test.ts', 'every call carries key and tenant'],
  },
  {
    rows: ['14.2.2'],
    file: 'server/http/api.ts',
    find: "userId === null ? 'private, no-cache' : 'no-store'",
    replace: "userId === null ? 'private, no-cache' : 'private, no-cache'",
    test: ['tests/api/routesHttp.test.ts', 'signed-in answers are stored nowhere'],
  },
  {
    rows: ['14.2.3'],
    file: 'server/http/securityHeaders.ts',
    find: `scriptSrc: ["'self'"],`,
    replace: `scriptSrc: ["'self'", 'https://tracker.example'],`,
    test: ['tests/api/headers.test.ts', 'every page allows scripts of its own origin only'],
  },
  {
    rows: ['14.2.4'],
    file: 'server/http/log.ts',
    find: String.raw`    .replace(/[^\s,;:<>()]+@[^\s,;:<>()]+/g, '[address]')
`,
    replace: '',
    test: ['tests/api/metrics.test.ts', 'keeps its kind and loses what was said'],
  },
  {
    rows: ['14.2.4'],
    file: 'src/platform/images/exifFields.ts',
    find: 'gps: false,',
    replace: 'gps: true,',
    also: [
      {
        file: 'src/platform/images/exifFields.ts',
        find: 'const kept: Record<string, string | number> = {};',
        replace: 'const kept: Record<string, string | number> = { ...(found as Record<string, string>) };',
      },
    ],
    test: ['src/platform/images/jpegHeader.test.ts', 'of the exif block only camera facts are kept'],
  },
  {
    rows: ['14.2.4'],
    file: 'server/api/account/deleteAccount.ts',
    find: `    await clearProfile(trx, userId);
`,
    replace: '',
    test: ['tests/api/deleteAccount.test.ts', 'the profile has neither name nor picture'],
  },
  {
    rows: ['14.3.1'],
    file: 'src/session/session.ts',
    find: 'if (user !== null) await deps.onSignedOut?.(user.id);',
    replace: '',
    test: ['src/session/session.test.ts', 'wipes caches'],
  },
  {
    rows: ['14.3.2'],
    file: 'sw/answerKey.ts',
    find: 'return userId === null ? null : userCacheName(userId);',
    replace: 'return ANONYMOUS_CACHE;',
    test: ['sw/answerKey.test.ts', 'answers of users and of nobody stand apart'],
  },
  // V15: architecture.
  {
    rows: ['15.1.2'],
    file: 'package-lock.json',
    find: 'sha512-QNhWdt7nrgVWWQG58QuGsAR3jv3Hbe4mb4vz7w2csnHavciZJgda1CPNaldF6eVxv90ud3jUXpKlHL69gO38yw==',
    replace: 'sha1-QNhWdt7nrgVWWQG58QuGsAR3jv3=',
    test: ['build/documents/licences.test.ts', 'every package is one exact version'],
  },
  {
    rows: ['15.1.3'],
    file: 'docs/security.md',
    find: `| votes for words, anonymous writes | rows | \`WORD_VOTES\`, \`RATE_LIMITS\` |
`,
    replace: '',
    test: ['tests/api/deployLoad.test.ts', 'every bound docs/security.md names'],
  },
  {
    rows: ['15.2.2'],
    file: 'server/http/api.ts',
    find: `  await take(fanKey(endpoint.limit, userId), fan);
`,
    replace: `  await take(\`\${endpoint.limit}:fan:all\`, network);
`,
    test: ['tests/api/routesFans.test.ts', 'are bounded per fan and per network'],
  },
  {
    rows: ['15.2.2'],
    file: 'server/http/nodeServer.ts',
    find: `  http.maxConnections = maxConnections;
`,
    replace: '',
    test: ['tests/api/deployLoad.test.ts', 'a server takes so many connections and no more'],
  },
  {
    rows: ['15.2.2'],
    file: 'server/http/timeLimits.ts',
    find: 'const timer = setTimeout(() => giveUp(request), bodyMs);',
    replace: 'const timer = setTimeout(() => {}, bodyMs);',
    test: ['server/http/timeLimits.test.ts', 'a call that dribbles its body is ended'],
  },
  {
    rows: ['15.2.3'],
    file: 'server/deploy/Dockerfile.dockerignore',
    find: `
tests`,
    replace: '',
    test: ['tests/api/deployTemplate.test.ts', 'the container copies nothing that is not needed'],
  },
  {
    rows: ['15.2.3'],
    file: 'server/deploy/Dockerfile',
    find: ' DEMO=0',
    replace: '',
    test: ['tests/api/deployHealth.test.ts', 'the container has nothing for development'],
  },
  {
    rows: ['15.3.1'],
    file: 'server/api/users/handlers.ts',
    find: `  Username: profile.userId,
`,
    replace: `  Username: profile.userId,
  ...{ is_in_row: true },
`,
    test: ['tests/api/contract.test.ts', 'no answer has a field more than the contract'],
  },
  {
    rows: ['15.3.2'],
    file: 'server/push/deliverPush.ts',
    find: "redirect: 'manual',",
    replace: "redirect: 'follow',",
    test: ['server/push/deliverPush.test.ts', 'a push service cannot send the server on'],
  },
  {
    rows: ['15.3.3'],
    file: 'server/identity/attributes.ts',
    find: "if (!isWritable(Name)) throw invalid('an attribute cannot be written');",
    replace: 'if (!isWritable(Name)) continue;',
    test: ['tests/api/identityAccount.test.ts', 'only known attributes are written'],
  },
  {
    rows: ['15.3.4'],
    file: 'server/http/clientAddress.ts',
    find: `const forwarded = isBehindProxy
`,
    replace: `const forwarded = request.headers
`,
    test: ['server/http/clientAddress.test.ts', 'X-Forwarded-For is believed behind a proxy only'],
  },
  {
    rows: ['15.3.5'],
    file: 'server/http/api.ts',
    find: `if (!result.success) throw new ApiFailure('INVALID_REQUEST');
  return result.output;`,
    replace: `if (!result.success) return given;
  return result.output;`,
    test: ['tests/api/routesHttp.test.ts', 'only JSON of the agreed shape and size'],
  },
  {
    rows: ['15.3.6'],
    file: 'tenants/index.ts',
    find: 'return tenants.find((tenant) => tenant.id === id);',
    replace: 'return Object.fromEntries(tenants.map((tenant) => [tenant.id, tenant]))[id];',
    test: ['tests/api/attacks.test.ts', 'no tenant is made of a header'],
  },
  {
    rows: ['15.3.7'],
    file: 'server/http/api.ts',
    find: "const tenant = c.req.header('x-api-tenant') ?? '';",
    replace: "const tenant = (c.req.header('x-api-tenant') ?? '').split(',')[0] ?? '';",
    test: ['tests/api/attacks.test.ts', 'no tenant is made of a header'],
  },
  // V16: logs and errors.
  {
    rows: ['16.1.1', '16.3.4'],
    file: 'server/http/api.ts',
    find: `    deps.onError(error);
    return refusal(new ApiFailure(isTemporary(error)`,
    replace: '    return refusal(new ApiFailure(isTemporary(error)',
    test: ['tests/api/metrics.test.ts', 'the log has a line for every request and failure'],
  },
  {
    rows: ['16.2.2'],
    file: 'server/http/log.ts',
    find: 'time: new Date(now()).toISOString()',
    replace: "time: new Date(now()).toISOString().replace('Z', '')",
    test: ['tests/api/headers.test.ts', 'sign-ins, refusals and limits leave a line'],
  },
  {
    rows: ['16.2.3'],
    file: 'server/main.ts',
    find: `write: (line) => process.stdout.write(line), now: Date.now });
  if`,
    replace: `write: (line) => process.stderr.write(line), now: Date.now });
  if`,
    test: ['tests/api/deployStart.test.ts', 'every log line is JSON'],
  },
  {
    rows: ['16.2.4'],
    file: 'server/http/log.ts',
    find: `write(\`\${JSON.stringify({ time`,
    replace: `write(\`\${level} \${JSON.stringify({ time`,
    test: ['tests/api/metrics.test.ts', 'the log has a line for every request and failure'],
  },
  {
    rows: ['16.2.5'],
    file: 'server/http/log.ts',
    find: `    .replace(/[A-Za-z0-9+/_=.~-]{25,}/g, '[token]')
`,
    replace: '',
    test: ['tests/api/metrics.test.ts', 'keeps its kind and loses what was said'],
  },
  {
    rows: ['16.3.1'],
    file: 'server/http/routeNames.ts',
    find: `return operation === undefined ? pathname : \`\${pathname} \${operation}\`;`,
    replace: 'return operation === undefined ? pathname : pathname;',
    test: ['tests/api/headers.test.ts', 'sign-ins, refusals and limits leave a line'],
  },
  {
    rows: ['16.3.2'],
    file: 'server/http/observe.ts',
    find: `        log.request(entry);
`,
    replace: `        if (response.status !== 401) log.request(entry);
`,
    test: ['tests/api/headers.test.ts', 'sign-ins, refusals and limits leave a line'],
  },
  {
    rows: ['16.3.3'],
    file: 'server/http/log.ts',
    find: "status === 429 ? 'warn' : 'info'",
    replace: "'info'",
    test: ['tests/api/metrics.test.ts', 'a refusal by a limit is a warning'],
  },
  {
    rows: ['16.4.1'],
    file: 'server/http/log.ts',
    find: String.raw`    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
`,
    replace: '',
    test: ['tests/api/metrics.test.ts', 'one entry is one line'],
  },
  {
    rows: ['16.5.1'],
    file: 'server/http/api.ts',
    find: "return refusal(new ApiFailure(isTemporary(error) ? 'UNAVAILABLE' : 'INTERNAL'));",
    replace: "return Response.json({ code: 'INTERNAL', reason: String(error) }, { status: 500 });",
    test: ['tests/api/metrics.test.ts', 'a failure of the server answers its code and nothing of the inside'],
  },
  {
    rows: ['16.5.2'],
    file: 'server/identity/mailDelivery.ts',
    find: `        throw new CognitoError('CodeDeliveryFailureException', 'Unable to deliver the code.');
`,
    replace: '',
    test: ['tests/api/deployMail.test.ts', 'a mail that cannot be sent is said'],
  },
  {
    rows: ['16.5.3'],
    file: 'server/identity/verifyToken.ts',
    find: '(await isRevoked(originJti, claims.sub))',
    replace: '(await isRevoked(originJti, claims.sub).catch(() => false))',
    test: ['server/identity/verifyToken.test.ts', 'a sign-in that cannot be asked about opens nothing'],
  },
];
