import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KEPT } from '../../contract/limits.ts';
import { kept as texts } from '../../messages/jaKept.ts';
import type { Keeper } from '../../platform/kept/keeper.ts';
import type { KeptMatch } from '../../platform/kept/keptView.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { useOverlays } from '../../ui/overlays.ts';
import { useToast } from '../../ui/toasts.tsx';
import styles from './Keep.module.css';
import { useKeeper } from './useKeeper.ts';

/** All that is kept on this device, what it may take, and whether the browser leaves it alone (KEP-01d). */
export function KeptList() {
  const { keeper, matches, budget, usedBytes, isFailed } = useKeeper(true);
  const [isBroken, setBroken] = useState(false);
  const toast = useToast();
  const { open } = useOverlays();
  const attempt = (run: Promise<unknown>) => {
    setBroken(false);
    run.catch(() => setBroken(true));
  };
  if (isFailed) return <Banner tone="error">{texts.failed}</Banner>;
  if (keeper === null) return <div className={styles.place} />;
  const remove = ({ id, title }: KeptMatch) =>
    open({
      mode: 'confirm',
      text: texts.removeAsk(title),
      actionLabel: texts.remove,
      isDangerous: true,
      onConfirm: () => attempt(keeper.remove(id).then(() => toast(texts.removed(title)))),
    });
  const handleBudget = (bytes: number) =>
    attempt(
      keeper.setBudget(bytes).then((gone) => {
        toast(gone.length === 0 ? texts.budgetSaved : texts.budgetGone(gone.map(({ title }) => title)));
      }),
    );
  return (
    <div className={styles.list}>
      {isBroken && <Banner tone="error">{texts.failed}</Banner>}
      {matches.length === 0 ? (
        <p className={styles.lead}>{texts.none}</p>
      ) : (
        <ul className={styles.rows}>
          {matches.map((match) => (
            <li key={match.id} className={styles.row}>
              <div className={styles.rowText}>
                <p className={styles.name}>{match.title}</p>
                <p className={styles.lead}>{texts.row(match.stored, match.total, match.bytes)}</p>
              </div>
              <Button aria-label={texts.removeOf(match.title)} onClick={() => remove(match)}>
                {texts.remove}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <SelectField
        label={texts.budget}
        hint={texts.budgetHint}
        value={budget}
        onChange={({ target }) => handleBudget(Number(target.value))}
      >
        {KEPT.budgets.map((bytes) => (
          <option key={bytes} value={bytes}>
            {texts.budgetOption(bytes)}
          </option>
        ))}
      </SelectField>
      <Space keeper={keeper} used={texts.used(usedBytes, budget)} />
    </div>
  );
}

/** The browser's own word about room and promise. */
function Space({ keeper, used }: { readonly keeper: Keeper; readonly used: string }) {
  const [isRefused, setRefused] = useState(false);
  const { data, refetch } = useQuery({
    queryKey: [null, 'deviceSpace', used],
    queryFn: keeper.readSpace,
    gcTime: 0,
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const handleAsk = async () => {
    setRefused(!(await keeper.askToPersist()));
    await refetch();
  };
  return (
    <>
      <dl className={styles.facts}>
        <div>
          <dt>{texts.budgetUsed}</dt>
          <dd>{used}</dd>
        </div>
        {data?.freeBytes != null && (
          <div>
            <dt>{texts.free}</dt>
            <dd>{texts.about(data.freeBytes)}</dd>
          </div>
        )}
      </dl>
      {data?.isPersistent === true && <p className={styles.lead}>{texts.persistent}</p>}
      {data?.isPersistent === false && (
        <>
          <p className={styles.lead} role="status">
            {isRefused ? texts.refused : texts.notPersistent}
          </p>
          {!isRefused && <Button onClick={() => void handleAsk()}>{texts.askPersistent}</Button>}
        </>
      )}
    </>
  );
}
