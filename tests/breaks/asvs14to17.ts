import type { Break } from './break.ts';

/** Chapters V14 to V17 of tests/asvs.md. */
export const breaks14to17: readonly Break[] = [
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
    file: 'server/http/edgeCaching.ts',
    find: "auth === 'user' || !isAnonymous(request)",
    replace: "auth === 'user'",
    test: ['tests/api/routesHttp.test.ts', 'signed-in answers are stored nowhere'],
  },
  {
    rows: ['14.2.3'],
    file: 'server/http/securityHeaders.ts',
    find: `scriptSrc: ["'self'",`,
    replace: `scriptSrc: ["'self'", 'https://tracker.example',`,
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
    find: `| votes for words, anonymous writes | rows, and a search for a word nobody chose before | \`WORD_VOTES\`, \`NEW_WORDS\`, \`CALL_LIMITS\`, \`RATE_LIMITS\`; a job removes words nobody chose for \`UNUSED_WORD_DAYS\` |
`,
    replace: '',
    test: ['tests/api/deployLoad.test.ts', 'every bound docs/security.md names'],
  },
  {
    rows: ['15.2.2'],
    file: 'server/http/api.ts',
    find: `  await take(limit, fanKey(endpoint.limit, userId), fan);
`,
    replace: `  await take(limit, \`\${endpoint.limit}:fan:all\`, network);
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
    find: `if (!result.success) throw new ApiFailure('INVALID_REQUEST', placeOf(result.issues));
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
    return refusal(new ApiFailure(isPassing(error)`,
    replace: '    return refusal(new ApiFailure(isPassing(error)',
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
    test: ['tests/operations/deployStart.test.ts', 'every log line is JSON'],
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
    find: "return refusal(new ApiFailure(isPassing(error) ? 'UNAVAILABLE' : 'INTERNAL'));",
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
