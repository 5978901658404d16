import type { Break } from './break.ts';

const source = 'tests/architecture.test.ts';
const calls = 'tests/api/asvs.test.ts';
const headers = 'tests/api/headers.test.ts';
const http = 'tests/api/routesHttp.test.ts';
const attacks = 'tests/api/attacks.test.ts';
const objects = 'tests/api/objectsStore.test.ts';
const posts = 'tests/api/routesPost.test.ts';
const meta = 'server/ssr/metaTags.test.ts';

/** Chapters V1 to V2 of tests/asvs.md. */
export const breaks1to2: readonly Break[] = [
  // V1 Encoding and sanitization
  {
    rows: ['1.1.1'],
    file: 'server/http/api.ts',
    find: 'query: parse(endpoint.query, c.req.query()),',
    replace:
      'query: parse(endpoint.query, Object.fromEntries(Object.entries(c.req.query()).map(([k, text]) => [k, decodeURIComponent(text)]))),',
    test: [calls, 'ASVS 1.1.1 a query is decoded once'],
  },
  {
    rows: ['1.1.2'],
    file: 'server/ssr/metaTags.ts',
    find: '? shellDescription :',
    replace: '? escapeHtml(shellDescription) :',
    test: [meta, 'the shell’s stays, escaped once'],
  },
  {
    rows: ['1.2.1'],
    file: 'server/ssr/escapeHtml.ts',
    find: `'"': '&quot;'`,
    replace: `'"': '"'`,
    test: [meta, 'PHO-06a hostile texts end no attribute'],
  },
  {
    rows: ['1.2.2'],
    file: 'src/features/notices/noticeView.ts',
    find: `return parsed.protocol === 'https:' || parsed.protocol === 'http:' ?`,
    replace: 'return parsed.protocol !== "" ?',
    test: ['src/features/notices/noticeView.test.ts', 'news lead inside, outside in a new tab, and never to code'],
  },
  {
    rows: ['1.2.2'],
    file: 'server/ssr/shareMeta.ts',
    find: '`${tenant.index}?q=${encodeURIComponent(photo.media_url)}`',
    replace: '`${tenant.index}?q=${photo.media_url}`',
    test: ['tests/api/shareMeta.test.ts', 'PHO-06a a shared photo says whose it is'],
  },
  {
    rows: ['1.2.3'],
    file: 'server/ssr/renderPage.ts',
    find: `JSON.stringify(calls).replaceAll('<', '\\\\u003c')`,
    replace: 'JSON.stringify(calls)',
    test: [http, 'the HTML of the gallery brings its first photos, safely'],
  },
  {
    rows: ['1.2.4'],
    file: 'server/api/photos/photoKeys.ts',
    find: 'sql`search like ${containsPattern(word)}`',
    replace: "sql`search like ${sql.raw(`'${containsPattern(word)}'`)}`",
    test: [calls, 'ASVS 1.2.4 quotes, patterns and comments'],
  },
  {
    rows: ['1.2.4'],
    file: 'server/api/photos/photoKeys.ts',
    find: 'sql`search like ${containsPattern(word)}`',
    replace: "sql`search like ${sql.raw(`'${containsPattern(word).replaceAll(\"'\", \"''\")}'`)}`",
    test: [source, '1.2.4 puts SQL together from texts'],
  },
  {
    rows: ['1.2.5'],
    file: 'server/api/contact/contactMail.ts',
    find: "import { createTransport } from 'nodemailer';",
    replace: "import { execFile } from 'node:child_process';\nimport { createTransport } from 'nodemailer';",
    test: [source, '1.2.5 starts another program'],
  },
  {
    rows: ['1.2.9'],
    file: 'src/rules/message.ts',
    find: 'export function cleanMessage(',
    replace:
      "export const countOf = (text: string, word: string) => text.split(new RegExp(word, 'u')).length - 1;\nexport function cleanMessage(",
    test: [source, '1.2.9 builds a pattern'],
  },
  {
    rows: ['1.3.2'],
    file: 'server/http/securityHeaders.ts',
    find: `scriptSrc: ["'self'",`,
    replace: `scriptSrc: ["'self'", "'unsafe-eval'",`,
    test: [headers, 'no answer allows inline code'],
  },
  {
    rows: ['1.3.2'],
    file: 'src/rules/message.ts',
    find: 'export function cleanMessage(',
    replace:
      'export const valueOf = (text: string) => new Function(`return ${text}`)();\nexport function cleanMessage(',
    test: [source, '1.3.2 runs a text as code'],
  },
  {
    rows: ['1.3.3'],
    file: 'src/rules/visibleText.ts',
    find: "text.replace(TURNING, '')",
    replace: 'text',
    test: [attacks, 'odd texts are stored as texts or refused'],
  },
  {
    rows: ['1.3.4', '5.2.2'],
    file: 'server/objects/upload.ts',
    find: 'if (!JPEG_START.subarray(0, known).equals(start.subarray(0, known))) throw notJpeg();',
    replace: '',
    also: [{ file: 'server/objects/upload.ts', find: 'if (!isJpegStart(start)) throw notJpeg();', replace: '' }],
    test: [objects, 'PST-07a only JPEG bytes of bounded size are stored'],
  },
  {
    rows: ['1.3.6'],
    file: 'server/push/pushServices.ts',
    find: "(host.startsWith('.') ? hostname.endsWith(host) : hostname === host)",
    replace: 'hostname.includes(host)',
    test: ['tests/api/routesPush.test.ts', 'API-PUT-/user/push/item only push services of browsers'],
  },
  {
    rows: ['1.3.7'],
    file: 'server/ssr/metaTags.ts',
    find: '() => `<title>${escapeHtml(title)}</title>`',
    replace: '`<title>${escapeHtml(title)}</title>`',
    test: [meta, 'PHO-06a hostile texts end no attribute'],
  },
  {
    rows: ['1.3.11'],
    file: 'server/api/contact/contactMail.ts',
    find: 'replyTo: { name: message.name, address: message.email },',
    replace:
      'replyTo: message.email,\n        headers: {},\n        raw: `From: ${from}\\r\\nTo: ${to}\\r\\nReply-To: ${message.name} <${message.email}>\\r\\n\\r\\n${message.message}`,',
    test: ['tests/api/deployMail.test.ts', 'XSS-03 name and text of a message add nothing to its mail'],
  },
  {
    rows: ['1.4.2'],
    file: 'src/rules/jpegHeader.ts',
    find: 'if (width * height > MAX_SOURCE_PIXELS) return',
    replace: 'if (((width * height) << 16) >> 16 > MAX_SOURCE_PIXELS) return',
    test: [
      'src/platform/images/jpegHeader.test.ts',
      'T12 a header that claims too many pixels is refused before decoding',
    ],
  },
  {
    rows: ['1.4.3'],
    file: 'src/platform/images/imagePreparer.ts',
    find: '    worker?.terminate();\n',
    replace: '',
    test: ['src/platform/images/imagePreparer.test.ts', 'T12 a worker that hangs is ended'],
  },
  {
    rows: ['1.5.1'],
    file: 'build/awsXmlParser.ts',
    find: 'if (!importer || !isParser ||',
    replace: 'if (!importer || isParser ||',
    test: ['build/awsXmlParser.test.ts', 'ASVS 1.5.1 the reader of storage answers'],
  },
  {
    rows: ['1.5.2'],
    file: 'server/http/api.ts',
    find: "if (!result.success) throw new ApiFailure('INVALID_REQUEST', placeOf(result.issues));",
    replace: 'if (!result.success) return given;',
    test: [http, 'only JSON of the agreed shape and size'],
  },
  // V2 Validation and business logic
  {
    rows: ['2.1.1'],
    file: 'src/platform/images/prepareJpeg.ts',
    find: '  maxSide = MAX_IMAGE_SIDE,\n): Promise',
    replace: '  maxSide = 4096,\n): Promise',
    test: [source, 'limits of the product are written in contract/limits.ts only'],
  },
  {
    rows: ['2.2.1'],
    file: 'src/contract/endpoints.ts',
    find: 'v.minValue(1), v.maxValue(LIST_PAGE_MAX)',
    replace: 'v.minValue(1)',
    test: [http, 'only JSON of the agreed shape and size'],
  },
  {
    rows: ['2.2.2'],
    file: 'src/contract/entities.ts',
    find: 'v.regex(PLAIN_TEXT),',
    replace: '',
    test: [attacks, 'odd texts are stored as texts or refused'],
  },
  {
    rows: ['2.2.3'],
    file: 'server/api/photos/postPhotos.ts',
    find: '`ugc/${tenant}/${post.event_id}/original/`',
    replace: '`ugc/${tenant}/`',
    test: [posts, 'API-PUT-/media/list/items TEN-10b members only, and only keys of the tenant and event'],
  },
  {
    rows: ['2.3.1'],
    file: 'server/api/photos/postPhotos.ts',
    find: "if (found === 'missing') throw new ApiFailure('OBJECT_MISSING');",
    replace: "if (found === 'missing') return;",
    test: [posts, 'all or nothing: one missing object registers none'],
  },
  {
    rows: ['2.3.1'],
    file: 'server/api/access/posting.ts',
    find: "if (state === 'after') throw new ApiFailure('EVENT_OVER');",
    replace: '',
    test: [posts, 'API-PUT-/media/list/items PST-03a only while the event is in progress in Tokyo'],
  },
  {
    rows: ['2.3.2'],
    file: 'server/api/referenceData/handlers.ts',
    find: 'if (!(await countWordVote(context, tagtype, word))) return done;',
    replace: 'await countWordVote(context, tagtype, word);',
    test: ['tests/api/routesFans.test.ts', 'SRC-06 one visitor alone makes no popular word'],
  },
  {
    rows: ['2.3.3'],
    file: 'server/database/retryTransaction.ts',
    find: 'return await builder.execute(async (trx) => {\n        const result = await work(trx);',
    replace:
      'return await builder.execute(async (trx) => {\n        const result = await work(isolationLevel ? trx : (db as never));',
    test: ['tests/api/registrationKilled.test.ts', 'QUE-01b T25 killed -9 in mid-registration'],
  },
  {
    rows: ['2.3.4'],
    file: 'server/api/photos/postState.ts',
    find: '${userId}, 0 from kept',
    replace: '${userId}, 0 from kept where false',
    test: ['tests/api/storeServers.postgres.test.ts', 'PST-09b the limit of an event holds over both servers'],
  },
  {
    rows: ['2.4.1'],
    file: 'server/http/api.ts',
    find: "if (endpoint.method !== 'GET' && address !== null)\n      await take(",
    replace: "if (endpoint.method === 'GET' && address !== null)\n      await take(",
    test: [http, 'ROL-01 anonymous writes of one network are bounded'],
  },
  {
    rows: ['2.4.1'],
    file: 'server/http/timeLimits.ts',
    find: 'const timer = setTimeout(() => giveUp(request), bodyMs);',
    replace: 'const timer = setTimeout(() => giveUp(request), 10_000 * bodyMs);',
    test: ['server/http/timeLimits.test.ts', 'a call that dribbles its body is ended'],
  },
  {
    rows: ['2.4.1'],
    file: 'server/objects/embeddedObjectStore.ts',
    find: 'if (place === null) throw tooManyUploads();',
    replace: 'if (place === null) return (await work()).result;',
    test: ['tests/api/objectsSafe.test.ts', 'SAF-10a who has stored too much is told to come later'],
  },
];
