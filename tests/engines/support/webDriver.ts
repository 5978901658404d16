/** WebKitGTK, by the W3C WebDriver protocol: the few commands the journeys need. */
import { type ChildProcess, spawn } from 'node:child_process';
import { freePort } from '../../journeys/support/product.ts';
import type { Driver } from './driver.ts';

/** The protocol's name for a reference to an element. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const START_MS = 20_000;
const END_MS = 3_000;
const RESIZE_MS = 10_000;
const later = (ms: number) => new Promise((done) => setTimeout(done, ms));

export interface WebDriverSession {
  readonly driver: Driver;
  end(): Promise<void>;
}

interface SessionOptions {
  readonly binary: string;
  readonly args: readonly string[];
  /** Of the X server. */
  readonly display: string;
}

export async function startWebKit({ binary, args, display }: SessionOptions): Promise<WebDriverSession> {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      GSETTINGS_BACKEND: 'memory',
      LIBGL_ALWAYS_SOFTWARE: '1',
      NO_AT_BRIDGE: '1',
      ...(process.env.SWEEP_DARK ? { GTK_THEME: 'Adwaita:dark' } : {}),
      LANG: 'ja_JP.UTF-8',
      TZ: 'Asia/Tokyo',
    },
  });
  const root = `http://127.0.0.1:${port}`;
  await untilReady(root, child);
  const created = (await ask(`${root}/session`, 'POST', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary, args: ['--automation', ...args] } } },
  })) as { sessionId: string; capabilities: { browserVersion: string } };
  const session = `${root}/session/${created.sessionId}`;
  const command: Command = (method, path, body) => ask(session + path, method, body);
  await command('POST', '/timeouts', { script: 60_000, pageLoad: 30_000 });
  const version = created.capabilities.browserVersion;
  return {
    driver: createDriver(command, `WebKitGTK ${version}`),
    async end() {
      // Of a browser that was killed nobody answers.
      await Promise.race([command('DELETE', '').catch(() => undefined), later(END_MS)]);
      child.kill();
    },
  };
}

type Command = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => Promise<unknown>;

function createDriver(command: Command, engine: string): Driver {
  const elementOf = async (expression: string): Promise<string> => {
    const found = (await command('POST', '/execute/sync', { script: `return (${expression})`, args: [] })) as Record<
      string,
      string
    > | null;
    const reference = found?.[ELEMENT];
    if (reference === undefined) throw new Error('no such element');
    return reference;
  };
  const type = async (element: string, text: string) =>
    command('POST', `/element/${await elementOf(element)}/value`, { text });
  return {
    engine,
    goto: async (url) => void (await command('POST', '/url', { url })),
    reload: async () => void (await command('POST', '/refresh', {})),
    back: async () => void (await command('POST', '/back', {})),
    async evaluate(expression) {
      const script = `const done = arguments[0];
        Promise.resolve().then(() => (${expression})).then(
          (value) => done({ value: value === undefined ? null : value }),
          (error) => done({ error: String(error) }))`;
      const answer = (await command('POST', '/execute/async', { script, args: [] })) as
        | { value: never }
        | { error: string };
      if ('error' in answer) throw new Error(answer.error);
      return answer.value;
    },
    click: async (element) => void (await command('POST', `/element/${await elementOf(element)}/click`, {})),
    async fill(element, text) {
      await command('POST', `/element/${await elementOf(element)}/clear`, {});
      await type(element, text);
    },
    chooseFiles: async (element, paths) => void (await type(element, paths.join('\n'))),
    resize: (size) => resizeWindow(command, size),
    screenshot: async () => Buffer.from((await command('GET', '/screenshot')) as string, 'base64'),
  };
}

/** A window is larger than its page by a title bar, and takes its new size a moment later. */
async function resizeWindow(command: Command, { width, height }: { readonly width: number; readonly height: number }) {
  const deadline = Date.now() + RESIZE_MS;
  let [wide, high] = [width, height];
  while (Date.now() < deadline) {
    await command('POST', '/window/rect', { x: 0, y: 0, width: wide, height: high });
    const script = 'return new Promise((done) => requestAnimationFrame(() => done([innerWidth, innerHeight])))';
    const page = (await command('POST', '/execute/sync', { script, args: [] })) as [number, number];
    if (page[0] === width && page[1] === height) return;
    [wide, high] = [wide + width - page[0], high + height - page[1]];
    await later(50);
  }
  throw new Error(`the window does not take ${width}×${height}`);
}

async function ask(url: string, method: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(url, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const { value } = (await answer.json()) as { value: { error?: string; message?: string } };
  if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
  return value;
}

async function untilReady(root: string, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + START_MS;
  const ended = new Promise<never>((_, fail) => child.once('error', fail));
  ended.catch(() => undefined);
  while (Date.now() < deadline) {
    const answer = await Promise.race([fetch(`${root}/status`).catch(() => null), ended]);
    if (answer?.ok) return;
    await later(50);
  }
  throw new Error('WebKitWebDriver did not answer');
}
