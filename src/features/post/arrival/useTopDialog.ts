import { useEffect, useState } from 'react';

/** Everything outside of the topmost modal dialog is inert: what has to be pressed over it stands in it. */
const topDialog = (): Element => [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;

/** The topmost open dialog, or the body; follows what opens and closes. */
export function useTopDialog(): Element {
  const [host, setHost] = useState(topDialog);
  useEffect(() => {
    const follow = () => setHost(topDialog());
    const observer = new MutationObserver(follow);
    observer.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['open'] });
    follow();
    return () => observer.disconnect();
  }, []);
  return host;
}
