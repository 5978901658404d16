import type { QueryClient } from '@tanstack/react-query';
import { changedAnswers } from '../../contract/changedAnswers.ts';
import { cacheReaction, removeCachedPhoto } from '../../features/photo/photoCache.ts';
import { hearWrites, type Write } from '../../platform/device/writes.ts';

/** Writes told within it (a selection of a hundred photos) have their answers asked for once. */
const GATHER_MS = 250;

/** Takes over what other windows changed, while this one is of the same fan (KEY-03). @returns ends it */
export function hearOtherWindows(queryClient: QueryClient, fan: () => string | null): () => void {
  const outdated = new Set<unknown>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const askAgain = () => {
    const isOutdated = new Set(outdated);
    outdated.clear();
    timer = undefined;
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => isOutdated.has('all') || isOutdated.has(queryKey[1]),
    });
  };
  const stop = hearWrites((write) => {
    if (write.fan !== fan()) return;
    changeCachedPhoto(queryClient, write);
    // The other window may run a later build, with calls this one does not know.
    const changed = changedAnswers[write.name] ?? [];
    for (const name of changed === 'all' ? ['all'] : changed) outdated.add(name);
    if (outdated.size > 0) timer ??= setTimeout(askAgain, GATHER_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}

/** What is known without asking. */
function changeCachedPhoto(queryClient: QueryClient, { name, mediaUrl }: Write): void {
  if (mediaUrl === undefined) return;
  if (name === 'putReaction' || name === 'deleteReaction') cacheReaction(queryClient, mediaUrl, name === 'putReaction');
  if (name === 'deletePhoto') removeCachedPhoto(queryClient, mediaUrl);
}
