import { atom, useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Keeper } from '../../platform/kept/keeper.ts';
import { findKept } from '../../platform/kept/keptMark.ts';
import type { KeptSnapshot } from '../../platform/kept/keptView.ts';
import { useServices } from '../../services/services.tsx';

const keeperAtom = atom<Keeper | null>(null);
const NOTHING: KeptSnapshot = { matches: [], budget: 0, usedBytes: 0 };
const silent = () => () => undefined;

interface Kept extends KeptSnapshot {
  /** null: not loaded, or not to be had. */
  readonly keeper: Keeper | null;
  readonly isFailed: boolean;
}

/** What this device keeps. `isWanted` false: its code is loaded only where something is kept. */
export function useKeeper(isWanted: boolean): Kept {
  const { kept } = useServices();
  const keeper = useAtomValue(keeperAtom);
  const setKeeper = useSetAtom(keeperAtom);
  const [isFailed, setFailed] = useState(false);
  useEffect(() => {
    if (keeper !== null) return;
    const open = async () => {
      if (isWanted || (await findKept())) setKeeper(await kept.open());
    };
    open().catch(() => setFailed(true)); // denied storage, or no signal for its code
  }, [kept, keeper, isWanted, setKeeper]);
  const read = () => keeper?.getSnapshot() ?? NOTHING;
  const snapshot = useSyncExternalStore(keeper?.subscribe ?? silent, read, () => NOTHING);
  return { ...snapshot, keeper, isFailed };
}
