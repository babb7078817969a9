import type { ReactNode } from 'react';
import { LeftToRight } from './left-to-right.tsx';

/**
 * A moment, and capitals and digits that hyphens join, as `ENG-A1-T1-03` and `17:30–19:00`. From
 * comma to colon are the digits and what stands among them.
 */
const CODE = /(\d\d\/[\d/]+ \d\d:\d\d|(?<![A-Za-z])[,-:A-Z]+[-–][,-:A-Z–]+(?![A-Za-z]))/;

/**
 * Words that break as usual, but never inside a code or a time; names of classes hold both. They
 * are one box, for places that lay out their children. What is no text is left as it is.
 */
export const withWholeCodes = (words: ReactNode): ReactNode =>
  typeof words === 'string' && CODE.test(words) ? (
    <span>
      {words
        .split(CODE)
        .map((part, at) => (at % 2 === 0 ? part : <LeftToRight key={at}>{part}</LeftToRight>))}
    </span>
  ) : (
    words
  );
