import { expect, test } from 'vitest';
import type { Services } from '../../services/services.tsx';
import { COLLECTION_KINDS, collectionQuery } from './memberLists.ts';

const keysOf = (id: string) =>
  COLLECTION_KINDS.map((kind) => {
    const session = { getState: () => ({ status: 'signedIn', user: { id } }) };
    return JSON.stringify(
      collectionQuery({ api: {}, tenant: null, session } as Partial<Services> as Services, kind).queryKey,
    );
  });

test('T26 no collection of one fan is found under the key of another', () => {
  expect(new Set([...keysOf('aki'), ...keysOf('ben')]).size).toBe(2 * COLLECTION_KINDS.length);
});
