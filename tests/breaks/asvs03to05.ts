import type { Break } from './break.ts';

const source = 'tests/architecture.test.ts';
const calls = 'tests/api/asvs.test.ts';
const headers = 'tests/api/headers.test.ts';
const http = 'tests/api/routesHttp.test.ts';
const attacks = 'tests/api/attacks.test.ts';
const objects = 'tests/api/objectsStore.test.ts';
const safe = 'tests/api/identitySafe.test.ts';

/** Chapters V3 to V5 of tests/asvs.md. */
export const breaks3to5: readonly Break[] = [
  // V3 Web frontend
  {
    rows: ['3.2.1'],
    file: 'server/http/guardAnswers.ts',
    find: "if (!headers.has('content-security-policy')) headers.set('content-security-policy', NO_PAGE);",
    replace: '',
    test: [headers, 'CSP nothing else opens as a page'],
  },
  {
    rows: ['3.2.2'],
    file: 'src/ui/MessageText.tsx',
    find: 'target="_blank"',
    replace: 'dangerouslySetInnerHTML={{ __html: part.text }} target="_blank"',
    test: [source, '3.2.2 writes a text as markup'],
  },
  {
    rows: ['3.2.2'],
    file: 'server/http/securityHeaders.ts',
    find: `requireTrustedTypesFor: ["'script'"],`,
    replace: '',
    test: [headers, 'CSP every page allows scripts of its own origin only'],
  },
  {
    rows: ['3.3.1'],
    file: 'server/identity/devices.ts',
    find: "const secure = call.isSecure ? '; Secure' : '';",
    replace: "const secure = '';",
    test: [safe, 'SAF-05a the mark of a known device is of one account'],
  },
  {
    rows: ['3.3.2'],
    file: 'server/identity/devices.ts',
    find: '; SameSite=Strict',
    replace: '; SameSite=None',
    test: [safe, 'SAF-05a the mark of a known device is of one account'],
  },
  {
    rows: ['3.3.3'],
    file: 'server/identity/devices.ts',
    find: '(isSecure ? `__Host-${name}` : name)',
    replace: '(isSecure ? name : name)',
    test: [safe, 'SAF-05a the mark of a known device is of one account'],
  },
  {
    rows: ['3.3.4'],
    file: 'server/identity/devices.ts',
    find: '; HttpOnly',
    replace: '',
    test: [safe, 'SAF-05a the mark of a known device is of one account'],
  },
  {
    rows: ['3.4.1'],
    file: 'server/http/guardAnswers.ts',
    find: "'max-age=31536000; includeSubDomains'",
    replace: "'max-age=86400'",
    test: [headers, 'HSTS visitors by https stay with it'],
  },
  {
    rows: ['3.4.2'],
    file: 'server/http/api.ts',
    find: 'vary: CALL_VARY,',
    replace: "vary: CALL_VARY, 'access-control-allow-origin': '*',",
    test: [headers, 'CSP nothing else opens as a page'],
  },
  {
    rows: ['3.4.3'],
    file: 'server/http/securityHeaders.ts',
    find: `objectSrc: ["'none'"],`,
    replace: '',
    test: [headers, 'CSP every page allows scripts of its own origin only'],
  },
  {
    rows: ['3.4.4'],
    file: 'server/http/guardAnswers.ts',
    find: `headers.set('x-content-type-options', 'nosniff')`,
    replace: `if (headers.get('content-type')?.startsWith('text/html')) headers.set('x-content-type-options', 'nosniff')`,
    test: [headers, 'CSP nothing else opens as a page'],
  },
  {
    rows: ['3.4.5'],
    file: 'server/http/guardAnswers.ts',
    find: "headers.set('referrer-policy', 'strict-origin-when-cross-origin')",
    replace: "headers.set('referrer-policy', 'unsafe-url')",
    test: [headers, 'CSP nothing else opens as a page'],
  },
  {
    rows: ['3.4.6'],
    file: 'server/http/securityHeaders.ts',
    find: `frameAncestors: ["'self'", ...embedders],`,
    replace: `frameAncestors: ['https:'],`,
    test: [http, 'RTE-16b only mediasite.html may stand in a frame of another site'],
  },
  {
    rows: ['3.5.1'],
    file: 'server/http/api.ts',
    find: "if (c.req.header('x-api-key') !== deps.apiKey) throw new ApiFailure('API_KEY_INVALID');",
    replace: '',
    test: [http, 'API key and tenant are checked first'],
  },
  {
    rows: ['3.5.2'],
    file: 'server/http/api.ts',
    find: 'if (!/^application\\/json\\b/.test(',
    replace: 'if (!/^(?:application\\/json|text\\/plain)\\b/.test(',
    test: [http, 'only JSON of the agreed shape and size'],
  },
  {
    rows: ['3.5.3'],
    file: 'server/api/notices/handlers.ts',
    find: 'return { Count: await countUnread(db, tenant, userId) };',
    replace:
      "const Count = await countUnread(db, tenant, userId);\n    await db.updateTable('notice').set({ title: 'seen' }).where('tenant', '=', tenant).execute();\n    return { Count };",
    test: [calls, 'ASVS 3.5.3 a GET changes nothing'],
  },
  {
    rows: ['3.5.5'],
    file: 'src/platform/storage/workerMessages.ts',
    find: 'return Array.isArray(addresses) ?',
    replace: "return typeof addresses === 'object' ?",
    test: [
      'src/platform/storage/workerMessages.test.ts',
      'ASVS 3.5.5 a message that is no list of addresses keeps nothing',
    ],
  },
  {
    rows: ['3.5.5'],
    file: 'src/app/boot/registerWorker.ts',
    find: 'serviceWorker.controller?.postMessage(recentlyUsedMessage(usedAddresses()));',
    replace:
      "serviceWorker.controller?.postMessage(recentlyUsedMessage(usedAddresses()));\n      window.addEventListener('message', ({ data }) => serviceWorker.controller?.postMessage(data));",
    test: [source, '3.5.5 listens to messages of other windows'],
  },
  {
    rows: ['3.7.2'],
    file: 'src/navigation/storedPage.ts',
    find: '/^\\/(?![/\\\\])/.test(stored[1])',
    replace: '/^\\//.test(stored[1])',
    test: ['src/navigation/storedPage.test.ts', 'ACC-08b nothing but a path of this site is taken'],
  },
  // V4 API and web service
  {
    rows: ['4.1.1'],
    file: 'server/http/site.ts',
    find: "'content-type': 'text/html; charset=utf-8'",
    replace: "'content-type': 'text/html'",
    test: [headers, 'CSP answers that carry text say in which encoding'],
  },
  {
    rows: ['4.1.3'],
    file: 'server/http/clientAddress.ts',
    find: `.at(-1)?.split(',').at(-1)?.trim()`,
    replace: `.at(-1)?.split(',').at(0)?.trim()`,
    test: ['server/http/clientAddress.test.ts', 'X-Forwarded-For is believed behind a proxy only'],
  },
  {
    rows: ['4.2.1'],
    file: 'server/http/nodeServer.ts',
    find: 'createServer(door.listener)',
    replace: 'createServer({ insecureHTTPParser: true }, door.listener)',
    test: [attacks, 'requests that say two lengths, or none of a big body, are refused'],
  },
  // V5 Files
  {
    rows: ['5.2.1'],
    file: 'server/objects/upload.ts',
    find: 'if (size > maxBytes) throw tooLarge();',
    replace: '',
    test: [objects, 'PST-07a only JPEG bytes of bounded size are stored'],
  },
  {
    rows: ['5.2.2'],
    file: 'src/rules/jpegHeader.ts',
    find: "if (bytes[0] !== 0xff || bytes[1] !== SOI || bytes[2] !== 0xff) return 'IMAGE_NOT_JPEG';",
    replace: '',
    test: ['src/platform/images/jpegHeader.test.ts', 'T16 magic bytes decide, not the name'],
  },
  {
    rows: ['5.3.1'],
    file: 'server/objects/download.ts',
    find: "'content-type': typeOfKey(meta.key)",
    replace: "'content-type': 'text/html'",
    test: [objects, 'PST-11a a picture put by the SDK is readable by anyone'],
  },
  {
    rows: ['5.3.2'],
    file: 'src/contract/entities.ts',
    find: 'preview)\\/[A-Za-z0-9]{20}\\.jpg$/',
    replace: 'preview)\\/.*\\.jpg$/',
    test: [attacks, 'PST-11a keys that leave their folder are refused, signed or not'],
  },
  {
    rows: ['5.4.1', '5.4.2'],
    file: 'server/api/photos/photoText.ts',
    find: 'p.option, p.exif,',
    replace: 'p.option, p.file_name, p.exif,',
    test: [calls, 'ASVS 5.4.1 the name of a fan’s file is kept as a text'],
  },
];
