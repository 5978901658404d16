// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { fakeServices, press, renderWith } from '../../tests/support/render.tsx';
import type { SharedList } from '../contract/endpoints.ts';
import { AppError } from '../contract/errors.ts';
import { ui } from '../messages/ja.ts';
import { referenceFailures } from '../messages/jaReferenceData.ts';
import { useServices } from '../services/services.tsx';
import { ReferenceFailures } from './ReferenceFailures.tsx';

const lists = Object.keys(referenceFailures).filter((name): name is SharedList => name !== 'overall');

/** A screen that needs these lists. */
function Needing({ names }: { readonly names: readonly SharedList[] }) {
  return (
    <>
      {names.map((name) => (
        <Asking key={name} name={name} />
      ))}
      <ReferenceFailures of={names} note={{ of: ['getAmbassadors'], text: 'だから出ません。' }} />
    </>
  );
}
function Asking({ name }: { readonly name: SharedList }) {
  const { api, tenant } = useServices();
  const call = api[name] as () => Promise<unknown>;
  useQuery({ queryKey: [tenant?.id ?? null, name, {}, {}], queryFn: () => call(), retry: false });
  return null;
}

let failing: readonly string[] = [];
function open(names: readonly SharedList[]) {
  cleanup();
  failing = names;
  const api = new Proxy(
    {},
    {
      get: (_, name: string) => async () => {
        if (failing.includes(name)) throw new AppError('INTERNAL', 'later', { status: 500 });
        return { list: [] };
      },
    },
  );
  return renderWith(<Needing names={names} />, fakeServices({ others: { api } }));
}
const shown = () => screen.queryByRole('alert')?.textContent ?? null;
const flags = () => document.querySelector('[data-failed]')?.getAttribute('data-failed') ?? null;

test.each(lists)(
  'ERR-03 %s that cannot be loaded sets its flag and has its sentence; the retry takes both away',
  async (name) => {
    await open([name]);
    await waitFor(() => expect(shown()).toContain(referenceFailures[name]));
    expect(flags()).toBe(name);
    await press(ui.retry);
    await waitFor(() => expect(shown()).toContain(referenceFailures[name]));
    failing = [];
    await press(ui.retry);
    await waitFor(() => expect([shown(), flags()]).toEqual([null, null]));
  },
);

test('ERR-03 sentences differ, and next to nothing is one sentence, with what follows of it', async () => {
  expect(new Set(Object.values(referenceFailures)).size).toBe(lists.length + 1);
  await open(['getAmbassadors', 'getOfficialUser', 'getReservedNames', 'getPersons']);
  await waitFor(() => expect(shown()).toContain(referenceFailures.overall));
  expect(flags()).toBe('getAmbassadors getOfficialUser getPersons getReservedNames');
  expect(shown()).toContain('だから出ません。');
  await open(['getTeams']);
  await waitFor(() => expect(shown()).toContain(referenceFailures.getTeams));
  expect(shown()).not.toContain('だから出ません。');
});
