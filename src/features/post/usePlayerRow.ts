import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Person } from '../../contract/entities.ts';
import { recentPlayers } from '../../platform/storage/recentPlayerStore.ts';
import { eventPersonsQuery } from '../../queries/peopleQueries.ts';
import { useServices, useSession, useTenant } from '../../services/services.tsx';
import { userIdOf } from '../../session/sessionState.ts';
import { useFavoritePlayers } from '../players/useFavoritePlayers.ts';
import { grownRow, NAMES_PATIENCE_MS, rowNames } from './playerRow.ts';

interface RowGiven {
  /** null: on their way. */
  readonly persons: readonly Person[] | null;
  readonly eventId: string | null;
  readonly chosen: readonly string[];
}

/** The row of players of a form: its names keep their places as long as the match stays; who comes later stands at the end (FAN-03c). */
export function usePlayerRow({ persons, eventId, chosen }: RowGiven) {
  const favorites = useFavoritePlayers();
  const recent = useRecentPlayers();
  const shown = useShownPlayers(eventId);
  const [kept, keep] = useState<{ readonly eventId: string | null; readonly row: readonly string[] }>({
    eventId,
    row: [],
  });
  const before = kept.eventId === eventId ? kept.row : [];
  const row =
    persons === null ? before : grownRow(before, [...rowNames({ persons, favorites, recent, shown }), ...chosen]);
  if (row !== kept.row) keep({ eventId, row });
  return {
    /** Players of another team are not shown, unless they are chosen. */
    names: row.filter((name) => chosen.includes(name) || persons?.some((person) => person.name === name)),
    favorites,
    /** More names are on their way: their room is kept. */
    isLoading: persons === null || shown === null,
  };
}

/** As they were when the form was opened. */
function useRecentPlayers(): readonly string[] {
  const tenant = useTenant();
  const userId = userIdOf(useSession());
  const [recent] = useState(() => (userId === null ? [] : recentPlayers(tenant.id, userId)));
  return recent;
}

/** Names of those shown in the photos of an event; null: not known yet. */
function useShownPlayers(eventId: string | null): readonly string[] | null {
  const { data, isPending, fetchStatus } = useQuery({
    ...eventPersonsQuery(useServices(), eventId ?? ''),
    enabled: eventId !== null,
  });
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), NAMES_PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (isPending && fetchStatus === 'fetching' && !isLate) return null;
  return (data?.list ?? []).map(({ name }) => name);
}
