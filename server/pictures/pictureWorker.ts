/** Entry of the picture process: one order in, one reply out. Ends with the server. */
import { type AvatarOrder, type DerivedAvatar, encodeAvatar } from './encodeAvatar.ts';
import { type DerivedPictures, encodePictures, type PictureOrder, type RefusedPicture } from './encodePictures.ts';
import type { PictureReply } from './pictureProcess.ts';

process.on('message', (order: PictureOrder | AvatarOrder) => {
  const encoded: Promise<DerivedPictures | DerivedAvatar | RefusedPicture> =
    'avatar' in order ? encodeAvatar(order) : encodePictures(order);
  encoded
    .catch((error: unknown) => ({ is: 'failed' as const, reason: String(error) }))
    .then((reply) => process.send?.({ ...reply, rss: process.memoryUsage().rss } satisfies PictureReply));
});
process.on('disconnect', () => process.exit(0));
