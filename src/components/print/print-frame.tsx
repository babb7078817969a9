import { Suspense } from 'react';
import { later } from '#src/lib/browser/later.ts';
import type { PrintFrameProps } from './printed-frame.tsx';

// No screen shows it, so that it follows the first screen.
const PrintedFrame = later(async () => (await import('./printed-frame.tsx')).PrintedFrame);

/** The printed frame of a page, which takes no room on the screen. */
export const PrintFrame = (props: PrintFrameProps) => (
  // Until the frame is there, its place says that sheets are to come (`printPage`).
  <Suspense fallback={props.isBuilt && <span hidden data-print-frame data-builds />}>
    <PrintedFrame {...props} />
  </Suspense>
);
