// @vitest-environment happy-dom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { findTenant } from '../../tenants/index.ts';
import { CLUB } from '../../tests/support/tenants.ts';
import type { ErrorCode } from '../contract/errorCodes.ts';
import { AppError } from '../contract/errors.ts';
import { pageTexts as texts } from '../messages/jaPages.ts';
import { type Services, ServicesProvider } from '../services/services.tsx';
import { LoadFailure } from './LoadFailure.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const session = { getState: () => ({ status: 'anonymous' }), subscribe: () => () => undefined };
const services = { tenant: findTenant(CLUB), session } as unknown as Services;

function show(code: ErrorCode, offer?: null) {
  const host = document.createElement('div');
  const onRetry = vi.fn();
  const error = new AppError(code, 'later');
  act(() =>
    createRoot(host).render(
      <ServicesProvider services={services}>
        <LoadFailure title="企画の失敗" {...{ error, onRetry, offer }} />
      </ServicesProvider>,
    ),
  );
  act(() => host.querySelector('button')?.click());
  expect(onRetry).toHaveBeenCalledTimes(1);
  return host;
}

test.each(['NETWORK', 'TIMEOUT', 'BAD_ANSWER'] as const)(
  'DAT-02b %s: what was not seen says so, and where there is something',
  (code) => {
    const host = show(code);
    expect(host.textContent).toContain(texts.unseen);
    expect(host.textContent).toContain(texts.unseenText);
    expect(host.textContent).not.toContain('企画の失敗');
    expect(host.querySelector('a')?.getAttribute('href')).toBe(`/${CLUB}/`);
    expect(show(code, null).querySelector('a')).toBeNull();
  },
);

test('ERR-02 a server that failed is named, and nothing else is offered', () => {
  const host = show('INTERNAL');
  expect(host.textContent).toContain('企画の失敗');
  expect(host.textContent).not.toContain(texts.unseen);
  expect(host.querySelector('a')).toBeNull();
});
