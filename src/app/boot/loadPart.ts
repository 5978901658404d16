import { reloadForLostCode } from './chunkLoadRecovery.ts';

/** Files that came, and those on their way, by name. What did not come is asked for again. */
const files = new Map<string, Promise<unknown>>();

/**
 * Every dynamic import of the build but the first script's own goes through this (build/partLoader.ts): all files of a part are asked for
 * at once, and its code runs when they are there. Browsers never ask again for a module whose import failed, a preload's neither, until
 * the page is loaded anew: a part needed while the line is bad would be lost with it, the sender of posts too (QUE-02c). So nothing is
 * imported that has not come, but what the page's head preloads: a page without it says that it could not be loaded.
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
  const known = files.get(name);
  if (known) return known;
  // The server has put sheets into the page whose rules stand in its head already, and begun with some scripts.
  const isThere = document.querySelector(`link[href="/${name}"]${isStyle ? '[rel=stylesheet]' : ''}`) !== null;
  if (isThere && (isStyle || navigator.onLine)) return null;
  const asked = (isStyle ? addSheet : fetchScript)(name);
  files.set(name, asked);
  asked.catch(() => files.delete(name));
  return asked;
}

/** Into the browser's cache, or from the worker: there the import finds it, too. A page of somebody else on the way is no code (T24). */
async function fetchScript(name: string): Promise<void> {
  const answer = await fetch(`/${name}`);
  await answer.arrayBuffer();
  if (!answer.ok || !answer.headers.get('content-type')?.includes('javascript')) throw new Error(name);
}

const addSheet = (name: string): Promise<unknown> =>
  new Promise((done, fail) => {
    const link = document.createElement('link');
    Object.assign(link, {
      rel: 'stylesheet',
      crossOrigin: '',
      href: `/${name}`,
      onload: done,
      onerror: () => {
        link.remove();
        fail(new Error(name));
      },
    });
    document.head.append(link);
  });
