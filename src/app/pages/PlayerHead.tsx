import { useQuery } from '@tanstack/react-query';
import { Camera } from 'lucide-react';
import { Link } from 'wouter';
import { KeepButton } from '../../features/keep/KeepButton.tsx';
import { photoHref } from '../../features/photo/usePhotoParam.ts';
import { FavoriteStar } from '../../features/players/FavoriteStar.tsx';
import { PlayerFace } from '../../features/players/PlayerFace.tsx';
import type { Player } from '../../features/players/playerList.ts';
import { usePlayers, useTeams } from '../../features/players/usePlayers.ts';
import { personCountsQuery } from '../../features/ranking/queries.ts';
import { rankPersons } from '../../features/ranking/rankPersons.ts';
import { player as texts } from '../../messages/jaRanking.ts';
import { usePaths } from '../../navigation/paths.ts';
import { isSameName } from '../../rules/searchMatch.ts';
import { useRequireLogin } from '../../services/requireLogin.ts';
import { useServices, useTenant } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import styles from './PlayerHead.module.css';

/** Head of a player's page: the best-liked photo, who it is, and what a fan can do for the player. */
export function PlayerHead({ name }: { readonly name: string }) {
  const { config } = useTenant();
  const paths = usePaths();
  const { players } = usePlayers();
  const player = players?.find((one) => isSameName(one.name, name));
  const team = useTeams().find(({ team_id }) => team_id === player?.teamId)?.team_name;
  const { open } = useOverlays();
  const requireLogin = useRequireLogin();
  const shown = player?.name ?? name;
  return (
    <header className={styles.head}>
      <Cover player={player} isPending={players === undefined} />
      <div className={styles.text}>
        <p className={styles.kind}>{[config.playerlabel, team].filter(Boolean).join(texts.between)}</p>
        <h1 className={styles.name}>
          {player?.number && <span className={styles.number}>{player.number}</span>}
          {shown}
        </h1>
        {/* Unknown is not none, but keeps its place. */}
        <p className={styles.facts}>
          {player?.reading && (
            <>
              <span translate="no">{player.reading}</span>
              {texts.between}
            </>
          )}
          {players ? texts.count(player?.count ?? 0) : '\u00a0'}
        </p>
        <div className={styles.actions}>
          {/* Until the players are known a name may be anybody's. */}
          <Button
            variant="primary"
            disabled={player === undefined}
            icon={<Camera size={18} aria-hidden="true" />}
            onClick={() => requireLogin(() => open({ mode: 'post-photo', player: shown }), 'post')}
          >
            {texts.postWith(config.playerlabel)}
          </Button>
          {/* Only who is listed can be a favourite: an address may name anybody. */}
          {player && <FavoriteStar player={player} isNamed />}
          <RankLink name={name} />
          <KeepButton kind="player" name={shown} title={shown} path={paths.player(shown)} />
        </div>
      </div>
    </header>
  );
}

interface CoverProps {
  readonly player: Player | undefined;
  readonly isPending: boolean;
}

/** The best-liked photo as the way to itself; without one the tenant's icon in a box as large. */
function Cover({ player, isPending }: CoverProps) {
  const picture = player?.picture;
  if (isPending) return <div className={styles.cover} />;
  return picture ? (
    <Link className={styles.cover} href={photoHref(picture.media_url)} aria-label={texts.bestPhoto(player.name)}>
      <PlayerFace player={player} isWide />
    </Link>
  ) : (
    <div className={styles.cover} data-empty>
      <PlayerFace player={{ picture: null }} />
    </div>
  );
}

/** In points tenants the player's place in the ranking. */
function RankLink({ name }: { readonly name: string }) {
  const { isPoint } = useTenant();
  const paths = usePaths();
  const counts = useQuery({ ...personCountsQuery(useServices()), enabled: isPoint }).data?.list[0]?.person_list ?? [];
  const rank = rankPersons(counts, [], { team: null, gender: null }).find((one) => isSameName(one.name, name))?.rank;
  return rank === undefined ? null : <LinkButton href={paths.ranking}>{texts.rank(rank)}</LinkButton>;
}
