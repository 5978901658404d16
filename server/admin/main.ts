/** `npm run admin -- …`: the operators' command line. */
import { readFile, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { buffer } from 'node:stream/consumers';
import { truncate } from '../../src/contract/characters.ts';
import { OPERATOR_LOG } from '../../src/contract/limits.ts';
import { readSettings } from '../config/settings.ts';
import { makeFilesPrivate } from '../database/privateFolder.ts';
import { onOneLine } from '../operations/terminalText.ts';
import { performBackup } from './backup/performBackup.ts';
import { runCommandLine } from './commandLine.ts';
import { runOnDatabase } from './openData.ts';

/** npm runs us in the project's folder; the operator's files are named from where the operator stands. */
const fileOf = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path);

/** Whoever runs the command. A container's user may have no name. */
function operatorName({ OPERATOR, SUDO_USER }: NodeJS.ProcessEnv): string {
  const given = onOneLine(OPERATOR ?? '').trim() || SUDO_USER;
  if (given) return truncate(given, OPERATOR_LOG.name);
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}

/** Asks at the terminal; null: the operator ended the input. */
async function ask(question: string): Promise<string | null> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<null>((settle) => terminal.once('close', () => settle(null)));
  try {
    return await Promise.race([terminal.question(question), ended]);
  } finally {
    terminal.close();
  }
}

// What is written here holds personal data: the data folder's files, and those of exports.
makeFilesPrivate();
process.exitCode = await runCommandLine(process.argv.slice(2), {
  operator: operatorName(process.env),
  perform: (job) => runOnDatabase(process.env, job),
  async openPool() {
    const { cognito } = readSettings(process.env);
    return cognito && (await import('../identity/newPool.ts')).openNewPool(cognito);
  },
  backup: (task) => performBackup(process.env, task, fileOf),
  readFile: (path) => (path === '-' ? buffer(process.stdin) : readFile(fileOf(path))),
  writeFile: (path, text) => writeFile(fileOf(path), text),
  // Words go in by the file: then nobody can answer.
  ...(process.stdin.isTTY && !process.argv.includes('-') ? { ask } : {}),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
