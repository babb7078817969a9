import { describe, expect, it } from 'vitest';
import { daysOf, type Timetable, type TimetableMeeting } from '#contract/classes/class-overview.ts';
import {
  HOURS_WIDTH,
  layOut,
  narrowestOf,
} from '#src/features/class-overview/grid/place-meetings.ts';
import { breakLines } from '#src/features/class-overview/grid/break-lines.ts';

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

describe('meetings beside each other', () => {
  const placed = (times: readonly (readonly [string, string])[]) =>
    layOut(meetingsOf(times))
      .strips.flatMap(({ pieces }) => pieces)
      .map(({ first, lanes, meetings }) => [first, lanes, meetings.map(({ start }) => start)]);

  it('share the width as long as they overlap, and have it alone after that', () => {
    expect(
      placed([
        ['08:00', '10:00'],
        ['09:00', '10:00'],
        ['10:00', '11:00'],
      ]),
    ).toEqual([
      [0, 2, ['08:00']],
      [1, 2, ['09:00']],
      [0, 1, ['10:00']],
    ]);
  });

  it('are all equally wide where they are many, and no piece holds more than a few', () => {
    const hours = ['08', '09', '10', '11', '12', '13', '14', '15', '16'];
    const times = [
      ...Array.from({ length: 9 }, () => ['07:00', '20:00'] as const),
      ...hours.map((hour) => [`${hour}:00`, `${hour}:45`] as const),
    ];
    const { lanes, isDense, strips } = layOut(meetingsOf(times));
    const pieces = strips.flatMap((strip) => strip.pieces);
    expect([lanes, isDense]).toEqual([10, true]);
    expect(pieces.every((piece) => piece.lanes === 10 && piece.meetings.length <= 8)).toBe(true);
    expect(pieces.flatMap(({ meetings }) => meetings)).toHaveLength(times.length);
    expect(
      pieces
        .filter(({ first }) => first === 9)
        .map(({ meetings }) => meetings.map(({ start }) => start)),
    ).toEqual([hours.slice(0, 8).map((hour) => `${hour}:00`), ['16:00']]);
  });

  it('stand in strips of a few lanes where they are many, each in the strip that has its lane', () => {
    const { strips } = layOut(
      meetingsOf(Array.from({ length: 12 }, () => ['08:00', '09:00'] as const)),
    );
    expect(
      strips.map(({ first, lanes, pieces }) => [first, lanes, pieces.map((piece) => piece.first)]),
    ).toEqual([
      [0, 5, [0, 1, 2, 3, 4]],
      [5, 5, [5, 6, 7, 8, 9]],
      [10, 2, [10, 11]],
    ]);
  });

  it('are wider where they are many, so that a code has room in one line', () => {
    const widthOf = (count: number) =>
      narrowestOf(
        layOut(meetingsOf(Array.from({ length: count }, () => ['08:00', '09:00'] as const))),
      );
    expect([widthOf(1), widthOf(3), widthOf(12)]).toEqual([64, 3 * 42, 12 * 112]);
  });

  it('fit a tablet for a whole week, with two beside each other on every day', () => {
    const day = narrowestOf(
      layOut(
        meetingsOf([
          ['08:00', '10:00'],
          ['09:00', '10:00'],
        ]),
      ),
    );
    // 1024 pixels less the sidebar and the margins of the page.
    expect(HOURS_WIDTH + 7 * day).toBeLessThanOrEqual(720);
  });

  it('go on in the lanes of those before them where all lanes are equally wide', () => {
    const times = ['07', '09', '11'].flatMap((hour, at) =>
      Array.from({ length: 9 - at }, () => [`${hour}:00`, `${hour}:45`] as const),
    );
    const lanes = placed(times);
    expect(lanes).toHaveLength(9);
    expect(lanes[0]).toEqual([0, 9, ['07:00', '09:00', '11:00']]);
    expect(lanes[8]).toEqual([8, 9, ['07:00']]);
  });

  it('are none where nothing is taught', () => {
    expect(layOut([])).toEqual({ lanes: 1, isDense: false, strips: [] });
  });
});

it.each([
  ['ENG-A1-T1-01', ['ENG-A1-', 'T1-01']],
  ['VTE · 201 · 12/16', ['VTE · 201', '· 12/16']],
  ['ບຸນມີ ສີສະຫວັດ', ['ບຸນມີ', 'ສີສະຫວັດ']],
  ['Phommachanhthavong', ['Phommachanhthavong']],
  ['', []],
])('%s stands in lines of nine letters as %j', (text, lines) => {
  expect(breakLines([text], 9)).toEqual(lines);
});
