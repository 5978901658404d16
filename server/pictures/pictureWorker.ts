/** Entry of the picture process: one order in, one reply out. Ends with the server. */
import { encodePictures, type PictureOrder } from './encodePictures.ts';
import type { PictureReply } from './pictureProcess.ts';

process.on('message', (order: PictureOrder) => {
  encodePictures(order)
    .catch((error: unknown) => ({ is: 'failed' as const, reason: String(error) }))
    .then((reply) => process.send?.({ ...reply, rss: process.memoryUsage().rss } satisfies PictureReply));
});
process.on('disconnect', () => process.exit(0));
