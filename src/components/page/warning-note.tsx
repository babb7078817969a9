import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Stack } from '#src/components/kit/layout.tsx';
import { Note } from '#src/components/kit/note.tsx';

/**
 * Warns, while somebody types, about something to check before saving; `children` gives the
 * details.
 */
export function WarningNote({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <Stack isWide>
      <Note tone="wait" icon={TriangleAlert} role="status" title={title}>
        {children}
      </Note>
    </Stack>
  );
}
