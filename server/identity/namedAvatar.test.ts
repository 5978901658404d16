/** Which stored avatars the job that removes orphaned objects leaves alone, where the pool keeps them. */
import { expect, test } from 'vitest';
import { thumbnailKey } from '../../src/contract/config.ts';
import { createObjectName, originalKey } from '../../src/rules/objectKeys.ts';
import { CLUB } from '../../tests/support/tenants.ts';
import { isNamedAvatar } from './namedAvatar.ts';

const avatarOf = (owner: string) => originalKey({ dir: 'avatar', tenant: CLUB, owner, name: createObjectName() });

test('HLF-06 an avatar stays where its pool names it, and where only another pool may know its fan', async () => {
  const named = avatarOf('aki');
  const pool = {
    attributesOf: async (sub: string) => (sub === 'aki' ? { name: '', nickname: '', avatar: named } : null),
  };
  const deps = { pool, checks: { isKnown: async (sub: string) => sub !== 'left' } };
  expect(await isNamedAvatar(deps, named)).toBe(true);
  expect(await isNamedAvatar(deps, thumbnailKey(named))).toBe(true);
  expect(await isNamedAvatar(deps, avatarOf('aki'))).toBe(false);
  expect(await isNamedAvatar(deps, avatarOf('ben'))).toBe(true);
  expect(await isNamedAvatar(deps, avatarOf('left'))).toBe(false);
});
