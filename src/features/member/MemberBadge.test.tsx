// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findTenant } from '../../../tenants/index.ts';
import { type Services, ServicesProvider } from '../../session/services.tsx';
import { MemberBadge } from './MemberBadge.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
let root: Root;
let host: HTMLElement;
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  act(() => root.unmount());
  host.remove();
});

test('PHO-08b ROL-04a the official user and ambassadors have their badge, fans have none', async () => {
  const api = {
    getOfficialUser: async () => ({ list: [{ user_id: 'club' }] }),
    getAmbassadors: async () => ({ list: [{ ambassador_name: '', ambassador_user_id: 'amb', object_key: null }] }),
  };
  const services = { tenant: findTenant('sapporo'), api } as unknown as Services;
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <ServicesProvider services={services}>
          {['club', 'amb', 'fan'].map((userId) => (
            <p key={userId}>
              <MemberBadge userId={userId} />
            </p>
          ))}
        </ServicesProvider>
      </QueryClientProvider>,
    ),
  );
  const texts = () => [...host.querySelectorAll('p')].map(({ textContent }) => textContent);
  await vi.waitFor(async () => act(async () => expect(texts()).toEqual(['公式', 'アンバサダー', ''])));
});
