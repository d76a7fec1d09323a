import { useCallback, useState } from 'react';

/** Whether the element `mark` is put on has been in view since it was drawn. */
export function useSeen(): { seen: boolean; mark(element: HTMLElement | null): (() => void) | undefined } {
  const [seen, setSeen] = useState(false);
  const mark = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { seen, mark };
}
