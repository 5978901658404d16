/**
 * Does to a part of the page what Chrome's page translation does: each text node is replaced by `<font><font>[words]</font></font>`.
 * Texts of `translate="no"`, of scripts and those that are translated already stay. It also runs in a browser, so it uses nothing from outside.
 */
export function translatePage(root: Element, translate = (words: string) => `[${words}]`): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (text.data.trim() === '' || text.parentElement?.closest('font, script, style, textarea, [translate="no"]'))
      continue;
    const outer = document.createElement('font');
    const inner = outer.appendChild(document.createElement('font'));
    inner.textContent = translate(text.data);
    text.replaceWith(outer);
  }
}
