/** The bars of the page's HTML (build/frameBars.ts): they go when the client's own stand in their place, or none are to stand there. */
export function removeFrameBars(...parts: readonly string[]): void {
  for (const part of parts) document.getElementById(`frame-${part}`)?.remove();
}
