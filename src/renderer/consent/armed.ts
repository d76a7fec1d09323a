import { useEffect, useRef, useState } from 'react';

const INERT_MS = 500;

/**
 * False for the first moment after the view appears or comes to the front, so that an Enter or a click meant for
 * something else cannot agree to anything. `armed` is for drawing; `isArmed` is true to the event, also before
 * the page was drawn again.
 */
export function useArmed(shown: boolean): { armed: boolean; isArmed(): boolean } {
  const [armed, setArmed] = useState(false);
  const now = useRef(false);
  useEffect(() => {
    if (!shown) return;
    let timer: ReturnType<typeof setTimeout>;
    const set = (value: boolean) => {
      now.current = value;
      setArmed(value);
    };
    const startOver = () => {
      clearTimeout(timer);
      set(false);
      if (document.visibilityState === 'visible') timer = setTimeout(() => set(true), INERT_MS);
    };
    const ending = new AbortController();
    window.addEventListener('focus', startOver, ending);
    document.addEventListener('visibilitychange', startOver, ending);
    startOver();
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [shown]);
  return { armed, isArmed: () => now.current };
}
