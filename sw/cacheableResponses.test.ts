import { expect, test } from 'vitest';
import { PAGE_META_TAG } from '../src/contract/pageMetaTag.ts';
import { isAnswered, isArt, isDocument, isJson, isPage, isPicture } from './cacheableResponses.ts';

interface Given {
  readonly contentType?: string | null;
  readonly status?: number;
  readonly type?: string;
  readonly redirected?: boolean;
}
function answer({ contentType = 'application/json', status = 200, type = 'basic', redirected = false }: Given = {}) {
  const headers = new Headers(contentType === null ? {} : { 'content-type': contentType });
  const facts = { status, type, redirected, headers } as Response;
  return { ...facts, clone: () => ({ text: async () => `<head>${PAGE_META_TAG}</head>` }) } as Response;
}

/** What an answer of this type may be kept as. */
async function keptAs(given: Given): Promise<string[]> {
  const response = answer(given);
  const kinds = { json: isJson, picture: isPicture, document: isDocument, page: isPage, art: isArt };
  const found: string[] = [];
  for (const [name, isKept] of Object.entries(kinds)) if ((await isKept(response)) === true) found.push(name);
  return found;
}

test.each([
  ['application/json', ['json', 'art']],
  ['Application/problem+json; charset=utf-8', ['json', 'art']],
  ['application/vnd.fan-club.v1+json', ['json', 'art']],
  ['application/jsonp', ['art']],
  ['text/x-application/json', ['art']],
  ['application/x y+json', ['art']],
  ['image/avif', ['picture', 'art']],
  ['IMAGE/JPEG', ['picture', 'art']],
  ['x-image/jpeg', ['art']],
  ['text/plain; of=image/jpeg', ['art']],
  ['application/pdf', ['document', 'art']],
  ['x-application/pdf', ['art']],
  ['text/html; charset=utf-8', ['page']],
  ['TEXT/HTML', ['page']],
  ['x-text/html', ['art']],
  [null, ['art']],
])('T24 what comes as %s is kept as what it is alone: %j', async (contentType, kinds) => {
  expect(await keptAs({ contentType })).toEqual(kinds);
});

test.each([
  [{ type: 'cors' }, ['json', 'art']],
  [{ type: 'default' }, ['json', 'art']],
  [{ type: 'opaque', status: 0 }, []],
  [{ type: 'opaque' }, []],
  [{ type: 'opaqueredirect' }, []],
  [{ type: 'error' }, []],
  [{ redirected: true }, []],
  [{ status: 206 }, []],
  [{ status: 404 }, []],
])('T30 DAT-03b of an answer that is %j is kept: %j', async (given, kinds) => {
  expect(await keptAs(given)).toEqual(kinds);
});

test.each([
  [{}, true],
  [{ status: 304 }, true],
  [{ status: 499 }, true],
  [{ status: 500 }, false],
  [{ contentType: 'application/problem+json', status: 403 }, true],
  [{ contentType: 'application/vnd.fan-club.v1+json' }, true],
  [{ contentType: 'application/+json' }, false],
  [{ contentType: 'text/html' }, false],
  [{ contentType: 'text/x-application/json' }, false],
  [{ contentType: null }, false],
])('T24 an answer of %j is the server’s own word: %s', (given, expected) => {
  expect(isAnswered(answer(given))).toBe(expected);
});
