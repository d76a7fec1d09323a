import { useEffect, useState } from 'react';

const INERT_MS = 500;

/**
 * False for the first moment after the view appears or comes to the front, so that an Enter or a click meant for
 * something else cannot agree to anything.
 */
export function useArmed(shown: boolean): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    if (!shown) return;
    let timer: ReturnType<typeof setTimeout>;
    const arm = () => {
      clearTimeout(timer);
      setArmed(false);
      if (document.visibilityState === 'visible') timer = setTimeout(() => setArmed(true), INERT_MS);
    };
    const ending = new AbortController();
    window.addEventListener('focus', arm, ending);
    document.addEventListener('visibilitychange', arm, ending);
    arm();
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [shown]);
  return armed;
}
