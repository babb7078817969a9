import { expect, it } from 'vitest';
import { backupName, OF_UPDATE, oldBackups } from '#server/safekeeping/backups/old-backups.ts';
import { nightOf } from '#server/safekeeping/backups/nightly-backup.ts';
import { variablesOf } from '#server/safekeeping/backups/postgres-programs.ts';
import { readNumber, UnknownNumber } from '#server/safekeeping/restores/highest-numbers.ts';

const DAY_MS = 24 * 3600 * 1000;
const LAST = Date.parse('2026-11-27T21:00:00+07:00');
const named = (daysAgo: number, ending = '.zip') =>
  `${backupName(LAST - daysAgo * DAY_MS, '00ff')}${ending}`;

it('keeps 7 daily, 4 weekly and 12 monthly backups, and touches no other file', () => {
  const year = Array.from({ length: 500 }, (_, daysAgo) => named(daysAgo));
  const others = ['notes.txt', 'branchdesk.zip', 'branchdesk-20261127-210000-00ff.zip.unfinished'];
  const old = new Set(oldBackups([...year, ...others]));
  const kept = year.filter((name) => !old.has(name));
  expect(others.some((name) => old.has(name))).toBe(false);
  expect(kept.slice(0, 7)).toEqual(year.slice(0, 7));
  expect(new Set(kept.map((name) => name.slice(11, 17))).size).toBe(12);
  // Of the four weeks and twelve months the newest ones are among the seven days.
  expect(kept.length).toBeLessThanOrEqual(7 + 3 + 11);
  expect(oldBackups(kept)).toEqual([]);
});

it('never lets an unproved backup push out a good one', () => {
  const good = named(90);
  const unproved = Array.from({ length: 60 }, (_, daysAgo) => named(daysAgo, '-unproved.zip.age'));
  expect(oldBackups([good, ...unproved])).not.toContain(good);
});

it('keeps the backups from before the last three updates, however old', () => {
  const nights = Array.from({ length: 60 }, (_, daysAgo) => named(daysAgo));
  const updates = [30, 200, 400, 500].map((daysAgo) => named(daysAgo, `${OF_UPDATE}.zip`));
  expect(oldBackups([...nights, ...updates]).filter((name) => name.includes(OF_UPDATE))).toEqual([
    updates[3],
  ]);
});

it('knows the night whose backup is due', () => {
  const noon = Date.parse('2026-11-27T12:00:00+07:00');
  expect(nightOf('21:00', noon)).toBe('2026-11-26');
  expect(nightOf('12:00', noon)).toBe('2026-11-27');
  expect(nightOf('00:30', noon)).toBe('2026-11-27');
});

it('reads numbers as they stand on paper', () => {
  expect(readNumber(' vte-r26-001234 ')).toEqual({
    kind: 'receipt',
    code: 'VTE',
    year: 2026,
    n: 1234,
  });
  expect(readNumber('VTE-26-000007')).toMatchObject({ kind: 'order', n: 7 });
  expect(() => readNumber('12345')).toThrow(UnknownNumber);
});

it('gives an address to programs by variables, which nobody else can read', () => {
  expect(variablesOf('postgresql://desk:p%40ss@db:5433/centre?sslmode=require')).toEqual({
    PGHOST: 'db',
    PGPORT: '5433',
    PGUSER: 'desk',
    PGPASSWORD: 'p@ss',
    PGDATABASE: 'centre',
    PGSSLMODE: 'require',
  });
});
