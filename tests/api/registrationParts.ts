/** The API on a real database, where every object is stored and every token `of.{sub}` good. */
import type { Kysely } from 'kysely';
import { createServer, type Server } from '../../server/app.ts';
import type { Database } from '../../server/database/schema.ts';
import { sizeOfPicture } from './storeObjectName.ts';
import { TEST_CLIENT_CONFIG } from './testClientConfig.ts';

export const createRegistrationServer = (db: Kysely<Database>): Server =>
  createServer({
    db,
    config: TEST_CLIENT_CONFIG,
    objects: {
      stat: async () => ({ size: 1000, owner: 'aki' }),
      readPicture: async (key) => sizeOfPicture(key),
      remove: async () => {},
      removeBelow: async () => {},
    },
    attributesOf: async (sub) => ({ name: sub, nickname: sub, avatar: null }),
    pushKey: 'push-key',
    isTenant: () => true,
    now: () => new Date(),
    verifyToken: async (token) => ({ sub: token.slice(3) }),
    dist: null,
    mounts: {},
    onError: console.error,
  });
