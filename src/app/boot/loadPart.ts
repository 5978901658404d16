import { reloadForLostCode } from './chunkLoadRecovery.ts';

/** Files on their way and those that came. */
const files: Record<string, Promise<unknown>> = {};

/**
 * Every dynamic import of the build goes through this (build/partLoader.ts): all files of a part are asked for at once, and its code runs
 * when they are there. Chromium never asks again for a module whose import failed, until the page is loaded anew: a part that was needed
 * without signal would be lost with it, the sender of posts too (QUE-02b). So nothing is imported that cannot be had, and what did not
 * come is asked for again with the next try.
 */
export const loadPart = <Part>(load: () => Promise<Part>, names: readonly string[] = []): Promise<Part> =>
  Promise.all(names.map(ask))
    .then(load)
    .catch((cause: unknown) => {
      reloadForLostCode();
      throw cause;
    });

function ask(name: string): Promise<unknown> | null {
  const isStyle = name.endsWith('.css');
  // The server has put sheets into the page whose rules stand in its head already, and begun with some scripts.
  if (document.querySelector(`link[href="/${name}"]${isStyle ? '[rel=stylesheet]' : ''}`)) return files[name] ?? null;
  files[name] ??= (isStyle ? addSheet : fetchScript)(name).catch((cause: unknown) => {
    delete files[name];
    throw cause;
  });
  return files[name];
}

/** Into the browser's cache, where the import finds it. */
async function fetchScript(name: string): Promise<void> {
  const answer = await fetch(`/${name}`);
  await answer.blob();
  if (!answer.ok) throw new Error(name);
}

const addSheet = (name: string): Promise<unknown> =>
  new Promise((done, fail) => {
    const link = document.createElement('link');
    Object.assign(link, { rel: 'stylesheet', crossOrigin: '', href: `/${name}`, onload: done });
    link.onerror = () => {
      link.remove();
      fail(new Error(name));
    };
    document.head.append(link);
  });
