import { useEffect, useState } from 'react';

const STEP_MS = 60_000;

/** The present time, renewed every minute: an event that begins or ends meanwhile changes on the screen too. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
