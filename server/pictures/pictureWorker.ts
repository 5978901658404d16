/** Entry of the picture process: one order in, one reply out. Ends with the server. */
import { type AvatarOrder, encodeAvatar } from './encodeAvatar.ts';
import { encodeHighlights, type HighlightsOrder } from './encodeHighlights.ts';
import { encodePictures, type PictureOrder } from './encodePictures.ts';
import type { PictureReply } from './pictureProcess.ts';

type Order = PictureOrder | AvatarOrder | HighlightsOrder;

function carryOut(order: Order) {
  if ('avatar' in order) return encodeAvatar(order);
  return 'highlights' in order ? encodeHighlights(order) : encodePictures(order);
}

process.on('message', (order: Order) => {
  carryOut(order)
    .catch((error: unknown) => ({ is: 'failed' as const, reason: String(error) }))
    .then((reply) => process.send?.({ ...reply, rss: process.memoryUsage().rss } satisfies PictureReply));
});
process.on('disconnect', () => process.exit(0));
