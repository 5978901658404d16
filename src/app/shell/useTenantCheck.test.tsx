// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { changing, fakeServices, renderHookWith } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import { putOffRules, takeStoredPage } from '../../navigation/storedPage.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import type { SessionUser } from '../../session/rememberedUser.ts';
import type { SessionState } from '../../session/sessionState.ts';
import { countDirtyForm } from '../../ui/dirtyForms.ts';
import { useTenantCheck } from './useTenantCheck.ts';

const PAGE = `/${CLUB}/gallery.html`;
const fan = (agreement?: SessionUser['agreement']): SessionState => ({
  status: 'signedIn',
  user: { id: 'me', name: 'fan', usepermit: null, ...(agreement ? { agreement } : {}) },
});
beforeEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', PAGE);
});

async function open(first: SessionState) {
  const session = changing(first);
  const demandAgreement = vi.fn(() => void session.change(fan('demanded')));
  const useBoth = () => {
    useTenantCheck();
    return useRequireLogin();
  };
  const services = fakeServices({ session: { ...session, demandAgreement } });
  const { result } = await renderHookWith(useBoth, undefined, services);
  return { session, demandAgreement, requireLogin: () => result.current };
}
const isAtRules = () => location.pathname === '/common/rule-agreement.html';

test('ACC-13b a fan who stays signed in is led to a new version of the rules, and back afterwards', async () => {
  const { session } = await open(fan());
  expect(isAtRules()).toBe(false);
  await session.change(fan('missing'));
  expect(isAtRules()).toBe(true);
  expect(takeStoredPage(CLUB)).toBe(PAGE);
});

test('ACC-13b who put the rules off looks around, until something is wanted that only members do', async () => {
  putOffRules(CLUB);
  const { requireLogin, demandAgreement } = await open(fan('missing'));
  expect(isAtRules()).toBe(false);
  const like = vi.fn();
  requireLogin()(like, 'like');
  await vi.waitFor(() => expect(isAtRules()).toBe(true));
  expect(demandAgreement).toHaveBeenCalledOnce();
  expect(like).not.toHaveBeenCalled();
});

test('ACC-13b what is typed is not left for the rules before it is sent or given up', async () => {
  countDirtyForm(1);
  const { session } = await open(fan());
  await session.change(fan('missing'));
  expect(isAtRules()).toBe(false);
  await act(async () => countDirtyForm(-1));
  expect(isAtRules()).toBe(true);
});
