/** A screen without a screen: WebKitGTK has no headless mode. */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export interface XServer {
  /** Such as `:99`; the server chooses a free one. */
  readonly display: string;
  stop(): void;
}

export function startXServer(): Promise<XServer> {
  return new Promise((done, fail) => {
    const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1100x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    process.once('exit', () => child.kill());
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`Xvfb ended (${code})`)));
    let told = '';
    (child.stdio[3] as Readable).on('data', (chunk) => {
      told += chunk;
      if (told.includes('\n')) done({ display: `:${told.trim()}`, stop: () => child.kill() });
    });
  });
}
