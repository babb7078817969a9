// One repeat of the border of a woven skirt: # is white thread, o is gold, the rest is the indigo
// ground.
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

/** The size of a repeat, in threads. */
export const [WEAVE_WIDTH, WEAVE_HEIGHT] = [24, WEAVE.length];

/** The outline of every run of one thread in the weave, as an SVG path. */
function pathOf(thread: string): string {
  const runs = new RegExp(`${thread}+`, 'g');
  const outline = (y: number) => (run: RegExpExecArray) =>
    `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`;
  return WEAVE.flatMap((row, y) => [...row.matchAll(runs)].map(outline(y))).join('');
}

export const whiteThread = pathOf('#');
export const goldThread = pathOf('o');
