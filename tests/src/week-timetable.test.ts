import { describe, expect, it } from 'vitest';
import {
  daysOf,
  type Timetable,
  type TimetableDay,
  type TimetableMeeting,
} from '#contract/classes/class-overview.ts';
import {
  roomRows,
  timeAt,
  weekRows,
  type RoomTable,
} from '#src/features/class-overview/week-rows.ts';

const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;

function week(times: readonly (readonly [start: string, end: string])[]): Timetable {
  const meetings = times.map(([start, end], at) => ({ _id: id(at), start, end, class: 0 }));
  return {
    days: [{ date: '2026-11-16', holidays: [], terms: ['T1'], meetings }],
    classes: [
      { _id: id(100), code: 'ENG-A1-T1-01', branchCode: 'VTE', course: 0, taken: 3, capacity: 16 },
    ],
    courses: [{ nameEn: 'English A1', nameLo: 'ພາສາອັງກິດ A1', category: 0 }],
    categories: [
      { _id: id(200), nameEn: 'English', nameLo: 'ພາສາອັງກິດ', colour: 'indigo', position: 1 },
    ],
    rooms: [{ _id: id(300), name: '201' }],
    teachers: [],
  };
}
const meetingsOf = (times: readonly (readonly [string, string])[]): TimetableMeeting[] =>
  daysOf(week(times)).flatMap(({ meetings }) => meetings);

describe('the week as it travels', () => {
  it('gives each meeting the values of its class and the usual ones', () => {
    expect(meetingsOf([['17:00', '18:30']])).toEqual([
      expect.objectContaining({
        classCode: 'ENG-A1-T1-01',
        branchCode: 'VTE',
        taken: 3,
        status: 'scheduled',
        reason: '',
        clash: 'none',
        attendanceTaken: false,
        isSubstitute: false,
        room: null,
        teacher: null,
      }),
    ]);
  });

  it('names the room by its place, and leaves out what names no class', () => {
    const sent = week([
      ['17:00', '18:30'],
      ['18:30', '19:30'],
    ]);
    Object.assign(sent.days[0]?.meetings[0] ?? {}, { room: 0 });
    Object.assign(sent.days[0]?.meetings[1] ?? {}, { class: 7 });
    expect(daysOf(sent).flatMap(({ meetings }) => meetings.map(({ room }) => room?.name))).toEqual([
      '201',
    ]);
  });
});

/** A week whose days have meetings at these times. */
const daysAt = (...times: readonly (readonly (readonly [string, string])[])[]) =>
  times.flatMap((of) => daysOf(week(of)));

describe('the rows of a week', () => {
  const bandsOf = (days: TimetableDay[]) =>
    weekRows(days).map(({ start, band }) => [start, band && `${band.from}–${band.to}`]);

  it('are the start times in use, each once, with the meetings of every day', () => {
    const rows = weekRows(
      daysAt(
        [
          ['17:30', '19:30'],
          ['18:00', '20:00'],
        ],
        [
          ['17:30', '19:00'],
          ['17:30', '19:00'],
        ],
      ),
    );
    expect(rows.map(({ start, cells }) => [start, cells.map(({ length }) => length)])).toEqual([
      ['17:30', [1, 2]],
      ['18:00', [1, 0]],
    ]);
  });

  it('have a band only where no lesson of any day runs', () => {
    expect(
      bandsOf(
        daysAt(
          [
            ['09:00', '11:00'],
            ['13:00', '14:30'],
          ],
          [['09:00', '12:00']],
        ),
      ),
    ).toEqual([
      ['09:00', undefined],
      ['13:00', '12:00–13:00'],
    ]);
  });

  it('have no band for a short break, and one where only a cancelled lesson would run', () => {
    const days = daysAt([
      ['08:00', '09:00'],
      ['09:15', '11:00'],
      ['11:00', '12:00'],
      ['12:00', '13:00'],
    ]);
    Object.assign(days[0]?.meetings[2] ?? {}, { status: 'cancelled' });
    expect(bandsOf(days)).toEqual([
      ['08:00', undefined],
      ['09:15', undefined],
      ['11:00', undefined],
      ['12:00', '11:00–12:00'],
    ]);
  });
});

describe('a day by rooms', () => {
  const room = { value: id(300), label: '201' };
  const tableOf = (times: readonly (readonly [string, string])[]) => {
    const meetings = meetingsOf(times).map((one) => ({
      ...one,
      room: { _id: id(300), name: '201' },
    }));
    return roomRows(meetings, [room, { value: id(301), label: '202' }]);
  };
  const cells = ({ rows }: RoomTable) =>
    rows.map(({ lines }) =>
      lines.map((line) =>
        line.map(({ span, from, to, meeting }) =>
          [meeting ? 'taught' : 'free', span, `${timeAt(from)}–${timeAt(to)}`].join(' '),
        ),
      ),
    );

  it('has the hours in use as columns, and says when a room is free', () => {
    const table = tableOf([
      ['09:00', '10:30'],
      ['13:00', '15:00'],
    ]);
    expect(table.hours.map(({ from, isAfterGap }) => [timeAt(from), isAfterGap])).toEqual([
      ['09:00', false],
      ['10:00', false],
      ['13:00', true],
      ['14:00', false],
    ]);
    expect(cells(table)).toEqual([
      [['taught 3 09:00–10:30', 'free 1 10:30–11:00', 'taught 4 13:00–15:00']],
      [['free 8 09:00–15:00']],
    ]);
  });

  it('puts lessons that clash below each other', () => {
    expect(
      cells(
        tableOf([
          ['09:00', '10:00'],
          ['09:30', '10:30'],
          ['10:00', '11:00'],
        ]),
      )[0],
    ).toEqual([
      ['taught 2 09:00–10:00', 'taught 2 10:00–11:00'],
      ['free 1 09:00–09:30', 'taught 2 09:30–10:30', 'free 1 10:30–11:00'],
    ]);
  });

  it('takes finer columns where a lesson does not begin at half past', () => {
    const table = tableOf([['09:00', '09:50']]);
    expect([table.step, cells(table)[0]]).toEqual([
      10,
      [['taught 5 09:00–09:50', 'free 1 09:50–10:00']],
    ]);
  });
});
