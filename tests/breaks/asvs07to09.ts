import type { Break } from './break.ts';

const http = 'tests/api/routesHttp.test.ts';
const attacks = 'tests/api/attacks.test.ts';
const roles = 'tests/api/roles.test.ts';
const account = 'tests/api/identityAccount.test.ts';
const protocol = 'tests/api/identityProtocol.test.ts';
const accounts = 'tests/api/asvsAccounts.test.ts';
const loginModal = 'src/features/account/LoginModal.test.tsx';
const token = 'server/identity/verifyToken.test.ts';
const enumeration = 'tests/api/identityEnumeration.test.ts';

/** Chapters V7 to V9 of tests/asvs.md. */
export const breaks7to9: readonly Break[] = [
  // V7 Sessions
  {
    rows: ['7.1.1', '7.3.1', '7.3.2'],
    file: 'server/identity/sessions.ts',
    find: 'const LIFETIME_MS = 30 * 24 * 3_600_000;',
    replace: 'const LIFETIME_MS = 90 * 24 * 3_600_000;',
    test: [account, 'ACC-07 a refresh gives new tokens of the same sign-in for 30 days'],
  },
  {
    rows: ['7.1.2'],
    file: 'server/identity/sessions.ts',
    find: "await db.insertInto('identity_session').values(session).execute();",
    replace:
      "await db.deleteFrom('identity_session').where('sub', '=', sub).execute();\n      await db.insertInto('identity_session').values(session).execute();",
    test: [attacks, 'API-DELETE-/user/session/item ACC-03c one device is signed out from another, at once'],
  },
  {
    rows: ['7.2.1'],
    file: 'server/identity/verifyToken.ts',
    find: 'if (isRevoked && (originJti === null ||',
    replace: 'if (isRevoked && originJti === null && (originJti === null ||',
    test: [attacks, 'ROL-02 ACC-12e forged tokens open neither the calls nor the photo store'],
  },
  {
    rows: ['7.2.2'],
    file: 'server/identity/tokenService.ts',
    find: 'exp: iat + LIFETIME_S,',
    replace: 'exp: iat + 1000 * LIFETIME_S,',
    test: [account, 'ACC-07 a refresh gives new tokens of the same sign-in for 30 days'],
  },
  {
    rows: ['7.2.3'],
    file: 'server/identity/sessions.ts',
    find: 'randomBytes(48)',
    replace: 'randomBytes(8)',
    test: [accounts, 'ASVS 7.2.3 ASVS 7.2.4 every sign-in is a session of its own'],
  },
  {
    rows: ['7.2.4'],
    file: 'server/identity/sessions.ts',
    find: "const refreshToken = randomBytes(48).toString('base64url');",
    replace:
      "const refreshToken = createHash('sha384').update(`session of ${sub}`).digest('base64url');\n      await db.deleteFrom('identity_session').where('refresh_hash', '=', hashOf(refreshToken)).execute();",
    test: [accounts, 'ASVS 7.2.3 ASVS 7.2.4 every sign-in is a session of its own'],
  },
  {
    rows: ['7.4.1'],
    file: 'server/identity/selfService.ts',
    find: 'await sessions.closeAll(account.sub);',
    replace: '',
    test: [account, 'ACC-03c signing out everywhere revokes tokens at once'],
  },
  {
    rows: ['7.4.1'],
    file: 'server/objects/embeddedObjectStore.ts',
    find: 'if (await isEnded(session)) throw expiredToken();',
    replace: '',
    test: ['tests/api/objectsSafe.test.ts', 'SAF-12 their credentials store nothing more'],
  },
  {
    rows: ['7.4.2'],
    file: 'server/identity/accounts.ts',
    find: "await db.deleteFrom('identity_user').where('sub', '=', sub).execute();",
    replace: '',
    test: [account, 'ACC-10a leaving: the product is told first, then account and tokens are gone'],
  },
  {
    rows: ['7.4.3'],
    file: 'server/identity/passwords.ts',
    find: 'await sessions.closeAll(account.sub, sessionId);',
    replace: '',
    test: [enumeration, 'ACC-05 ACC-06 a new password ends the other sign-ins'],
  },
  {
    rows: ['7.4.4'],
    file: 'src/app/shell/menuEntries.ts',
    find: ", overlay('logout', texts.logout, 'logout')]",
    replace: ']',
    test: ['src/app/shell/menuEntries.test.ts', 'MNU-01a every entry in order for a signed-in fan on a phone'],
  },
  {
    rows: ['7.4.5'],
    file: 'server/admin/accounts.ts',
    find: ".deleteFrom('identity_session').where('sub', '=', userId)",
    replace: ".deleteFrom('identity_session').where('id', '=', userId)",
    test: ['tests/api/adminPeople.test.ts', 'ACC-03c an operator ends all sign-ins of a member, and of nobody else'],
  },
  {
    rows: ['7.5.1'],
    file: 'server/identity/mailChange.ts',
    find: 'if (now() - signedInAt > FRESH_MS) throw',
    replace: 'if (now() < signedInAt) throw',
    test: [account, 'ACC-11b a sign-in of more than ten minutes ago does not ask for a new address'],
  },
  {
    rows: ['7.5.1'],
    file: 'server/identity/mailChange.ts',
    find: 'await accounts.update(account.sub, { pending_email: email });',
    replace:
      'await accounts.changeEmail(account.sub, email);\n    await accounts.update(account.sub, { pending_email: email });',
    test: [account, 'ACC-11b a new mail address takes the place of the old one once its code comes back'],
  },
  {
    rows: ['7.6.2'],
    file: 'src/features/account/LoginModal.tsx',
    find: 'onChange={(event) => setPassword(event.target.value)}',
    replace:
      'onChange={(event) => {\n            setPassword(event.target.value);\n            void submit(finish);\n          }}',
    test: [loginModal, 'ASVS 7.6.2 a sign-in begins with the sent form'],
  },
  // V8 Authorization
  {
    rows: ['8.2.1'],
    file: 'server/api/access/membership.ts',
    find: "throw new ApiFailure('NOT_A_MEMBER');",
    replace: 'return;',
    test: [roles, 'ROL-01 ROL-02 who may write'],
  },
  {
    rows: ['8.2.1', '8.3.1'],
    file: 'server/http/api.ts',
    find: "if (endpoint.auth === 'user' && caller === null) throw new ApiFailure('UNAUTHENTICATED');",
    replace: '',
    test: [http, 'ROL-01 ROL-02 without, with a broken and with an expired token'],
  },
  {
    rows: ['8.2.2'],
    file: 'server/api/photos/handlers.ts',
    find: "if (photo.user_id !== userId) throw new ApiFailure('NOT_ALLOWED');",
    replace: '',
    test: [roles, 'ROL-03 what a fan made only that fan changes'],
  },
  {
    rows: ['8.2.2'],
    file: 'server/api/access/ownership.ts',
    find: "if (event.user_id !== userId) throw new ApiFailure('EVENT_NOT_OWNER');",
    replace: '',
    test: [roles, 'ROL-03 what a fan made only that fan changes'],
  },
  {
    rows: ['8.2.3'],
    file: 'server/http/api.ts',
    find: 'return result.output;',
    replace: 'return { ...(given as object), ...(result.output as object) };',
    also: [
      {
        file: 'server/api/events/ownEventHandlers.ts',
        find: 'updateEventRow(trx, tenant, event_id, { ...columnsOf(body), ...unseen })',
        replace:
          "updateEventRow(trx, tenant, event_id, { ...columnsOf(body), ...('user_id' in body ? { user_id: String(body.user_id) } : {}) })",
      },
    ],
    test: [roles, 'ROL-04a ROL-04b the lists name official user'],
  },
  {
    rows: ['8.3.1'],
    file: 'server/api/access/posting.ts',
    find: 'if (!canPostTo(restrictions, poster)) throw',
    replace: 'if (restrictions.event_type === null) throw',
    test: ['tests/api/routesPost.test.ts', 'API-PUT-/media/list/items PST-03c limited events are for those they name'],
  },
  {
    rows: ['8.4.1'],
    file: 'server/api/photos/photoText.ts',
    find: 'where p.tenant = ${tenant} and p.hidden_at is null',
    replace: 'where p.hidden_at is null',
    test: ['tests/api/routesLists.test.ts', 'TEN-10c nothing of a tenant shows in another one'],
  },
  {
    rows: ['8.4.1'],
    file: 'server/http/api.ts',
    find: "if (!deps.isTenant(tenant)) throw new ApiFailure('UNKNOWN_TENANT');",
    replace: '',
    test: [attacks, 'TEN-10c no tenant is made of a header'],
  },
  // V9 Tokens
  {
    rows: ['9.1.2'],
    file: 'server/identity/verifyToken.ts',
    find: "algorithms: ['RS256'],",
    replace: '',
    test: [token, 'ASVS 9.1.2 RS256 and no other algorithm'],
  },
  {
    rows: ['9.1.3'],
    file: 'server/identity/verifyToken.ts',
    find: 'const { payload } = await jwtVerify(token, keys, {',
    replace:
      "const { importJWK } = await import('jose');\n      const named: JWTVerifyGetKey = async (head, jws) => (head?.jwk ? importJWK(head.jwk, 'RS256') : keys(head, jws));\n      const { payload } = await jwtVerify(token, named, {",
    test: [token, 'ASVS 9.1.3 a key that a token brings along'],
  },
  {
    rows: ['9.2.1'],
    file: 'server/identity/verifyToken.ts',
    find: 'currentDate: new Date(now()),',
    replace: "currentDate: new Date(now()),\n        clockTolerance: '1h',",
    test: [token, 'ASVS 9.2.1 a token is good between its times only'],
  },
  {
    rows: ['9.2.2'],
    file: 'server/identity/verifyToken.ts',
    find: "token_use: v.literal('id'),",
    replace: 'token_use: v.optional(v.string()),',
    test: [token, 'ASVS 9.2.2 and of the right kind'],
  },
  {
    rows: ['9.2.3'],
    file: 'server/identity/verifyToken.ts',
    find: '        audience: clientId,\n',
    replace: '',
    test: [token, 'ASVS 9.2.3 a token for another client'],
  },
  {
    rows: ['9.2.4'],
    file: 'server/identity/tokenService.ts',
    find: 'aud: ids.clientId,',
    replace: '',
    test: [protocol, 'ACC-12e forged tokens are refused: no algorithm'],
  },
];
