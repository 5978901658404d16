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
  /** Decisions on their way, and the last one that can be taken back. */
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<{ readonly media_url: string; readonly decision: WallDecision } | null>(null);
  const fail = (error: unknown) => {
    const code = errorCodeOf(error);
    toast(code === 'ALREADY_DECIDED' ? texts.overtaken : errorText(code), 'error');
  };
  const forget = (media_url: string) => setSent((known) => new Set([...known].filter((key) => key !== media_url)));
  const deciding = useStaffWrite(
    'putStaffWallPhoto',
    ({ media_url, decision }) => setLast(decision === 'waiting' ? null : { media_url, decision }),
    fail,
  );
  const pressing = useStaffWrite('putStaffWallButton', undefined, fail);
  const choosing = useStaffWrite('putStaffWallChoices', undefined, fail);

  const decide = (media_url: string, decision: WallDecision, seen: WallDecision) => {
    setSent((known) => new Set([...known, media_url]));
    deciding.mutate(
      { event_id: eventId, media_url, decision, seen },
      { onSettled: () => void query.refetch().finally(() => forget(media_url)) },
    );
  };
  const state = query.data?.state;
  return {
    query,
    /** Photos that wait, without those that were just decided. */
    queue: (query.data?.queue ?? []).filter(({ photo }) => !sent.has(photo.media_url)),
    waiting: Math.max(0, (query.data?.waiting ?? 0) - sent.size),
    decide: ({ photo, decision: seen }: DecidedPhoto, decision: WallDecision) => {
      if (!sent.has(photo.media_url)) decide(photo.media_url, decision, seen);
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
