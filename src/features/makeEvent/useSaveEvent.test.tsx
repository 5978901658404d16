// @vitest-environment happy-dom
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fakeServices, renderHookWith, signedInFan } from '../../../tests/support/render.tsx';
import { CLUB } from '../../../tests/support/tenants.ts';
import type { FanEvent } from '../../contract/entities.ts';
import { makeEvent as texts } from '../../messages/jaMakeEvent.ts';
import { endpointKey } from '../../queries/endpointQuery.ts';
import type { EventFormStore } from './eventFormStore.ts';
import { useSaveEvent } from './useSaveEvent.ts';

const event = { event_id: 'e1' } as FanEvent;

test('a deleted event is asked for anew wherever it may be shown, and leaves no draft', async () => {
  const deleteEvent = vi.fn(async () => ({}));
  const discard = vi.fn(async () => undefined);
  const store = { discard } as Partial<EventFormStore> as EventFormStore;
  const services = fakeServices({ state: signedInFan, api: { deleteEvent } });
  const { result, queryClient, stack } = await renderHookWith(() => useSaveEvent(store, event, 'me'), null, services);
  const keys = [
    endpointKey(CLUB, 'getMemorialEvents', {}),
    endpointKey(CLUB, 'getFavoriteEvents', {}, 'me'),
    endpointKey(CLUB, 'getEvent', { params: { eventId: 'e1' } }),
    endpointKey(CLUB, 'getEvent', { params: { eventId: 'e2' } }),
  ];
  for (const key of keys) queryClient.setQueryData(key, {});
  await act(async () => void result.current.askRemove());
  const [question] = stack();
  await act(async () => question?.mode === 'confirm' && question.onConfirm());
  await waitFor(() => expect(stack()).toMatchObject([{ mode: 'result', text: texts.removed }]));
  expect(deleteEvent).toHaveBeenCalledWith({ body: { event_id: 'e1' } });
  expect(discard).toHaveBeenCalledOnce();
  expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true, false]);
});
