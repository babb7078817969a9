import { Clock } from 'lucide-react';
import { Note } from '#src/components/kit/note.tsx';
import { useNow } from '#src/lib/browser/use-now.ts';
import { STALE_AFTER_MS } from '#src/lib/text/freshness.ts';
import { useMoment } from './use-moment.ts';

function AsOfNote({ at }: { at: string }) {
  const text = useMoment(Date.parse(at), useNow(STALE_AFTER_MS));
  return (
    <Note icon={Clock}>
      <time dateTime={at}>{text}</time>
    </Note>
  );
}

/** Says that figures were read from a standby, and up to which time they have every write. */
export function ReadAsOf({ at }: { at: string | undefined }) {
  return at === undefined ? null : <AsOfNote at={at} />;
}
