import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AnswerOf } from '../../../contract/endpoints.ts';
import type { Photo } from '../../../contract/entities.ts';
import { AppError } from '../../../contract/errors.ts';
import { EVENT_PUBLIC_LIST_ID, REACTION_VALUE } from '../../../contract/limits.ts';
import { photoSelection as texts } from '../../../messages/jaSelection.ts';
import { callerOf, endpointQuery } from '../../../queries/endpointQuery.ts';
import { useRequireLogin } from '../../../services/requireLogin.ts';
import { useServices, useSession } from '../../../services/services.tsx';
import { useFirstBookmark } from '../../../services/useFirstBookmark.ts';
import { useOnlineAction } from '../../../services/useOnlineAction.ts';
import { userIdOf } from '../../../session/sessionState.ts';
import { useOverlays } from '../../../ui/overlays.ts';
import { useToast } from '../../../ui/toasts.tsx';
import { forgetPhoto } from '../forgetPhoto.ts';
import { cacheReaction } from '../photoCache.ts';
import { runEach } from './runEach.ts';
import type { SelectionMoves } from './useSelection.ts';

type SeveralAction = keyof typeof texts.finished;
interface Running {
  readonly action: SeveralAction;
  readonly tried: number;
  readonly all: number;
}

/** Likes, bookmarks and deletes the selected photos: the calls a single photo has, one after the other (SOC-01). */
export function useSelectedActions(selected: readonly Photo[], moves: SelectionMoves) {
  const { perform, running, stop } = usePerform(moves);
  const services = useServices();
  const { session } = services;
  const userId = userIdOf(useSession());
  const requireLogin = useRequireLogin();
  const online = useOnlineAction();
  const overlays = useOverlays();
  const toast = useToast();
  const calls = useCalls();
  const marked = useQuery({
    ...endpointQuery(services, 'getFavorites', {}, callerOf(services)),
    enabled: userId !== null,
  }).data?.list;
  const bookmarks = new Set(marked?.map(({ media_url }) => media_url));

  const others = selected.filter(({ user_id }) => user_id !== userId);
  const isLiked = others.length > 0 && others.every(({ reactionInfo }) => reactionInfo.own_reacted);
  const isBookmarked =
    userId !== null && selected.length > 0 && selected.every(({ media_url }) => bookmarks.has(media_url));
  const isOwn = userId !== null && selected.length > 0 && others.length === 0;

  const like = () => {
    if (others.length === 0) return toast(texts.noneToLike);
    const wasOn = isLiked;
    const run = () => {
      const fan = userIdOf(session.getState());
      const meant = others.filter(({ user_id, reactionInfo }) => user_id !== fan && reactionInfo.own_reacted === wasOn);
      return perform(wasOn ? 'unlike' : 'like', meant, wasOn ? calls.unlike : calls.like);
    };
    online(() => requireLogin(run, 'like', others[0]?.media_url));
  };
  const bookmark = () => {
    const wasOn = isBookmarked;
    const meant = selected.filter(({ media_url }) => bookmarks.has(media_url) === wasOn);
    const run = () => perform(wasOn ? 'unbookmark' : 'bookmark', meant, wasOn ? calls.unbookmark : calls.bookmark);
    online(() => requireLogin(run, 'bookmark', selected[0]?.media_url));
  };
  const remove = () => {
    const meant = selected;
    const run = () => requireLogin(() => perform('remove', meant, calls.remove), 'edit');
    overlays.open({
      mode: 'confirm',
      text: texts.removeQuestion(meant.length),
      actionLabel: texts.removeAction,
      isDangerous: true,
      onConfirm: () => online(run),
    });
  };
  return { isLiked, isBookmarked, isOwn, like, bookmark, remove, running, stop };
}

/** Runs an action for each photo and says how it went. What was refused stays selected. */
function usePerform(moves: SelectionMoves) {
  const toast = useToast();
  const { session } = useServices();
  const sayWhere = useFirstBookmark();
  const [running, setRunning] = useState<Running | null>(null);
  const abort = useRef<AbortController | null>(null);
  // Whoever leaves the list has seen how far it was: the rest is not done behind the fan's back.
  useEffect(() => () => abort.current?.abort(), []);
  const perform = async (action: SeveralAction, photos: readonly Photo[], call: (photo: Photo) => Promise<unknown>) => {
    if (abort.current !== null || photos.length === 0) return;
    const own = new AbortController();
    abort.current = own;
    setRunning({ action, tried: 0, all: photos.length });
    const onStep = (tried: number) => setRunning({ action, tried, all: photos.length });
    // Another fan may sign in meanwhile, in another tab too: the rest is not done in that fan's name.
    const fan = userIdOf(session.getState());
    const unsubscribe = session.subscribe(() => {
      if (userIdOf(session.getState()) !== fan) own.abort();
    });
    const { done, failed } = await runEach(photos, call, { onStep, signal: own.signal });
    unsubscribe();
    abort.current = null;
    setRunning(null);
    if (action === 'remove') moves.takeOut(new Set(done.map(({ media_url }) => media_url)));
    if (failed.length > 0) moves.keepOnly(new Set(failed.map(({ media_url }) => media_url)));
    if (action === 'bookmark' && done.length > 0) sayWhere();
    const rest = own.signal.aborted ? texts.stopped : texts.refused;
    const said = [done.length > 0 && texts.finished[action](done.length), failed.length > 0 && rest(failed.length)];
    toast(said.filter(Boolean).join(''), failed.length > 0 ? 'error' : 'info');
  };
  return { perform, running, stop: () => abort.current?.abort() };
}

/** The calls of a single photo, and what the window remembers changes with them. All are idempotent. */
function useCalls() {
  const services = useServices();
  const { api, config } = services;
  const queryClient = useQueryClient();
  const setLiked = (media_url: string, isOn: boolean) => cacheReaction(queryClient, media_url, isOn);
  const setBookmarked = (media_url: string, isOn: boolean) => {
    const mine = endpointQuery(services, 'getFavorites', {}, callerOf(services)).queryKey;
    queryClient.setQueryData(mine, (known: AnswerOf<'getFavorites'> | undefined) => {
      if (known === undefined) return known;
      const others = known.list.filter((one) => one.media_url !== media_url);
      return { list: isOn ? [{ media_url }, ...others] : others };
    });
    // The photo's own number, and the collection on the personal page.
    void queryClient.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[1] === 'getFavoritePhotos' || queryKey[1] === 'getFavoriteCount',
    });
  };
  return {
    like: async ({ media_url, user_id }: Photo) => {
      await api.putReaction({ body: { media_url, reaction: REACTION_VALUE, targetuser: user_id } });
      setLiked(media_url, true);
    },
    unlike: async ({ media_url }: Photo) => {
      await api.deleteReaction({ body: { media_url, reaction: REACTION_VALUE } });
      setLiked(media_url, false);
    },
    bookmark: async ({ media_url, user_id }: Photo) => {
      await api.putFavorite({ body: { media_url, targetuser: user_id } });
      setBookmarked(media_url, true);
    },
    unbookmark: async ({ media_url }: Photo) => {
      await api.deleteFavorite({ body: { media_url } });
      setBookmarked(media_url, false);
    },
    remove: async ({ media_url }: Photo) => {
      await api.deletePhoto({ body: { public_list_id: EVENT_PUBLIC_LIST_ID, media_url } }).catch((cause: unknown) => {
        // Deleted by another window already: that is what was wanted.
        if (!(cause instanceof AppError && cause.code === 'NOT_FOUND')) throw cause;
      });
      forgetPhoto(queryClient, config.objects.publicBase, media_url);
    },
  };
}
