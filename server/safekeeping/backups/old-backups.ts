import { dayInLaos, mondayOf } from '#contract/dates.ts';

/** The newest backup of each of so many days, weeks and months is kept. */
const KEPT = { days: 7, weeks: 4, months: 12 } as const;
/** Going back from an update needs the backup from before it, so the newest ones stay. */
const KEPT_UPDATES = 3;
/** So does everything from the last day before the newest one, because somebody asked for it. */
const DAY_MS = 24 * 3600 * 1000;

const NAME =
  /^branchdesk-(\d{4})(\d\d)(\d\d)-(\d\d)(\d\d)(\d\d)-[0-9a-f]{4}(-update)?(-unproved)?\.zip(\.age)?$/;

/** The last part of the name of a backup that was made before an update. */
export const OF_UPDATE = '-update';

/** The name of a backup, without its ending: its moment in Vientiane, and a part that is unique. */
export function backupName(at: number, unique: string): string {
  const local = new Date(at + 7 * 3600 * 1000).toISOString();
  const [day, time] = [local.slice(0, 10), local.slice(11, 19)];
  return `branchdesk-${day.replaceAll('-', '')}-${time.replaceAll(':', '')}-${unique}`;
}

type Named = { name: string; at: number; isUpdate: boolean; isGood: boolean };

function read(name: string): Named | undefined {
  const [, year, month, day, hour, minute, second, update, unproved] = NAME.exec(name) ?? [];
  if (year === undefined) return undefined;
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}+07:00`);
  if (Number.isNaN(at)) return undefined;
  return { name, at, isUpdate: update !== undefined, isGood: unproved === undefined };
}

/** The names of the newest of each of the last `most` periods that have any. */
function newestOf(backups: readonly Named[], period: (at: number) => string, most: number) {
  const newest = new Map<string, string>();
  for (const { name, at } of backups) {
    const key = period(at);
    if (newest.has(key)) continue;
    if (newest.size === most) break;
    newest.set(key, name);
  }
  return [...newest.values()];
}

function keptOf(backups: readonly Named[], isUpdate: boolean): string[] {
  if (isUpdate) return backups.slice(0, KEPT_UPDATES).map(({ name }) => name);
  const lately = (backups[0]?.at ?? 0) - DAY_MS;
  return [
    ...backups.filter(({ at }) => at > lately).map(({ name }) => name),
    ...newestOf(backups, (at) => dayInLaos(at), KEPT.days),
    ...newestOf(backups, (at) => mondayOf(dayInLaos(at)), KEPT.weeks),
    ...newestOf(backups, (at) => dayInLaos(at).slice(0, 7), KEPT.months),
  ];
}

const KINDS = [true, false].flatMap((isGood) =>
  [true, false].map((isUpdate) => ({ isGood, isUpdate })),
);

/**
 * The backups among these names that are no longer kept. Good ones and unproved ones are counted
 * apart, so that no unproved one takes the place of a good one; so are those from before updates.
 * Other files are never named.
 */
export function oldBackups(names: readonly string[]): string[] {
  const all = names.map(read).filter((one) => one !== undefined);
  return KINDS.flatMap(({ isGood, isUpdate }) => {
    const backups = all
      .filter((one) => one.isGood === isGood && one.isUpdate === isUpdate)
      .toSorted((a, b) => b.at - a.at);
    const kept = new Set(keptOf(backups, isUpdate));
    return backups.filter(({ name }) => !kept.has(name)).map(({ name }) => name);
  });
}
