/** What the server says in public about its own trouble (FAN-22b): `GET /status.json`, the same for everybody. */
import * as v from 'valibot';

export const STATUS_PATH = '/status.json';

/**
 * `database`: it cannot be read or written, or has met damaged data. `storage`: the bucket of the photos refuses. `diskFull`: a disk has no
 * room left. `busy`: calls have been refused for more than a minute because there are too many.
 */
export const SERVER_TROUBLES = ['database', 'storage', 'diskFull', 'busy'] as const;
export type ServerTroubleCode = (typeof SERVER_TROUBLES)[number];

/** `since`: epoch ms, rounded down to the minute. */
const ServerTrouble = v.object({ code: v.picklist(SERVER_TROUBLES), since: v.number() });
export type ServerTrouble = v.InferOutput<typeof ServerTrouble>;

/** Empty while all is well. */
export const ServerStatus = v.object({ troubles: v.pipe(v.array(ServerTrouble), v.maxLength(SERVER_TROUBLES.length)) });
export type ServerStatus = v.InferOutput<typeof ServerStatus>;
