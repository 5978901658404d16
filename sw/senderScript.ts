/** `/sender.js`: the queue's sender as a script of its own, which the worker evaluates only when there is something to send. */
import { drainOutbox } from './drainOutbox.ts';
import type { SenderScope } from './lazySender.ts';

(self as unknown as SenderScope).drainOutbox = drainOutbox;
