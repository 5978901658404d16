import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { type Keepable, keptIdOf } from '../../contract/kept.ts';
import { KEPT } from '../../contract/limits.ts';
import { ui } from '../../messages/ja.ts';
import { kept as texts } from '../../messages/jaKept.ts';
import type { Keeper } from '../../platform/kept/keeper.ts';
import type { KeptMatch } from '../../platform/kept/keptView.ts';
import type { Measured } from '../../platform/kept/measureKept.ts';
import { formatDateTime } from '../../rules/dates.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Modal } from '../../ui/Modal.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { useToast } from '../../ui/toasts.tsx';
import styles from './Keep.module.css';
import { KeptList } from './KeptList.tsx';
import { useKeeper } from './useKeeper.ts';

interface KeepSheetProps {
  readonly keepable: Keepable;
  readonly onClose: () => void;
}

/** Keeps one match: what it takes is told first, then how far it is (KEP-01a, KEP-01b). */
export function KeepSheet({ keepable, onClose }: KeepSheetProps) {
  const { keeper, matches, budget, usedBytes, isFailed } = useKeeper(true);
  const toast = useToast();
  const [isBroken, setBroken] = useState(false);
  const id = keptIdOf(keepable);
  const match = matches.find((one) => one.id === id);
  const isRunning = match?.isWanted === true;
  const size = useMeasured(
    keeper,
    keepable,
    !isRunning,
    isRunning ? '' : `${budget} ${match?.stored} ${matches.length}`,
  );
  const measured = size.data;
  const attempt = (run: Promise<unknown>) => {
    setBroken(false);
    run.catch(() => setBroken(true));
  };
  const handleKeep = () => {
    if (keeper !== null) attempt(keeper.keep(keepable, { onMetered: measured?.isMetered ?? true }));
  };
  const handleRemove = () => {
    if (keeper === null) return;
    attempt(
      keeper.remove(id).then(() => {
        toast(texts.removed(keepable.title));
        onClose();
      }),
    );
  };
  const isBlocked = measured !== undefined && (measured.gone === null || !measured.hasSpace || measured.photos === 0);
  const isMissing = match === undefined || match.stored < match.total || match.wholeAt === null;
  const main = isRunning && match.failure !== 'metered' ? 'pause' : isMissing ? 'keep' : 'close';
  return (
    <Modal
      title={texts.title}
      onClose={onClose}
      actions={
        keeper && (
          <>
            {match && <Button onClick={handleRemove}>{texts.remove}</Button>}
            {isRunning && match.failure === 'metered' && (
              <Button onClick={() => attempt(keeper.pause(id))}>{texts.pause}</Button>
            )}
            {/* One button whatever it says: who has just pressed it keeps the focus. */}
            <Button
              variant={main === 'keep' ? 'primary' : 'secondary'}
              isBusy={main === 'keep' && measured === undefined && !size.isError && !isRunning}
              disabled={main === 'keep' && isBlocked && !isRunning}
              onClick={{ keep: handleKeep, pause: () => attempt(keeper.pause(id)), close: onClose }[main]}
            >
              {{ keep: keepLabel(match, measured), pause: texts.pause, close: ui.close }[main]}
            </Button>
          </>
        )
      }
    >
      <div className={styles.sheet}>
        <p className={styles.name}>{keepable.title}</p>
        {(isFailed || isBroken) && <Banner tone="error">{texts.failed}</Banner>}
        {match ? (
          <Progress match={match} expected={measured?.photos ?? 0} />
        ) : (
          <p className={styles.lead}>{texts.lead}</p>
        )}
        {!isRunning && isMissing && <Size size={size} budget={budget} usedBytes={usedBytes} />}
        <details className={styles.more}>
          <summary>{texts.listTitle}</summary>
          <KeptList />
        </details>
      </div>
    </Modal>
  );
}

/** `about`: what changes the answer. */
function useMeasured(keeper: Keeper | null, keepable: Keepable, isEnabled: boolean, about: string) {
  return useQuery({
    queryKey: [keepable.tenant, 'keptSize', keepable.kind, keepable.ref, about],
    queryFn: () => (keeper as Keeper).measure(keepable),
    enabled: keeper !== null && isEnabled,
    gcTime: 0,
    staleTime: 0,
    retry: false,
    placeholderData: (before: Measured | undefined) => before,
  });
}

function keepLabel(match: KeptMatch | undefined, measured: Measured | undefined): string {
  if (measured?.isMetered || match?.failure === 'metered') return texts.startOnMetered;
  if (match === undefined) return texts.start;
  return match.wholeAt === null || match.failure !== null ? texts.resume : texts.start;
}

interface SizeProps {
  readonly size: ReturnType<typeof useMeasured>;
  readonly budget: number;
  readonly usedBytes: number;
}

/** What it takes, beside what there is. */
function Size({ size: { data, isError, refetch }, budget, usedBytes }: SizeProps) {
  if (isError)
    return (
      <Banner tone="error" action={<Button onClick={() => void refetch()}>{ui.retry}</Button>}>
        {texts.measureFailed}
      </Banner>
    );
  if (data === undefined) return <p role="status">{texts.measuring}</p>;
  const { photos, bytes, isExact, freeBytes, gone, hasSpace, isMetered } = data;
  if (photos === 0) return <p role="status">{texts.nothing}</p>;
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={texts.photos}>{texts.photoCount(photos)}</Fact>
        <Fact name={texts.needed}>{texts.bytes(bytes, isExact)}</Fact>
        <Fact name={texts.budgetUsed}>{texts.used(usedBytes, budget)}</Fact>
        {freeBytes !== null && <Fact name={texts.free}>{texts.about(freeBytes)}</Fact>}
      </dl>
      {photos >= KEPT.photosMax && <p className={styles.lead}>{texts.tooMany(KEPT.photosMax)}</p>}
      {gone === null && <Banner tone="error">{texts.overBudget}</Banner>}
      {gone !== null && gone.length > 0 && <Banner tone="warn">{texts.goneFor(gone.map(({ title }) => title))}</Banner>}
      {!hasSpace && <Banner tone="error">{texts.noSpace}</Banner>}
      {isMetered && <Banner tone="warn">{texts.metered}</Banner>}
    </>
  );
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** How far it is, and why it does not go on. */
function Progress({ match, expected }: { readonly match: KeptMatch; readonly expected: number }) {
  const { stored, bytes, isWanted, failure, wholeAt } = match;
  // Until its list is there: as many as were told before the fan said yes.
  const total = match.total || expected;
  const news = total - stored;
  const isWhole = wholeAt !== null && !isWanted && failure === null;
  return (
    <>
      {!(isWhole && news === 0) && (
        <ProgressBar share={total === 0 ? 0 : stored / total} label={texts.photosOf(stored, total)} />
      )}
      <dl className={styles.facts}>
        <Fact name={texts.photos}>
          {isWhole && news === 0 ? texts.photoCount(stored) : texts.photosOf(stored, total)}
        </Fact>
        <Fact name={texts.keptBytes}>{texts.bytes(bytes, true)}</Fact>
        {wholeAt !== null && <Fact name={texts.savedAt}>{formatDateTime(wholeAt)}</Fact>}
      </dl>
      {failure ? (
        <Banner tone={isWanted ? 'warn' : 'error'}>{texts.failures[failure]}</Banner>
      ) : (
        <p className={styles.lead} role="status">
          {isWanted ? runningText(match) : !isWhole ? texts.pausedText : news > 0 ? texts.newPhotos(news) : texts.whole}
        </p>
      )}
    </>
  );
}

/** Who fetches, and whether it goes on. */
const runningText = ({ isBySystem, isStalled }: KeptMatch): string =>
  isStalled ? texts.stalled : isBySystem ? texts.runningBySystem : texts.running;
