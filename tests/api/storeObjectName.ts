/** Names of objects that tell who stored them, for servers without an object store (`storeServer.ts`). */
import { createObjectName } from '../../src/rules/objectKeys.ts';

const END = 'Z';

/** @param owner a sub of small letters and digits, 8 at most */
export const objectNameOf = (owner: string): string => `${owner}${END}${createObjectName()}`.slice(0, 20);

export const ownerOfObject = (key: string): string => /([^/]*)Z[^/]*\.jpg$/.exec(key)?.[1]?.split(END)[0] ?? '';

/** What the picture of such an object is said to be; as the posts of these tests say. */
export const sizeOfPicture = (key: string): { width: number; height: number } =>
  key.includes('/thumbnail/') ? { width: 480, height: 360 } : { width: 4000, height: 3000 };
