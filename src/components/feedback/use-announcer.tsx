import { useState } from 'react';
import controls from '#src/theme/controls.module.css';

/** Announces changes on a board to screen readers; the same words twice are read twice. */
export function useAnnouncer() {
  const [said, setSaid] = useState({ words: '', count: 0 });
  const region = (
    <p role="status" className={controls.unseen}>
      <span key={said.count}>{said.words}</span>
    </p>
  );
  return { region, tell: (words: string) => setSaid(({ count }) => ({ words, count: count + 1 })) };
}
