import { Suspense, type ComponentProps } from 'react';
import { later } from '#src/lib/browser/later.ts';
import type { ScanButton } from './scan-button.tsx';

const Loaded = later(async () => (await import('./scan-button.tsx')).ScanButton);

/** The button of the camera beside a search, which comes after the rows of the list. */
export function LateScanButton(props: ComponentProps<typeof ScanButton>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
