import { Suspense } from 'react';
import { later } from '#src/lib/browser/later.ts';
import type { PrintFrameProps } from './printed-frame.tsx';

// No screen shows it, so that it follows the first screen.
const PrintedFrame = later(async () => (await import('./printed-frame.tsx')).PrintedFrame);

/** The printed frame of a page, which takes no room on the screen. */
export const PrintFrame = (props: PrintFrameProps) => (
  <Suspense>
    <PrintedFrame {...props} />
  </Suspense>
);
