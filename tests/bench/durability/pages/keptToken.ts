/** Where the others' pages keep the sign-in: in IndexedDB, as ours does. A kill takes along what was just put into localStorage. */
import { openDB } from 'idb';

const STORE = 'token';
const opening = openDB('sign-in', 1, { upgrade: (database) => void database.createObjectStore(STORE) });

export const loadToken = async (): Promise<string> => (await (await opening).get(STORE, STORE)) ?? '';
export const saveToken = async (token: string): Promise<void> => void (await (await opening).put(STORE, token, STORE));
export const forgetToken = async (): Promise<void> => (await opening).delete(STORE, STORE);
