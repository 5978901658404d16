/** Names of objects that tell who stored them, for servers without an object store (`storeServer.ts`). */
import { createObjectName } from '../../src/rules/objectKeys.ts';

const END = 'Z';

/** @param owner a sub of small letters and digits, 8 at most */
export const objectNameOf = (owner: string): string => `${owner}${END}${createObjectName()}`.slice(0, 20);

export const ownerOfObject = (key: string): string => /([^/]*)Z[^/]*\.jpg$/.exec(key)?.[1]?.split(END)[0] ?? '';
