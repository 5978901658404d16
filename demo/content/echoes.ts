/** What fans answered to a tenant's photos. */
import { remarks, replies } from './captions.ts';
import { allDemoUsers } from './people.ts';
import { createChance, type DemoPhoto, type DemoRow, idOf } from './rows.ts';

/** Reactions, comments and their counts, which the photos then carry. */
export function echoesOf(tenant: string, photos: readonly DemoPhoto[], now: Date) {
  const chance = createChance(`echoes ${tenant}`);
  const reactions: DemoRow<'reaction'>[] = [];
  const comments: DemoRow<'comment'>[] = [];
  const counted = photos.map(({ row, picture }, at): DemoPhoto => {
    const posted = Number(row.created_at);
    const later = () => new Date(posted + Math.floor(chance.between(0.02, 0.98) * Math.max(1, now.getTime() - posted)));
    const readers = allDemoUsers.filter(
      (user) => user.sub !== row.user_id && chance.of(row.option ? 0.75 : chance.between(0.05, 0.65)),
    );
    for (const reader of readers)
      reactions.push({ tenant, media_url: row.media_url, user_id: reader.sub, created_at: later() });
    const before = comments.length;
    const talkers = at % 3 === 1 ? readers.slice(0, 1 + chance.whole(3)) : [];
    for (const [i, talker] of talkers.entries()) {
      const id = idOf(20, 'comment', tenant, at, i);
      const created = later();
      comments.push({
        tenant,
        comment_id: id,
        media_url: row.media_url,
        parent_id: null,
        user_id: talker.sub,
        comment: remarks[(at + i * 5) % remarks.length] ?? '',
        created_at: created,
        deleted_at: null,
      });
      if (i === 0 && chance.of(0.6)) {
        comments.push({
          tenant,
          comment_id: idOf(20, 'reply', tenant, at, i),
          media_url: row.media_url,
          parent_id: id,
          user_id: row.user_id,
          comment: replies[at % replies.length] ?? '',
          created_at: new Date((created.getTime() + now.getTime()) / 2),
          deleted_at: null,
        });
      }
    }
    return { picture, row: { ...row, reaction_count: readers.length, comment_count: comments.length - before } };
  });
  return { photos: counted, reactions, comments };
}
