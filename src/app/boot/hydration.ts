/** The page as the server drew it (`server/ssr/renderPage.ts`): React goes on with its elements instead of making them anew. */

const root = () => document.getElementById('root') as HTMLElement;

/** React's root element, and whether the server has drawn the page into it. */
export const findRoot = () => ({ element: root(), isServerRendered: root().hasAttribute('inert') });

/** From here on the page answers, and is whole. */
export function finishHydration(): void {
  root().removeAttribute('inert');
  root().removeAttribute('data-first');
  document.getElementById('frame-rest')?.remove();
}
