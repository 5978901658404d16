import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FanEvent } from '../../contract/entities.ts';
import { isOthersForm } from '../../drafts/claimDraft.ts';
import { eventFailures } from '../../messages/jaMakeEvent.ts';
import { freshEventQuery } from '../../queries/eventQueries.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { createEventDrafts } from './eventDrafts.ts';
import { type EventForm, formOfEvent, isChanged, newEventForm } from './eventForm.ts';
import { createEventFormStore, type EventFormStore } from './eventFormStore.ts';

interface Opened {
  readonly store: EventFormStore;
  readonly base: EventForm;
  readonly event: FanEvent | null;
  readonly isRestored: boolean;
  /** Whose form it is. */
  readonly userId: string | null;
}

type SetOpened = (opened: Opened | null) => void;

/** Another tab has changed the fan: the form stays the draft of whoever wrote it (QUE-05). Is it another fan's? */
function useNextFan(opened: Opened | null, userId: string | null, setOpened: SetOpened): boolean {
  const isOthers = isOthersForm(opened?.userId ?? null, userId);
  useEffect(() => {
    // Its last write comes before the next form is read.
    if (isOthers) void opened?.store.close().then(() => setOpened(null));
  }, [isOthers, opened, setOpened]);
  return isOthers;
}

interface DraftPlace {
  readonly tenant: string;
  readonly userId: string | null;
  readonly eventId: string | null;
}

/** Reads the fan's draft once `isReady`, for `open`; null: there is none, or it cannot be read. */
function useEventDraft(
  isReady: boolean,
  { tenant, userId, eventId }: DraftPlace,
  onLoaded: (saved: EventForm | null) => void,
): void {
  const { drafts } = useServices();
  const open = useEffectEvent(onLoaded);
  useEffect(() => {
    if (!isReady) return;
    let isCurrent = true;
    createEventDrafts(drafts, { tenant, userId, eventId })
      .load()
      .catch(() => null)
      .then((saved) => isCurrent && open(saved));
    return () => {
      isCurrent = false;
    };
  }, [isReady, drafts, tenant, userId, eventId]);
}

/**
 * The form once its draft, or the event as it stands, is loaded. `opened` is null until then; an event that cannot be changed is said in
 * place of the overlay. `reopen` begins anew.
 */
export function useOpenedEventForm(eventId: string | undefined) {
  const services = useServices();
  const { drafts, preparer } = services;
  const tenant = useTenant();
  const session = useSession();
  const overlays = useOverlays();
  const userId = session.status === 'anonymous' ? null : session.user.id;
  const isEdit = eventId !== undefined;
  const [opened, setOpened] = useState<Opened | null>(null);
  const found = useQuery({ ...freshEventQuery(services, eventId ?? ''), enabled: isEdit });
  const current = found.isFetchedAfterMount ? found.data : undefined;
  const isNotOwn = current !== undefined && current.user_id !== userId;
  const isFailed = isEdit && opened === null && (isNotOwn || (found.isError && !found.isFetching));

  useEffect(() => {
    if (isFailed) overlays.replace({ mode: 'error', text: eventFailures.load });
  }, [isFailed, overlays]);

  const place = { tenant: tenant.id, userId, eventId: eventId ?? null };
  const open = (saved: EventForm | null) => {
    const event = isEdit ? (current ?? null) : null;
    const base = event === null ? newEventForm : formOfEvent(event);
    const initial = saved ?? base;
    setOpened({
      store: createEventFormStore({ initial, drafts: createEventDrafts(drafts, place), preparer }),
      base,
      event,
      isRestored: saved !== null && isChanged(saved, base),
      userId,
    });
  };
  const isOthers = useNextFan(opened, userId, setOpened);
  const isReady = opened === null && !isFailed && (!isEdit || current !== undefined);
  useEventDraft(isReady, place, open);
  return { opened: isOthers ? null : opened, reopen: () => setOpened(null) };
}
