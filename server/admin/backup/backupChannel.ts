/**
 * How a backup asks the server that holds the data folder: a line a question, a line an answer, on a socket of its own beside the
 * operators' one. The files are copied by the command; the server tells the moment they are of. A command that dies closes the socket,
 * and with it what it had begun.
 */
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import type { Database } from '../../database/schema.ts';
import { Refusal } from '../../operations/outcome.ts';
import { type ChannelDeps, openSocket, reachSocket } from '../operatorChannel.ts';
import { CopiedMoment, createLiveDatabase, type LiveDatabase } from './liveDatabase.ts';

const Question = v.variant('ask', [
  v.object({ ask: v.literal('begin') }),
  v.object({ ask: v.literal('end') }),
  v.object({ ask: v.literal('deletedSince'), at: v.pipe(v.string(), v.isoTimestamp()) }),
]);
type Question = v.InferOutput<typeof Question>;
const Answer = v.union([v.object({ refused: v.string() }), v.object({ answer: v.unknown() })]);

const NAME = 'backup';

/** Lets backups in. Returns what closes the channel, with the backups that run. */
export async function openBackupChannel(deps: ChannelDeps): Promise<() => Promise<void>> {
  const sockets = new Set<Socket>();
  const close = await openSocket(deps, NAME, (socket) => {
    sockets.add(socket);
    return serve(socket, deps.db).finally(() => sockets.delete(socket));
  });
  return () => {
    for (const socket of sockets) socket.destroy();
    return close();
  };
}

async function serve(socket: Socket, db: Kysely<Database>): Promise<void> {
  const live = createLiveDatabase(db);
  try {
    for await (const line of createInterface({ input: socket })) {
      const question = v.parse(Question, JSON.parse(line));
      const answer = await answerTo(live, question).then(
        (given) => ({ answer: given ?? null }),
        (error: unknown) => {
          if (error instanceof Refusal) return { refused: error.message };
          throw error;
        },
      );
      socket.write(`${JSON.stringify(answer)}\n`);
    }
  } finally {
    socket.destroy();
    await live.close();
  }
}

function answerTo(live: LiveDatabase, question: Question): Promise<unknown> {
  if (question.ask === 'begin') return live.begin();
  return question.ask === 'end' ? live.end() : live.deletedSince(question.at);
}

/** The database of the server that holds the folder. null: it takes no backups. */
export async function reachLiveDatabase(dataDir: string): Promise<LiveDatabase | null> {
  const socket = await reachSocket(dataDir, NAME);
  if (!socket) return null;
  // A broken connection shows at the next read.
  socket.on('error', () => {});
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const ask = async (question: Question): Promise<unknown> => {
    socket.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error('The server ended, or could not do it; its log says why. The backup was given up.');
    const reply = v.parse(Answer, JSON.parse(value));
    if ('refused' in reply) throw new Refusal(reply.refused);
    return reply.answer;
  };
  return {
    begin: async () => void (await ask({ ask: 'begin' })),
    end: async () => v.parse(CopiedMoment, await ask({ ask: 'end' })),
    deletedSince: async (at) => v.parse(v.array(v.string()), await ask({ ask: 'deletedSince', at })),
    async close() {
      socket.destroy();
    },
  };
}
