/** The end of a server by a signal. */
import type { Log } from './http/log.ts';

/** Containers are killed ten seconds after they were asked to stop: the database needs the last of them. */
export const GRACE_MS = 5_500;
export const CLOSE_DATABASE_MS = 4_000;

/** Closes `running` and ends the process at SIGINT or SIGTERM. @param delayMs how long it goes on answering first */
export function stopOnSignal(running: { close(): Promise<void> }, log: Log, delayMs = 0): void {
  let isStopping = false;
  const stop = () => {
    // Whoever asks twice does not want to wait.
    if (isStopping) process.exit(1);
    isStopping = true;
    const deadline = setTimeout(() => process.exit(1), delayMs + GRACE_MS + CLOSE_DATABASE_MS);
    deadline.unref();
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error(error, 'stopping');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}
