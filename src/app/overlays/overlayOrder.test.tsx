// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { renderWith } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import { OverlayHost } from './OverlayHost.tsx';

const code = Promise.withResolvers<void>();
vi.mock('../../features/account/CompanyModal.tsx', async (load) => {
  await code.promise;
  return load();
});

test('OVL-01e what was opened last stands on top, also when the code of the one below comes later', async () => {
  history.replaceState(null, '', `/${CLUB}/gallery.html`);
  const shown: (string | null)[] = [];
  const show = vi.spyOn(HTMLDialogElement.prototype, 'showModal');
  show.mockImplementation(function (this: HTMLDialogElement) {
    this.open = true;
    shown.push(this.querySelector('h2')?.textContent ?? null);
  });
  const page = await renderWith(<OverlayHost />);
  await act(async () => {
    page.overlays().open({ mode: 'about-company' });
    page.overlays().open({ mode: 'about-ranking' });
  });
  await act(async () => {
    await import('../../features/ranking/AboutRankingModal.tsx');
  });
  await act(async () => {
    code.resolve();
    await vi.dynamicImportSettled();
  });
  await waitFor(() => expect(shown).toEqual(['運営会社', 'ランキングについて']));
});
