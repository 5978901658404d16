/** A text node that a translation stands for. */
interface Translated {
  readonly font: Node & ChildNode;
  /** What the node said. */
  readonly words: string;
}

const isFont = (node: Node | null | undefined): node is Node & ChildNode => node?.nodeName === 'FONT';

/**
 * Lets the browser's page translation change the page without breaking React (FAN-24a). Chrome replaces each text node by
 * `<font><font>…</font></font>`. React still holds the text node. Without this, React throws NotFoundError when it removes the node or
 * inserts an element before it, and a new text would not be seen.
 *
 * Each replaced text node is put back in front of its translation, without words. Its translation goes once React changes or removes the
 * node, and follows if React moves it. If the browser takes the translation back, the node gets its words back.
 * @param root everything below it is followed, for as long as the page lives
 */
export function followTranslation(root: Node): void {
  const translated = new WeakMap<Node, Translated>();
  const textOf = new WeakMap<Node, Text>();
  const pair = (text: Text, font: Node & ChildNode, words: string) => {
    translated.set(text, { font, words });
    textOf.set(font, text);
    font.before(text);
    text.data = '';
  };
  const forget = (text: Text, words: string) => {
    translated.get(text)?.font.remove();
    translated.delete(text);
    text.data = words;
  };

  /** The browser put the words back, in a node of its own: React's node has them again. */
  const restore = (text: Text, words: string, records: readonly MutationRecord[]) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
    for (const node of [text.previousSibling, text.nextSibling])
      if (node instanceof Text && node.data === words && added.includes(node)) node.remove();
    forget(text, words);
  };

  function follow(record: MutationRecord, records: readonly MutationRecord[]): void {
    const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } = record;
    if (type === 'characterData' && translated.has(target)) forget(target as Text, (target as Text).data);
    for (const node of removedNodes) {
      const text = node instanceof Text ? node : textOf.get(node);
      if (text === undefined) continue;
      const known = translated.get(text);
      const font = [...addedNodes, previousSibling, nextSibling].find(
        (one): one is Node & ChildNode => isFont(one) && one.isConnected && !textOf.has(one),
      );
      if (known === undefined) {
        if (font && !text.isConnected) pair(text, font, text.data);
      } else if (!text.isConnected) forget(text, known.words);
      else if (known.font.isConnected) text.after(known.font);
      else if (font) pair(text, font, known.words);
      else restore(text, known.words, records);
    }
  }

  const observer = new MutationObserver((records) => {
    for (const record of records) follow(record, records);
    // What this changed itself.
    observer.takeRecords();
  });
  observer.observe(root, { childList: true, subtree: true, characterData: true });
}
