// @vitest-environment happy-dom
import { fireEvent, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWith } from '../../tests/support/render.tsx';
import { CLUB } from '../../tests/support/tenants.ts';
import type { ErrorCode } from '../contract/errorCodes.ts';
import { AppError } from '../contract/errors.ts';
import { pageTexts as texts } from '../messages/jaPages.ts';
import { LoadFailure } from './LoadFailure.tsx';

async function show(code: ErrorCode, offer?: null) {
  const onRetry = vi.fn();
  const error = new AppError(code, 'later');
  const { container } = await renderWith(
    <LoadFailure title="企画の失敗" error={error} onRetry={onRetry} offer={offer} />,
  );
  fireEvent.click(within(container).getByRole('button'));
  expect(onRetry).toHaveBeenCalledTimes(1);
  return container;
}

test.each(['NETWORK', 'TIMEOUT', 'BAD_ANSWER'] as const)(
  'DAT-02b %s: what was not seen says so, and where there is something',
  async (code) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const host = await show(code);
    expect(host.textContent).toContain(texts.unseen);
    expect(host.textContent).toContain(texts.unseenText);
    vi.restoreAllMocks();
    const online = await show(code);
    expect(online.textContent).toContain(texts.unreachable);
    expect(online.textContent).not.toContain(texts.unseen);
    expect(host.textContent).not.toContain('企画の失敗');
    expect(host.querySelector('a')?.getAttribute('href')).toBe(`/${CLUB}/`);
    expect((await show(code, null)).querySelector('a')).toBeNull();
  },
);

test('ERR-02 a server that failed is named, and nothing else is offered', async () => {
  const host = await show('INTERNAL');
  expect(host.textContent).toContain('企画の失敗');
  expect(host.textContent).not.toContain(texts.unseen);
  expect(host.querySelector('a')).toBeNull();
});
