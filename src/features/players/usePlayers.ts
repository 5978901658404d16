import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import type { PersonPicture } from '../../contract/entities.ts';
import { personPicturesQuery, personsQuery, teamsQuery } from '../../queries/peopleQueries.ts';
import { searchKey } from '../../rules/searchMatch.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { joinPlayers, type Player } from './playerList.ts';
import { useFavoritePlayers, useFavoriteSync } from './useFavoritePlayers.ts';

interface Players {
  /** Everybody of the tenant, in the operator's order; undefined while they are not there. */
  readonly players: readonly Player[] | undefined;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** The tenant's players with pictures and the fan's favourites. Without pictures (they could not be had) they have the tenant's icon. */
export function usePlayers(): Players {
  const services = useServices();
  const { data, error, refetch } = useQuery(personsQuery(services));
  const pictures = useQuery(personPicturesQuery(services));
  const favorites = useFavoritePlayers();
  useFavoriteSync();
  const persons = pictures.isPending ? undefined : data?.list;
  const players = useMemo(
    () => persons && joinPlayers({ persons, pictures: pictures.data?.list ?? [], favorites }),
    [persons, pictures.data, favorites],
  );
  return { players, error: data === undefined ? error : null, retry: () => void refetch() };
}

/** The picture of a player by name; null: there is none, or none yet. Names need not wait for it (FAN-20). */
export function useFaces(): (name: string) => PersonPicture | null {
  const { data } = useQuery(personPicturesQuery(useServices()));
  const faces = useMemo(() => new Map(data?.list.map((picture) => [searchKey(picture.name), picture])), [data]);
  return useCallback((name) => faces.get(searchKey(name)) ?? null, [faces]);
}

/** Teams of a league; none elsewhere. */
export function useTeams() {
  const { isTeam } = useTenant();
  return useQuery({ ...teamsQuery(useServices()), enabled: isTeam }).data?.list ?? [];
}
