/** Registers photos in the real store until it is killed, and tells the number of each registration that was acknowledged. */
import { writeSync } from 'node:fs';
import { sql } from 'kysely';
import { insertPhotos } from '../../server/api/photos/photoWrites.ts';
import { openDatabase } from '../../server/database/database.ts';
import { CLUB } from '../support/tenants.ts';

const CHECKPOINT_EVERY = 40;
const { db } = await openDatabase({ dataDir: process.argv[2] ?? '' });
for (let n = 1; ; n++) {
  await db.transaction().execute((trx) =>
    insertPhotos(trx, [
      {
        tenant: CLUB,
        media_url: `ugc/${CLUB}/e/original/${String(n).padStart(20, '0')}.jpg`,
        user_id: `fan${n % 13}`,
        public_list_id: 'event',
        event_id: `e${n % 3}`,
        season_id: 's',
        team_id: null,
        comment: `勝利の瞬間 ${n} ${'応援'.repeat(n % 200)}`,
        htag: [`#${n % 97}`, '#勝利'],
        player: [`player ${n % 29}`],
        photo_location: null,
        option: null,
        usepermit: true,
        file_name: 'IMG_0001.jpg',
        exif: null,
        width: 4000,
        height: 3000,
        color: '#336699',
        size: 1000,
        created_at: new Date(n * 1000),
      },
    ]),
  );
  writeSync(1, `${n}\n`);
  if (n % CHECKPOINT_EVERY === 0) await sql`checkpoint`.execute(db);
}
