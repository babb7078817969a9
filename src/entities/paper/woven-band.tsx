import { useId } from 'react';
import { goldThread, WEAVE_HEIGHT, WEAVE_WIDTH, whiteThread } from '#src/theme/weave.ts';
import styles from './paper.module.css';

/** The plain threads above and below the weave, with their positions and heights. */
const threads = [
  { y: 0, height: 1.5 },
  { y: 3, height: 1 },
  { y: 29, height: 1 },
  { y: 31.5, height: 2 },
];

/** The woven band on the top edge of a paper, in one ink. */
export function WovenBand() {
  const id = useId();
  return (
    <svg
      className={styles.hem}
      viewBox="0 0 888 34"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      shapeRendering="crispEdges"
    >
      <defs>
        <pattern
          id={id}
          width={WEAVE_WIDTH}
          height={WEAVE_HEIGHT}
          patternUnits="userSpaceOnUse"
          patternTransform="translate(0 6) scale(1.25)"
        >
          <path fill="currentColor" d={whiteThread + goldThread} />
        </pattern>
      </defs>
      {threads.map(({ y, height }) => (
        <rect key={y} y={y} width="888" height={height} fill="currentColor" />
      ))}
      <rect y="6" width="888" height="21.25" fill={`url(#${id})`} />
    </svg>
  );
}
