import { reloadForLostCode } from './chunkLoadRecovery.ts';

/** Styles on their way and those that came, by their file. */
const styles: Record<string, Promise<unknown>> = {};

/**
 * Every dynamic import of the build goes through this (build/partLoader.ts): the styles of a part are there before its code runs, and
 * all its files are asked for at once. Chromium never asks again for a module whose import failed, until the page is loaded anew: the
 * sender of posts, needed without signal, would be lost with it (QUE-02b). So without signal nothing is imported that cannot be had.
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
  // The server has put sheets into the page whose rules stand in its head already.
  const isThere = document.querySelector(`link[href="/${name}"]${isStyle ? '[rel=stylesheet]' : ''}`) !== null;
  if (!isStyle && navigator.onLine === false) return fetchScript(name);
  if (isThere) return styles[name] ?? null;
  if (!isStyle) {
    addLink({ rel: 'modulepreload', crossOrigin: '', href: `/${name}` });
    return null;
  }
  styles[name] = addSheet(name);
  return styles[name];
}

function addLink(given: Partial<HTMLLinkElement>): HTMLLinkElement {
  const link = Object.assign(document.createElement('link'), given);
  document.head.append(link);
  return link;
}

/** From the worker, or the browser's cache: there the import finds it, too. */
async function fetchScript(name: string): Promise<void> {
  if (!(await fetch(`/${name}`)).ok) throw new Error(name);
}

const addSheet = (name: string): Promise<unknown> =>
  new Promise((done, fail) => {
    const link = addLink({
      ...{ rel: 'stylesheet', crossOrigin: '', href: `/${name}`, onload: done },
      onerror: () => {
        link.remove();
        fail(new Error(name));
      },
    });
  });
