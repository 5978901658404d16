/** Runs inside the page, in every engine alike: finds what a fan can see and reach, by role and name. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** One step of the way to an element, each within what the step before found. */
export type Step =
  | { readonly role: string; readonly name?: string; readonly pattern?: string }
  /** Where an element has no role: files, passwords, pictures inside a part. */
  | { readonly css: string };

interface Finder {
  queryAllByRole(
    container: Element,
    role: string,
    options: { readonly name?: string | RegExp; readonly hidden?: boolean },
  ): HTMLElement[];
}

/** Evaluated in the page: nothing of this file is in reach but what it is given. */
function findIn(finder: Finder, steps: readonly Step[]): Element[] {
  const opened = [...document.querySelectorAll('dialog:modal')];
  // Everything outside the modal dialog on top is out of reach.
  const top = opened.at(-1);
  const isDialog = steps[0] && 'role' in steps[0] && steps[0].role === 'dialog';
  let found: Element[] = [top && !isDialog ? top : document.documentElement];
  for (const step of steps) {
    const within = found.flatMap((element) => {
      if ('css' in step) return [...element.querySelectorAll(step.css)];
      const { role, name, pattern } = step;
      const wanted = pattern === undefined ? name : new RegExp(pattern);
      return finder.queryAllByRole(element, role, wanted === undefined ? {} : { name: wanted });
    });
    found = [...new Set(within)];
  }
  return isDialog && top ? found.filter((element) => top.contains(element)) : found;
}

/** What keeps it from being pressed: it must answer, its middle on the screen, on top, and stand still. null: nothing does. */
async function obstacleOf(element: Element | undefined): Promise<string | null> {
  if (element === undefined) return 'is not there';
  if (element.matches(':disabled')) return 'is disabled';
  // A page the server drew takes no presses until the client has taken it over.
  if (element.closest('[inert]') !== null) return 'does not answer yet';
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const middleOf = () => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  };
  const seen = middleOf();
  if (seen.x < 0 || seen.y < 0 || seen.x > innerWidth || seen.y > innerHeight)
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  const before = middleOf();
  await frame();
  await frame();
  const { x, y } = middleOf();
  if (Math.abs(before.x - x) + Math.abs(before.y - y) > 0.5) return 'moves';
  const hit = document.elementFromPoint(x, y);
  if (hit === null) return `is off the screen (${x}, ${y})`;
  if (element.contains(hit) || hit.contains(element)) return null;
  const stays = (one: Element | null): boolean =>
    one !== null &&
    !one.matches('dialog') &&
    (/fixed|sticky/.test(getComputedStyle(one).position) || stays(one.parentElement));
  // Below a bar: scrolled from there it can be pressed the next time.
  if (stays(hit) && !stays(element))
    element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
  return `is below ${hit.outerHTML.slice(0, 120)}`;
}

const library = createRequire(import.meta.url).resolve('@testing-library/dom/dist/@testing-library/dom.umd.min.js');

/** Makes a page ready for the expressions below; again after every navigation. */
export const installation = (): string =>
  `(() => { ${readFileSync(library, 'utf8')}
    globalThis.engineTest = { find: (steps) => (${findIn})(TestingLibraryDom, steps), obstacleOf: ${obstacleOf} };
  })()`;
export const isInstalled = `typeof globalThis.engineTest === 'object' && document.readyState !== 'loading'`;

export const allOf = (steps: readonly Step[]): string => `globalThis.engineTest.find(${JSON.stringify(steps)})`;
export const firstOf = (steps: readonly Step[]): string => `(${allOf(steps)}[0] ?? null)`;
export const obstacle = (steps: readonly Step[]): string => `globalThis.engineTest.obstacleOf(${allOf(steps)}[0])`;
