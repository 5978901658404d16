import { CloudDownload } from 'lucide-react';
import { useEffect } from 'react';
import { type Keepable, keptIdOf } from '../../contract/kept.ts';
import { keepButton as texts } from '../../messages/jaKeepButton.ts';
import type { KeptMatch } from '../../platform/kept/keptView.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { useRevalidation, useServices } from '../../services/services.tsx';
import { Button } from '../../ui/Button.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { useKeeper } from './useKeeper.ts';

/** The way to keep what the page shows on the device (KEP-01), and how far it is. */
export function KeepButton({ kind, name, title, path }: KeepButtonProps) {
  const { tenant } = useServices();
  const { open } = useOverlays();
  const { keeper, matches } = useKeeper(false);
  const { isStale } = useRevalidation();
  const keepable: Keepable = { tenant: tenant?.id ?? '', kind, ref: name, title, path };
  const id = keptIdOf(keepable);
  const match = matches.find((one) => one.id === id);
  const isKept = match !== undefined;
  useEffect(() => {
    // Told to nobody when that fails: the page is as it was.
    if (isKept) keeper?.opened(id).catch(() => undefined);
  }, [keeper, isKept, id]);
  return (
    <Button icon={<CloudDownload size={20} aria-hidden="true" />} onClick={() => open({ mode: 'keep', keepable })}>
      {labelOf(match, isStale)}
    </Button>
  );
}

interface KeepButtonProps extends Pick<Keepable, 'kind' | 'title' | 'path'> {
  /** The event's id, or the player's name. */
  readonly name: string;
}

function labelOf(match: KeptMatch | undefined, isStale: boolean): string {
  if (match === undefined) return texts.keep;
  const { isWanted, isStalled, failure, stored, total, wholeAt } = match;
  if (isWanted)
    return failure || isStalled ? texts.waiting : texts.keeping(total === 0 ? 0 : Math.floor((100 * stored) / total));
  if (failure) return texts.stopped;
  if (wholeAt === null) return texts.paused;
  if (isStale) return texts.keptAt(formatDateTime(wholeAt));
  return stored < total ? texts.news(total - stored) : texts.keptAlready;
}
