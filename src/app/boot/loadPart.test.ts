// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { beforeEach, expect, test, vi } from 'vitest';
import { loadPart } from './loadPart.ts';

const { reload } = vi.hoisted(() => ({ reload: vi.fn() }));
vi.mock('./chunkLoadRecovery.ts', () => ({ reloadForLostCode: reload }));

const CODE = { 'content-type': 'text/javascript; charset=utf-8' };
const PAGE = { 'content-type': 'text/html' };
const fetched = vi.fn(async (_: string) => new Response('code', { headers: CODE }));
beforeEach(() => {
  document.head.replaceChildren();
  reload.mockClear();
  fetched.mockClear();
  vi.stubGlobal('fetch', fetched);
});

const links = () =>
  [...document.head.querySelectorAll('link')].map(({ rel, href }) => `${rel} ${new URL(href).pathname}`);
/** happy-dom ends a sheet at once: here the test does. */
let isOurs = false;
document.addEventListener('load', (event) => isOurs || event.stopImmediatePropagation(), true);

/** The last link, as the browser ends it. */
function end(how: 'load' | 'error') {
  isOurs = true;
  [...document.head.querySelectorAll('link')].at(-1)?.dispatchEvent(new Event(how));
  isOurs = false;
}

test('T28 the code of a part runs once its files are there; they are asked for at once and once', async () => {
  const load = vi.fn(async () => 'part');
  const first = loadPart(load, ['assets/a.js', 'assets/a.css']);
  const second = loadPart(load, ['assets/a.js', 'assets/a.css']);
  expect(links()).toEqual(['stylesheet /assets/a.css']);
  await vi.waitFor(() => expect(fetched.mock.results).toHaveLength(1));
  // The script has come, and all that follows from it has run.
  await new Promise((done) => setTimeout(done));
  expect(load).not.toHaveBeenCalled();
  end('load');
  expect(await Promise.all([first, second])).toEqual(['part', 'part']);
  expect(await loadPart(load, ['assets/a.js', 'assets/a.css'])).toBe('part');
  expect(fetched.mock.calls).toEqual([['/assets/a.js']]);
  expect(reload).not.toHaveBeenCalled();
});

test('T28 styles that stand in the page are not asked for', async () => {
  document.head.innerHTML = '<link rel="stylesheet" disabled media="not all" href="/assets/b.css">';
  expect(await loadPart(async () => 'part', ['assets/b.css'])).toBe('part');
  expect(links()).toEqual(['stylesheet /assets/b.css']);
});

test('T28 a part or its styles that cannot be had fail the import, and are asked for anew', async () => {
  const load = vi.fn(async () => 'part');
  const lost = loadPart(load, ['assets/c.css']);
  end('error');
  await expect(lost).rejects.toThrow('assets/c.css');
  expect([load.mock.calls.length, reload.mock.calls.length]).toEqual([0, 1]);
  const again = loadPart(load, ['assets/c.css']);
  end('load');
  expect(await again).toBe('part');
  await expect(loadPart(async () => Promise.reject(new TypeError('gone')))).rejects.toThrow('gone');
  expect(reload).toHaveBeenCalledTimes(2);
});

test.each([
  ['d1', 'no signal', () => Promise.reject(new TypeError('lost')), 'lost'],
  ['d2', 'a failure', async () => new Response('', { status: 503, headers: CODE }), 'assets/d2.js'],
  ['d3', 'a page of somebody else', async () => new Response('<!doctype html>', { headers: PAGE }), 'assets/d3.js'],
])(
  'QUE-02c T24 a part is not imported whose code does not come, and asked for anew: %s, %s',
  async (name, _, answer, said) => {
    const load = vi.fn(async () => 'part');
    fetched.mockImplementationOnce(answer);
    await expect(loadPart(load, [`assets/${name}.js`])).rejects.toThrow(said);
    expect(load).not.toHaveBeenCalled();
    expect(reload).toHaveBeenCalledOnce();
    expect(await loadPart(load, [`assets/${name}.js`])).toBe('part');
    expect(fetched).toHaveBeenCalledTimes(2);
  },
);

test('QUE-02c code the page begins with is asked for again without signal alone: it may not have come', async () => {
  document.head.innerHTML = '<link rel="modulepreload" href="/assets/e.js">';
  expect(await loadPart(async () => 'part', ['assets/e.js'])).toBe('part');
  expect(fetched).not.toHaveBeenCalled();
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fetched.mockRejectedValueOnce(new TypeError('no signal'));
  await expect(loadPart(async () => 'part', ['assets/e.js'])).rejects.toThrow('no signal');
  expect(await loadPart(async () => 'part', ['assets/e.js']), 'what the worker has').toBe('part');
});
