/**
 * What looks at calls and rules, not at a database: on PostgreSQL alone if there is one, which opens and answers sooner. Both
 * databases meet the store, the search, the counters, a crash, every operation by generated requests (fuzz), and the calls a
 * client needs first (routesWire, routesCalls, routesPost, identityProtocol).
 */
export const postgresOnly = [
  'tests/api/{attacks,contract,properties,roles}.test.ts',
  'tests/api/identity{Account,Amplify,Blocks,Enumeration,Safe,SignUp}.test.ts',
  'tests/api/routes{Access,Contact,Cursors,Fans,Http,Lists,PrivateNames,Social,Texts,Uploads}.test.ts',
  'tests/api/{admin{Limited,Moderation,People,Records},countsEvents}.test.ts',
];
