/** Run as a process of its own by store.test.ts: writes for ever, and says each commit that was acknowledged. */
import { writeSync } from 'node:fs';
import { openDatabase } from '../../server/database/database.ts';
import { CLUB } from '../support/tenants.ts';

const { db } = await openDatabase({ dataDir: process.argv[2] ?? '' });
const last = await db
  .selectFrom('reserved_name')
  .select((eb) => eb.fn.countAll<number>().as('n'))
  .executeTakeFirstOrThrow();
for (let n = last.n + 1; ; n++) {
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('reserved_name')
      .values({ tenant: CLUB, name: `${n}` })
      .execute();
    await trx
      .insertInto('tally')
      .values({ tenant: CLUB, kind: 'all', value: '', n })
      .onConflict((c) => c.columns(['tenant', 'kind', 'value']).doUpdateSet({ n }))
      .execute();
  });
  writeSync(1, `${n}\n`);
}
