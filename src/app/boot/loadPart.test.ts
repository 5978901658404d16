// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "handleDisabledFileLoadingAsSuccess": true } }
import { beforeEach, expect, test, vi } from 'vitest';
import { loadPart } from './loadPart.ts';

const { reload } = vi.hoisted(() => ({ reload: vi.fn() }));
vi.mock('./chunkLoadRecovery.ts', () => ({ reloadForLostCode: reload }));

const fetched = vi.fn(async (_: string) => new Response('code'));
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

test('T28 the code of a part runs once its styles are there; its files are asked for at once and once', async () => {
  const load = vi.fn(async () => 'part');
  const first = loadPart(load, ['assets/a.js', 'assets/a.css']);
  const second = loadPart(load, ['assets/a.js', 'assets/a.css']);
  expect(links()).toEqual(['modulepreload /assets/a.js', 'stylesheet /assets/a.css']);
  expect(fetched).not.toHaveBeenCalled();
  await Promise.resolve();
  expect(load).not.toHaveBeenCalled();
  end('load');
  expect(await Promise.all([first, second])).toEqual(['part', 'part']);
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

test('QUE-02b without signal a part is not imported, and with signal it is asked for anew', async () => {
  const load = vi.fn(async () => 'part');
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  fetched.mockRejectedValueOnce(new TypeError('no signal')).mockResolvedValueOnce(new Response('', { status: 503 }));
  await expect(loadPart(load, ['assets/d.js'])).rejects.toThrow('no signal');
  await expect(loadPart(load, ['assets/d.js'])).rejects.toThrow('assets/d.js');
  expect(load).not.toHaveBeenCalled();
  expect(await loadPart(load, ['assets/d.js']), 'what the worker has').toBe('part');
  onLine.mockReturnValue(true);
  expect(await loadPart(load, ['assets/d.js'])).toBe('part');
  expect(links()).toEqual(['modulepreload /assets/d.js']);
});
