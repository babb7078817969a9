import { useState } from 'react';
import { Unseen } from '#src/components/kit/unseen.tsx';

/** Announces changes on a board to screen readers; the same words twice are read twice. */
export function useAnnouncer() {
  const [said, setSaid] = useState({ words: '', count: 0 });
  const region = (
    <Unseen role="status">
      <span key={said.count}>{said.words}</span>
    </Unseen>
  );
  return { region, tell: (words: string) => setSaid(({ count }) => ({ words, count: count + 1 })) };
}
