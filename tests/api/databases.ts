/** Which API tests run on which database; those named by neither list run on the embedded one. */
import { readdirSync } from 'node:fs';

/**
 * What looks at calls and rules, not at a database: on PostgreSQL alone if there is one, which opens and answers sooner. Both
 * databases meet the store, the search, the counters, a crash, every operation by generated requests (fuzz), and the calls a
 * client needs first (routesWire, routesCalls, routesPost, identityProtocol).
 */
export const postgresOnly = [
  'tests/api/{attacks,contract,contractTwin,properties,roles}.test.ts',
  'tests/api/identity{Account,Amplify,Blocks,Enumeration,Safe,SignUp}.test.ts',
  'tests/api/routes{Access,Contact,Cursors,Fans,Http,Lists,PrivateNames,Social,Texts,Uploads}.test.ts',
  'tests/api/{admin{Limited,Moderation,People,Records},countsEvents,staffTwin}.test.ts',
];

/** What the kind of database could change: on PostgreSQL in `npm test`, on the embedded one in `npm run test:all`. */
export const onBothDatabases = readdirSync(import.meta.dirname)
  .filter((name) => /^(?:routes|identity|search|counts|crash|store|admin|fuzz|cleanup|staff)\w*\.test\.ts$/.test(name))
  // These start the embedded database themselves.
  .filter((name) => !['store.test.ts', 'routesStart.test.ts', 'adminCommand.test.ts'].includes(name))
  .map((name) => `tests/api/${name}`);
