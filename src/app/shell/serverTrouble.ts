import { atom } from 'jotai';
import type { ServerTrouble } from '../../contract/serverStatus.ts';

/** What the server itself says is wrong; null: nothing, or nobody had a reason to ask. */
export const serverTroubleAtom = atom<ServerTrouble | null>(null);
