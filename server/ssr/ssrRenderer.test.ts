import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { SSR_SCRIPT } from '../../build/ssrScript.ts';
import { createSsrRenderer } from './ssrRenderer.ts';

const dist = mkdtempSync(join(tmpdir(), 'dist-'));
afterAll(() => rmSync(dist, { recursive: true, force: true }));
const still = { now: () => 0, onError: vi.fn() };
const request = {
  tenant: 'club',
  page: 'gallery.html',
  pathname: '/club/gallery.html',
  search: '?team=t1',
  config: {} as never,
  data: '[]',
};

/** A build whose script says what it was given, in the order it was asked. */
function build(body: string): string {
  mkdirSync(join(dist, '.vite'), { recursive: true });
  writeFileSync(
    join(dist, SSR_SCRIPT),
    `let count = 0; var ssrEntry = { renderToHtml: (input) => { count += 1; ${body} } };`,
  );
  return dist;
}

test('RTE-01a style attributes become rules, each once; what could leave a rule does not come in', async () => {
  const html = `<link rel="preload" as="image" href="/a.jpg"/><i style="--ratio:1.5">a</i><i style="--ratio:1.5"></i><b style="color:red}</style><script>">style=&quot;no&quot;</b>`;
  const draw = await createSsrRenderer(build(`return ${JSON.stringify(html)}`), still)();
  const screen = draw(request);
  expect(screen?.html).toBe('<i data-s="0">a</i><i data-s="0"></i><b data-s="1">style=&quot;no&quot;</b>');
  expect(screen?.css).toBe('[data-s="0"]{--ratio:1.5}[data-s="1"]{color:red/stylescript}');
});

test('RTE-02a a page is drawn where its address says, with no browser but that; no timer outlives it', async () => {
  const draw = await createSsrRenderer(
    build(`setTimeout(() => { throw new Error('late') }, 0);
      return [input.page, location.pathname, location.search, typeof window, typeof process, typeof require].join(' ')`),
    still,
  )();
  expect(draw(request)?.html).toBe('gallery /club/gallery.html ?team=t1 undefined undefined undefined');
  expect(draw({ ...request, search: '' })?.html).toContain('gallery.html  undefined');
});

test('the same answers are drawn once a minute; other ones anew', async () => {
  let now = 0;
  const draw = await createSsrRenderer(build('return String(count)'), { ...still, now: () => now })();
  expect([draw(request), draw(request)].map((screen) => screen?.html)).toEqual(['1', '1']);
  expect(draw({ ...request, data: '[{}]' })?.html).toBe('2');
  now = 60_000;
  expect(draw(request)?.html).toBe('3');
});

test('a build without the script, and a page that is not drawn ahead, stay with their frame', async () => {
  expect((await createSsrRenderer('/nowhere', still)())(request)).toBeNull();
  expect((await createSsrRenderer(build('return null'), still)())(request)).toBeNull();
  expect(still.onError).not.toHaveBeenCalled();
  expect((await createSsrRenderer(build('}'), still)())(request)).toBeNull();
  expect(still.onError).toHaveBeenCalledTimes(1);
});
