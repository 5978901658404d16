// @vitest-environment happy-dom
import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { tellScreenBroke } from '../../platform/measurements/screenBroke.ts';
import { measurePage } from './measurePage.ts';

vi.mock('../../platform/measurements/watchVitals.ts', () => ({ watchVitals: () => undefined }));
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** A page of which each test leaves once. */
function openPage({ isDrawn = true, isChosen = true } = {}) {
  let chosen = isChosen;
  const added: [string, EventListener][] = [];
  const add = globalThis.addEventListener.bind(globalThis);
  vi.spyOn(globalThis, 'addEventListener').mockImplementation(((type: string, listener: EventListener) => {
    added.push([type, listener]);
    add(type, listener);
  }) as typeof addEventListener);
  const putMeasurements = vi.fn(async (_: { body: unknown; keepalive?: boolean }) => ({ result: 'ok' }) as const);
  const queryClient = new QueryClient();
  const choice = {
    load: async () => chosen,
    save: async (isOn: boolean) => {
      chosen = isOn;
    },
    settle: async () => undefined,
  };
  const page = measurePage({ api: { putMeasurements } as never, queryClient, choice, isDrawn });
  const show = (state: DocumentVisibilityState) => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    dispatchEvent(new Event('visibilitychange'));
  };
  return {
    page,
    putMeasurements,
    queryClient,
    show,
    settled: () => new Promise((done) => setTimeout(done)),
    leaveOthersAlone: () => {
      for (const [type, listener] of added) removeEventListener(type, listener);
    },
    choose: choice.save,
  };
}

const POST = { kind: 'public', tenant: 'club', ageMs: 3_000 } as const;

test('OPS-02a a page that is left sends codes of what failed and ages of posts, by the mark of its build', async () => {
  document.body.innerHTML = '<script type="x" data-code="/assets/a.css /assets/app-B3x_y-Z.js"></script>';
  const { page, putMeasurements, queryClient, show, settled, leaveOthersAlone } = openPage();
  await settled();
  page.report(POST);
  tellScreenBroke();
  const failing = () => Promise.reject(new AppError('TIMEOUT', 'never'));
  await queryClient.fetchQuery({ queryKey: ['x'], queryFn: failing }).catch(() => undefined);
  show('hidden');
  expect(putMeasurements).toHaveBeenCalledTimes(1);
  const [{ body, keepalive }] = putMeasurements.mock.calls[0] as [{ body: object; keepalive: boolean }];
  expect(keepalive).toBe(true);
  expect(body).toMatchObject({
    build: 'B3x_y-Z',
    vitals: {},
    errors: ['UNEXPECTED', 'TIMEOUT'],
    posts: [{ stage: 'public', age: 3 }],
  });
  expect(Object.keys(body).sort()).toEqual(['build', 'device', 'engine', 'errors', 'page', 'posts', 'vitals']);
  show('hidden');
  expect(putMeasurements).toHaveBeenCalledTimes(1);
  leaveOthersAlone();
});

test.each([{ isDrawn: false }, { isChosen: false }])('OPS-02b OPS-02d a page with %j sends nothing', async (given) => {
  const { page, putMeasurements, show, settled, leaveOthersAlone } = openPage(given);
  await settled();
  page.report(POST);
  tellScreenBroke();
  show('hidden');
  expect(putMeasurements).not.toHaveBeenCalled();
  leaveOthersAlone();
});

test('OPS-02d turned off it ends at once, what was measured included; another tab follows when seen', async () => {
  const { page, putMeasurements, show, settled, choose, leaveOthersAlone } = openPage();
  await settled();
  page.report(POST);
  await choose(false);
  dispatchEvent(new Event('measures-changed'));
  await settled();
  show('hidden');
  expect(putMeasurements).not.toHaveBeenCalled();
  page.report(POST);
  tellScreenBroke();
  await choose(true);
  dispatchEvent(new Event('measures-changed'));
  await settled();
  show('hidden');
  expect(putMeasurements, 'of before, or of while it was off').not.toHaveBeenCalled();
  page.report(POST);
  await choose(false);
  show('visible');
  await settled();
  page.report(POST);
  show('hidden');
  expect(putMeasurements).not.toHaveBeenCalled();
  leaveOthersAlone();
});
