/** The queue's sender as a script of its own, which the worker evaluates only when there is something to send, to keep or to tell. */
import { drainOutbox } from './drainOutbox.ts';
import type { SenderScope } from './lazySender.ts';
import { receiveSystemFetch } from './receiveKept.ts';
import { receivePush } from './receivePush.ts';
import { receiveShare } from './receiveShare.ts';
import { renewPush } from './renewPush.ts';

Object.assign(self, {
  ...{ drainOutbox, receivePush, receiveShare, renewPush, receiveSystemFetch },
} satisfies SenderScope);
