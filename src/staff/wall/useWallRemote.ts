import { useState } from 'react';
import type { StaffAnswer, StaffBody } from '../../contract/staffEndpoints.ts';
import type { DecidedPhoto, WallDecision } from '../../contract/staffWallEndpoints.ts';
import type { WallChoices } from '../../contract/wall.ts';
import { errorText } from '../../messages/jaErrors.ts';
import { staffWall as texts } from '../../messages/jaStaffWall.ts';
import { errorCodeOf } from '../../rules/errorCode.ts';
import { useToast } from '../../ui/toasts.tsx';
import { useStaffQuery, useStaffWrite } from '../useStaff.tsx';

/** Between two looks at what others of the staff did, in milliseconds. */
const EVERY_MS = 3_000;

export type StaffWall = StaffAnswer<'getStaffWall'>;
type Press = StaffBody<'putStaffWallButton'>['press'];

/** The wall of an event as staff see it, with what they may do. Failures are told by a toast, and nothing typed is lost. */
export function useWallRemote(eventId: string) {
  const toast = useToast();
  const query = useStaffQuery('getStaffWall', { query: { event_id: eventId }, everyMs: EVERY_MS });
  /** Photos that were decided here: epoch ms of the server's answer, null while there is none. */
  const [sent, setSent] = useState<ReadonlyMap<string, number | null>>(new Map());
  /** The last decision that can be taken back. */
  const [last, setLast] = useState<{ readonly media_url: string; readonly decision: WallDecision } | null>(null);
  const fail = (error: unknown) => {
    const code = errorCodeOf(error);
    toast(code === 'ALREADY_DECIDED' ? texts.overtaken : errorText(code), 'error');
  };
  const noteSent = (media_url: string, at: number | null) => setSent((known) => new Map(known).set(media_url, at));
  const deciding = useStaffWrite(
    'putStaffWallPhoto',
    ({ media_url, decision }) => {
      noteSent(media_url, Date.now());
      setLast(decision === 'waiting' ? null : { media_url, decision });
    },
    (error, { media_url }) => {
      noteSent(media_url, Date.now());
      fail(error);
    },
  );
  const pressing = useStaffWrite('putStaffWallButton', undefined, fail);
  const choosing = useStaffWrite('putStaffWallChoices', undefined, fail);

  /** What is listed is from before the decision. Each answer has the list fetched anew, so a list that came later has them all. */
  const isPending = (media_url: string) => {
    const at = sent.get(media_url);
    return at === null || (at !== undefined && query.dataUpdatedAt <= at);
  };
  const decide = (media_url: string, decision: WallDecision, seen: WallDecision) => {
    noteSent(media_url, null);
    deciding.mutate({ event_id: eventId, media_url, decision, seen });
  };
  const listed = query.data?.queue ?? [];
  const queue = listed.filter(({ photo }) => !isPending(photo.media_url));
  const state = query.data?.state;
  return {
    query,
    /** Photos that wait, without those that were just decided. */
    queue,
    waiting: (query.data?.waiting ?? 0) - (listed.length - queue.length),
    decide: ({ photo, decision: seen }: DecidedPhoto, decision: WallDecision) => {
      if (!isPending(photo.media_url)) decide(photo.media_url, decision, seen);
    },
    /** Takes the last decision back. Null: there is none. */
    undo: last === null ? null : () => decide(last.media_url, 'waiting', last.decision),
    press: (press: Press) => pressing.mutate({ event_id: eventId, press }),
    /** Changes some settings. The others stay as they were seen. */
    choose: (change: Partial<WallChoices>, onSuccess?: () => void) => {
      if (state === undefined) return;
      const { needs_approval, layout, motion, message } = state;
      const seen: WallChoices = { needs_approval, layout, motion, message };
      const body = { event_id: eventId, version: query.data?.version ?? 0, choices: Object.assign(seen, change) };
      choosing.mutate(body, onSuccess === undefined ? {} : { onSuccess });
    },
    isChoosing: choosing.isPending,
  };
}
export type WallRemote = ReturnType<typeof useWallRemote>;
