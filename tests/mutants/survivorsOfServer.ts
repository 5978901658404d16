/** The server's part of `survivors.ts`. */
import { survivorsOf as of, type Survivor } from './survivor.ts';

const TYPE = 'asked for the compiler’s sake: ';
const LOCK = 'a lock: tests/api/routesRaces.postgres.test.ts notices, two calls at once';
const COST = 'costs a question to the database, whose answer changes nothing';

export const survivorsOfServer: readonly Survivor[] = [
  ...of('server/api/access/limits.ts', [
    ['request === undefined', 'false', `${TYPE}a message comes by HTTP alone`],
    ['request?.address', 'request.address', `${TYPE}a reported word comes by HTTP alone`, 2],
  ]),
  ...of('server/api/access/ownership.ts', [["'change'", '""', LOCK]]),
  ...of('server/api/access/posting.ts', [
    ["event.event_type !== 'ambassador' && !isLimited(restrictions)", 'false', COST],
    ["''", '"Stryker was here!"', `${TYPE}members have a profile`],
  ]),
  ...of('server/api/access/removedPhotosRepository.ts', [['mediaUrls.length === 0', 'false', COST]]),
  ...of('server/api/access/repository.ts', [
    ["mode === 'change'", 'true', 'a lock more, until the end of a transaction of one statement'],
    ["mode === 'change'", 'false', LOCK],
    ["mode === 'change'", "mode !== 'change'", LOCK],
    ["'change'", '""', LOCK],
  ]),
  ...of('server/api/access/suspensions.ts', [['userId === null', 'false', `${TYPE}nobody has no id`]]),
];
