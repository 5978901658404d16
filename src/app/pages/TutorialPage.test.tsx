// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Provider } from 'jotai';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { tenants } from '../../../tenants/index.ts';
import type { Tenant } from '../../../tenants/schema.ts';
import { PHOTOS_PER_POST } from '../../contract/limits.ts';
import { tutorial } from '../../messages/jaTutorial.ts';
import { useFirstSteps } from '../../queries/useFirstSteps.ts';
import { type Services, ServicesProvider } from '../../services/services.tsx';
import type { SessionState } from '../../session/sessionState.ts';
import { type OverlayMode, useOverlayStack } from '../../ui/overlays.ts';
import { TutorialPage } from './TutorialPage.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const tenant = tenants.find(({ features }) => features.tutorial && features.firstFollow) as Tenant;
const signedIn: SessionState = { status: 'signedIn', user: { id: 'me', name: '私', usepermit: true } };

let root: Root;
let stack: readonly OverlayMode[] = [];
/** What the server knows of the account. */
let isNew = true;
const getOwnAttributes = async () => ({ sub: 'me', Username: 'me', Name: '私', first_steps: isNew });
const putFirstSteps = vi.fn(async () => {
  isNew = false;
  return { result: 'ok' };
});

let shownNew: boolean | null = null;
function Probe() {
  shownNew = useFirstSteps().isNew;
  stack = useOverlayStack().map(({ mode }) => mode);
  return null;
}

/** Opens the page as a device that knows nothing yet. */
async function open(session: SessionState = signedIn) {
  act(() => root.unmount());
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const never = { subscribe: () => () => undefined };
  const services = {
    tenant,
    api: { getOwnAttributes, putFirstSteps },
    session: { ...never, getState: () => session },
  } as unknown as Services;
  shownNew = null;
  await act(async () =>
    root.render(
      <Provider>
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          <ServicesProvider services={services}>
            <TutorialPage />
            <Probe />
          </ServicesProvider>
        </QueryClientProvider>
      </Provider>,
    ),
  );
  await act(async () => vi.waitFor(() => expect(shownNew).toBe(isNew && session === signedIn)));
}
const press = (label: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)?.click());

beforeEach(() => {
  isNew = true;
  vi.clearAllMocks();
  document.body.innerHTML = '';
  localStorage.clear();
  history.replaceState(null, '', `/common/tutorial.html?t=${tenant.id}`);
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
  root = createRoot(document.createElement('div'));
});
afterEach(() => {
  act(() => root.unmount());
  vi.unstubAllGlobals();
});

test('MOD-04 a new account is shown once whom to follow, on whatever device the tutorial ends', async () => {
  await open();
  await press(tutorial.begin);
  expect(stack).toEqual(['first-follow']);
  expect(putFirstSteps).toHaveBeenCalledWith({ body: { first_steps: false } });
  await open();
  await press(tutorial.begin);
  expect(stack).toEqual([]);
  // Another account on this device.
  isNew = true;
  await open();
  await press(tutorial.begin);
  expect(stack).toEqual(['first-follow']);
});

test('MOD-04 the way to a post leads past it: the post window waits below', async () => {
  await open();
  await press(tutorial.post);
  expect(stack).toEqual(['post', 'first-follow']);
});

test('MOD-04 a visitor, and a fan whose account is not new, are not shown it', async () => {
  await open({ status: 'anonymous' });
  await press(tutorial.begin);
  expect(stack).toEqual([]);
  isNew = false;
  await open();
  await press(tutorial.post);
  expect(stack).toEqual(['post']);
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
