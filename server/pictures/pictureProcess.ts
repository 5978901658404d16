/** The process of its own that derives pictures (`encodePictures.ts`): started when there is one to derive, ended when there is none. */
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { AvatarOrder, DerivedAvatar } from './encodeAvatar.ts';
import type { DrawnHighlights, HighlightsOrder } from './encodeHighlights.ts';
import type { DerivedPictures, PictureOrder, RefusedPicture } from './encodePictures.ts';

const SCRIPT = fileURLToPath(new URL('./pictureWorker.ts', import.meta.url));
/** The largest photo takes a few seconds of a slow core. */
const TIME_LIMIT_MS = 90_000;
/** Without work it ends after this long: between half-times it holds no memory. */
const IDLE_MS = 30_000;
/** libvips leaves holes in its memory: beyond this a fresh process takes over. The largest photo needs about a third. */
const MEMORY_LIMIT_BYTES = 600 * 1024 * 1024;
/** Requests go first: they are what fans wait for. */
const LOW_PRIORITY = 10;

/** What the process says of one order; `rss`: bytes of memory it holds. */
type Reply = DerivedPictures | DerivedAvatar | DrawnHighlights | RefusedPicture | FailedOrder;
export type PictureReply = Reply & { readonly rss: number };
type Order = PictureOrder | AvatarOrder | HighlightsOrder;
interface FailedOrder {
  readonly is: 'failed';
  readonly reason: string;
}

export interface PictureProcess {
  /** One order at a time. Rejects when it could not be done, for whatever reason. */
  derive(order: PictureOrder): Promise<DerivedPictures | RefusedPicture>;
  /** The same of an avatar. */
  deriveAvatar(order: AvatarOrder): Promise<DerivedAvatar | RefusedPicture>;
  /** The pictures of highlights, for social networks. */
  drawHighlights(order: HighlightsOrder): Promise<DrawnHighlights>;
  close(): void;
}

export function createPictureProcess(): PictureProcess {
  let child: ChildProcess | null = null;
  let idle: NodeJS.Timeout | undefined;
  const end = () => {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
  };
  const start = (): ChildProcess => {
    const started = fork(SCRIPT, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    // It alone keeps no server running.
    started.unref();
    started.channel?.unref();
    if (started.pid !== undefined) setPriority(started.pid, LOW_PRIORITY);
    return started;
  };
  async function run(order: Order): Promise<Exclude<PictureReply, FailedOrder>> {
    clearTimeout(idle);
    child ??= start();
    const reply = await ask(child, order).catch((error: unknown) => {
      end();
      throw error;
    });
    if (reply.rss > MEMORY_LIMIT_BYTES) end();
    else {
      idle = setTimeout(end, IDLE_MS);
      idle.unref();
    }
    if (reply.is === 'failed') throw new Error(reply.reason);
    return reply;
  }
  return {
    async derive(order) {
      const reply = await run(order);
      if (reply.is === 'derived' || reply.is === 'refused') return reply;
      throw otherOrder();
    },
    async deriveAvatar(order) {
      const reply = await run(order);
      if (reply.is === 'avatar' || reply.is === 'refused') return reply;
      throw otherOrder();
    },
    async drawHighlights(order) {
      const reply = await run(order);
      if (reply.is === 'highlights') return reply;
      throw otherOrder();
    },
    close: end,
  };
}

const otherOrder = () => new Error('The picture process answered another order.');

function ask(child: ChildProcess, order: Order): Promise<PictureReply> {
  return new Promise((done, fail) => {
    const forget = () => {
      clearTimeout(timer);
      child.off('message', take);
      child.off('exit', leave);
      child.off('error', refuse);
    };
    const refuse = (error: Error) => {
      forget();
      fail(error);
    };
    const take = (reply: unknown) => {
      forget();
      done(reply as PictureReply);
    };
    const leave = (code: number | null, signal: string | null) =>
      refuse(new Error(`The picture process ended (${signal ?? code}).`));
    const timer = setTimeout(
      () => refuse(new Error(`A picture took longer than ${TIME_LIMIT_MS / 1000} s.`)),
      TIME_LIMIT_MS,
    );
    child.on('message', take);
    child.on('exit', leave);
    child.on('error', refuse);
    child.send(order, (error) => {
      if (error) refuse(error);
    });
  });
}
