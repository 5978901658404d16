import { reloadForLostCode } from './chunkLoadRecovery.ts';

/** Styles on their way and those that came, by their file. */
const styles: Record<string, Promise<unknown>> = {};

/**
 * Every dynamic import of the build goes through this (build/partLoader.ts): the styles of a part are there before its code runs, and
 * all its files are asked for at once. Vite's own helper does the same for more browsers and hosts, in twice the bytes of the first
 * JavaScript. Here a sheet that did not come is asked for again with the next try.
 */
export const loadPart = <Part>(load: () => Promise<Part>, files: readonly string[] = []): Promise<Part> =>
  Promise.all(files.map(ask))
    .then(load)
    .catch((cause: unknown) => {
      reloadForLostCode();
      throw cause;
    });

function ask(file: string): Promise<unknown> | null {
  const isStyle = file.endsWith('.css');
  // The server has put sheets into the page whose rules stand in its head already.
  const there = document.querySelector(`link[href="/${file}"]${isStyle ? '[rel=stylesheet]' : ''}`);
  if (there) return styles[file] ?? null;
  const link = document.createElement('link');
  link.rel = isStyle ? 'stylesheet' : 'modulepreload';
  link.crossOrigin = '';
  link.href = `/${file}`;
  if (isStyle)
    styles[file] = new Promise((done, fail) => {
      link.onload = done;
      link.onerror = () => {
        link.remove();
        fail(new Error(file));
      };
    });
  document.head.append(link);
  return styles[file] ?? null;
}
