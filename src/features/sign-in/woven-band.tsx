import styles from './woven-band.module.css';

// One repeat of the border of a woven skirt: # is white thread, o is gold, the rest is the indigo ground.
const WEAVE = [
  '####........#........###',
  '###........###........##',
  '##........##.##........#',
  '#........##...##........',
  '........##..#..##.......',
  '#......##..###..##......',
  '##....##..##.##..##....#',
  '.##..##..##.o.##..##..##',
  'o.####..##.ooo.##..####.',
  '.##..##..##.o.##..##..##',
  '##....##..##.##..##....#',
  '#......##..###..##......',
  '........##..#..##.......',
  '#........##...##........',
  '##........##.##........#',
  '###........###........##',
  '####........#........###',
];
const [WIDTH, HEIGHT] = [24, WEAVE.length];

/** The outline of every run of `thread` in the weave, as an SVG path. */
function pathOf(thread: string): string {
  const runs = new RegExp(`${thread}+`, 'g');
  const outline = (y: number) => (run: RegExpExecArray) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`;
  return WEAVE.flatMap((row, y) => [...row.matchAll(runs)].map(outline(y))).join('');
}

const white = pathOf('#');
const gold = pathOf('o');
/** The plain stripes above the weave, then the ground it stands on: where each starts and how high it is. */
const stripes = [
  { y: 0, height: 1 },
  { y: 5, height: 2 },
  { y: 11, height: 4 },
  { y: 18, height: 78 },
];

/** The woven hem along the bottom of the sign-in page; the one ornament of the whole app. */
export function WovenBand() {
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
          width={WIDTH}
          height={HEIGHT}
          patternUnits="userSpaceOnUse"
          patternTransform="translate(24 24) scale(3)"
        >
          <path className={styles.white} d={white} />
          <path className={styles.gold} d={gold} />
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
