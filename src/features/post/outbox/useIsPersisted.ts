import { useEffect, useState } from 'react';

/** Has the browser promised to keep this site's data (T09)? False until it says so. */
export function useIsPersisted(): boolean {
  const [isPersisted, setPersisted] = useState(false);
  useEffect(() => {
    let isGone = false;
    navigator.storage
      ?.persisted?.()
      .then((is) => !isGone && setPersisted(is))
      .catch(() => undefined);
    return () => {
      isGone = true;
    };
  }, []);
  return isPersisted;
}
