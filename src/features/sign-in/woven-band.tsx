import { goldThread, WEAVE_HEIGHT, WEAVE_WIDTH, whiteThread } from '#src/theme/weave.ts';
import styles from './woven-band.module.css';

/**
 * The plain stripes above the weave, then the ground below it: the start and the height of each.
 */
const stripes = [
  { y: 0, height: 1 },
  { y: 5, height: 2 },
  { y: 11, height: 4 },
  { y: 18, height: 78 },
];

/** The woven hem along the bottom of the sign-in page; the one ornament of the whole app. */
export function WovenHem() {
  return (
    <svg
      className={styles.band}
      viewBox="0 0 1920 96"
      preserveAspectRatio="xMidYMax slice"
      shapeRendering="crispEdges"
      aria-hidden="true"
    >
      <defs>
        <pattern
          id="weave"
          width={WEAVE_WIDTH}
          height={WEAVE_HEIGHT}
          patternUnits="userSpaceOnUse"
          patternTransform="translate(24 24) scale(3)"
        >
          <path className={styles.white} d={whiteThread} />
          <path className={styles.gold} d={goldThread} />
        </pattern>
      </defs>
      {stripes.map(({ y, height }) => (
        <rect key={y} className={styles.ground} y={y} width="1920" height={height} />
      ))}
      <rect y="24" width="1920" height="51" fill="url(#weave)" />
      <rect className={styles.gold} y="81" width="1920" height="2" />
    </svg>
  );
}
