/** `npm run admin -- …`: the operators' command line. */
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { makeFilesPrivate } from '../database/privateFolder.ts';
import { performBackup } from './backup/performBackup.ts';
import { runCommandLine } from './commandLine.ts';
import { performOn } from './openData.ts';

/** npm runs us in the project's folder; the operator's files are named from where the operator stands. */
const fileOf = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path);

// What is written here holds personal data: the data folder's files, and those of exports.
makeFilesPrivate();
process.exitCode = await runCommandLine(process.argv.slice(2), {
  perform: (job) => performOn(process.env, job),
  backup: (task) => performBackup(process.env, task, fileOf),
  readFile: (path) => (path === '-' ? buffer(process.stdin) : readFile(fileOf(path))),
  writeFile: (path, text) => writeFile(fileOf(path), text),
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
});
