import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { personPicturesQuery, personsQuery, teamsQuery } from '../../queries/peopleQueries.ts';
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

/** Teams of a league; none elsewhere. */
export function useTeams() {
  const { isTeam } = useTenant();
  return useQuery({ ...teamsQuery(useServices()), enabled: isTeam }).data?.list ?? [];
}
