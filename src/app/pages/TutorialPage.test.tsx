// @vitest-environment happy-dom
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tenants } from '../../../tenants/index.ts';
import { fakeServices, press, renderWith, type Screen, signedInFan } from '../../../tests/support/render.tsx';
import { PHOTOS_PER_POST } from '../../contract/limits.ts';
import { tutorial } from '../../messages/jaTutorial.ts';
import { ANONYMOUS } from '../../session/sessionState.ts';
import { TutorialPage } from './TutorialPage.tsx';

const tenant = tenants.find(({ features }) => features.tutorial && features.firstFollow) ?? expect.fail('no tutorial');
/** What the server knows of the account. */
let isNew = true;
const getOwnAttributes = async () => ({ sub: 'me', Username: 'me', Name: '私', first_steps: isNew });
const putFirstSteps = vi.fn(async () => {
  isNew = false;
  return { result: 'ok' };
});
let page: Screen;

/** Opens the page as a device that knows nothing yet. */
async function open(state = signedInFan) {
  cleanup();
  page = await renderWith(<TutorialPage />, fakeServices({ tenant, state, api: { getOwnAttributes, putFirstSteps } }));
  await waitFor(() => expect(page.queryClient.isFetching()).toBe(0));
}
const stack = () => page.stack().map(({ mode }) => mode);

beforeEach(() => {
  isNew = true;
  vi.clearAllMocks();
  localStorage.clear();
  history.replaceState(null, '', `/common/tutorial.html?t=${tenant.id}`);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
});
afterEach(() => void vi.unstubAllGlobals());

test('MOD-04 a new account is shown once whom to follow, on whatever device the tutorial ends', async () => {
  await open();
  await press(tutorial.begin);
  expect(stack()).toEqual(['first-follow']);
  expect(putFirstSteps).toHaveBeenCalledWith({ body: { first_steps: false } });
  await open();
  await press(tutorial.begin);
  expect(stack()).toEqual([]);
  // Another account on this device.
  isNew = true;
  await open();
  await press(tutorial.begin);
  expect(stack()).toEqual(['first-follow']);
});

test('MOD-04 the way to a post leads past it: one modal after the other, whichever way it closes', async () => {
  await open();
  await press(tutorial.post);
  expect(page.stack()).toEqual([{ mode: 'first-follow', next: 'post' }]);
  // At the end of the tutorial nothing follows.
  isNew = true;
  await open();
  await press(tutorial.begin);
  expect(page.stack()).toEqual([{ mode: 'first-follow' }]);
});

test('MOD-04 a visitor, and a fan whose account is not new, are not shown it', async () => {
  await open(ANONYMOUS);
  await press(tutorial.begin);
  expect(stack()).toEqual([]);
  isNew = false;
  await open();
  await press(tutorial.post);
  expect(stack()).toEqual(['post']);
  expect(putFirstSteps).not.toHaveBeenCalled();
});

test.each([
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Mobile/15E148', PHOTOS_PER_POST.mobile],
  ['desktop', 'Mozilla/5.0 (X11; Linux x64)', PHOTOS_PER_POST.desktop],
])('PST-09a the tutorial names the limit of the form: %s', async (_, userAgent, max) => {
  vi.stubGlobal('navigator', { userAgent, maxTouchPoints: 0 });
  await open();
  expect(document.body.textContent).toContain(`まとめて${max}枚まで`);
});
