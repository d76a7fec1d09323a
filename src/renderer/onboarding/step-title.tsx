import { useEffect, useRef } from 'react';

/** The heading of a step; it takes the focus, so that a screen reader begins here. */
export function StepTitle({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold text-balance outline-none">
      {children}
    </h1>
  );
}
