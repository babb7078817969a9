import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { queryClient } from '#src/lib/request/query-client.ts';
import type { Rows } from '#src/lib/request/resource.ts';
import { endSession } from '#src/lib/session/session.ts';
import { setTold, showSeats } from '#src/offline/live/seat-rows.ts';
import { EVERY_CLASS } from '#src/offline/live/seats-live.ts';
import { stubLocalStorage } from './memory-storage.ts';

vi.hoisted(() => vi.stubGlobal('navigator', { onLine: true }));
vi.mock('#src/offline/lists/list-copies.ts', () => ({ keepCopy: () => Promise.resolve() }));

const of = (name: string) => queryClient.getQueryState<Rows<unknown>>([name, 'list']);
const put = (name: string, rows: unknown[]) =>
  queryClient.setQueryData([name, 'list'], { rows, total: rows.length }, { updatedAt: 1000 });
const at = (second: number) => `2026-11-22T02:00:0${second}.000Z`;
const told = (classId: string, seatsTaken: number, second: number, version = 1) => ({
  classId,
  version,
  seatsTaken,
  capacity: 10,
  waiting: 1,
  asOf: at(second),
});

let clock = Date.now();
beforeEach(() => vi.useFakeTimers({ now: (clock += 60_000) }));
afterEach(async () => {
  await vi.runAllTimersAsync();
  vi.useRealTimers();
  queryClient.clear();
});

describe('seats that are told', () => {
  it('are shown in a list whose age, validity and other rows stay the same', () => {
    put('classes', [
      { _id: 'a', seatsTaken: 1, capacity: 10, waiting: 0 },
      { _id: 'b', seatsTaken: 2, capacity: 10, waiting: 0 },
    ]);
    void queryClient.invalidateQueries({ queryKey: ['classes', 'list'], refetchType: 'none' });
    const [, other] = of('classes')?.data?.rows ?? [];
    showSeats([told('a', 5, 1)]);
    expect(of('classes')?.data?.rows[0]).toEqual({
      _id: 'a',
      seatsTaken: 5,
      capacity: 10,
      waiting: 1,
    });
    expect(of('classes')?.data?.rows[1]).toBe(other);
    expect(of('classes')).toMatchObject({ dataUpdatedAt: 1000, isInvalidated: true });
  });

  it('are shown in the week of their class and change no other week', () => {
    const week = (_id: string) =>
      JSON.stringify({ days: [], classes: [{ _id, taken: 1, capacity: 10 }] });
    put('timetable/2026-11-16/all', [week('c')]);
    put('timetable/2026-11-23/all', [week('d')]);
    showSeats([told('c', 6, 1)]);
    expect(JSON.parse(String(of('timetable/2026-11-16/all')?.data?.rows[0]))).toMatchObject({
      classes: [{ _id: 'c', taken: 6, capacity: 10 }],
    });
    expect(of('timetable/2026-11-23/all')?.data?.rows).toEqual([week('d')]);
  });

  it('are not replaced by an older message', () => {
    put('classes', [{ _id: 'e', seatsTaken: 1, capacity: 10, waiting: 0 }]);
    showSeats([told('e', 4, 2)]);
    showSeats([told('e', 3, 1)]);
    expect(of('classes')?.data?.rows[0]).toMatchObject({ seatsTaken: 4 });
  });
});

describe('queries that follow the seats', () => {
  beforeEach(() => setTold(false));

  /** A query somebody looks at, and how often it was asked. */
  function watch(
    queryKey: readonly string[],
    seatsOf?: string,
    data: unknown = 'x',
    ofClasses = false,
  ) {
    const queryFn = vi.fn(() => Promise.resolve(data));
    const observer = new QueryObserver(queryClient, {
      queryKey,
      queryFn,
      initialData: data,
      staleTime: Infinity,
      meta: { ...(seatsOf !== undefined && { seatsOf }), ofClasses },
    });
    observer.subscribe(() => undefined);
    return queryFn;
  }
  const rows = (...ids: string[]) => ({
    rows: ids.map((_id) => ({ _id, version: 1, seatsTaken: 1, capacity: 10, waiting: 1 })),
    total: ids.length,
  });

  it('are fetched once a second at most, and only for the class of the message', async () => {
    const [roster, other, all, none] = [
      watch(['roster', 'f'], 'f'),
      watch(['roster', 'g'], 'g'),
      watch(['missing'], EVERY_CLASS),
      watch(['rooms']),
    ];
    setTold(true);
    for (const second of [1, 2, 3]) showSeats([told('f', second, second)]);
    await vi.advanceTimersByTimeAsync(5);
    for (const second of [4, 5]) showSeats([told('f', second, second)]);
    await vi.advanceTimersByTimeAsync(980);
    expect([roster, other, all, none].map(({ mock }) => mock.calls.length)).toEqual([1, 0, 1, 0]);
    await vi.advanceTimersByTimeAsync(40);
    expect([roster, other, all, none].map(({ mock }) => mock.calls.length)).toEqual([2, 0, 2, 0]);
    await vi.advanceTimersByTimeAsync(5000);
    expect(roster).toHaveBeenCalledTimes(2);
  });

  it('are fetched after a message with other seats, and not after one with the same', async () => {
    showSeats([told('h', 1, 1)]);
    await vi.advanceTimersByTimeAsync(3000);
    const roster = watch(['roster', 'h'], 'h');
    showSeats([told('h', 1, 2)]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(roster).not.toHaveBeenCalled();
    showSeats([told('h', 2, 3)]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(roster).toHaveBeenCalledOnce();
  });

  it('include the lists when a message names an unknown class', async () => {
    const [list, empty, week, rooms] = [
      watch(['classes', 'list'], undefined, rows('i')),
      watch(['timetable/1', 'list'], undefined, rows()),
      watch(['timetable/2', 'list'], undefined, { rows: ['{"classes":[]}'], total: 1 }),
      watch(['rooms', 'list'], undefined, { rows: [{ _id: 'r' }], total: 1 }),
    ];
    setTold(true);
    showSeats([told('j', 1, 1)]);
    await vi.advanceTimersByTimeAsync(3000);
    expect([list, empty, week, rooms].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1, 0]);
    showSeats([told('j', 2, 2)]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(list).toHaveBeenCalledOnce();
  });

  it('include the lists and all that depends on classes, once, when a class has a new version', async () => {
    showSeats([told('k', 1, 1), told('l', 1, 1)]);
    await vi.advanceTimersByTimeAsync(3000);
    setTold(true);
    const [list, marks, roster] = [
      watch(['classes', 'list'], undefined, rows('k', 'l')),
      watch(['classes', 'check'], undefined, 'x', true),
      watch(['roster', 'l'], 'l'),
    ];
    showSeats([told('k', 3, 2, 2)]);
    await vi.advanceTimersByTimeAsync(3000);
    expect([list, marks, roster].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 0]);
    showSeats([told('k', 4, 3, 2)]);
    await vi.advanceTimersByTimeAsync(3000);
    expect([list, marks].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  });

  it('include the lists when the first message, also after a lost connection, has a newer version', async () => {
    stubLocalStorage();
    endSession();
    const list = watch(['classes', 'list'], undefined, rows('m'));
    showSeats([told('m', 1, 1, 2)]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(list).toHaveBeenCalledOnce();
    showSeats([told('m', 1, 2, 2)]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(list).toHaveBeenCalledOnce();
    showSeats([told('m', 1, 3, 3)]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(list).toHaveBeenCalledTimes(2);
  });
});
