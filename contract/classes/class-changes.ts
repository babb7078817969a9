import * as z from 'zod/mini';
import {
  classInput,
  classRow,
  classSession,
  classStatuses,
  enrollingStatuses,
  type ClassStatus,
} from './classes.ts';
import { clash } from './class-clashes.ts';
import { enrolmentStatuses } from './enrolments.ts';
import {
  date,
  id,
  optionalDate,
  optionalId,
  optionalText,
  text,
  timeOfDay,
  version,
} from '#contract/fields.ts';
import { leavingSums } from './leaving.ts';
import { calledName } from '#contract/people/people.ts';
import { isPlannable, MAX_TERM_DAYS, spanUpTo } from '#contract/dates.ts';
import { slot } from './timetable.ts';

/**
 * Why an admin lets somebody be needed twice, or a class lie outside its term; from anybody else it
 * changes nothing.
 */
const overrideReason = optionalText(200);

/** POST `/classes`: a draft, or a class that takes enrolments at once. */
export const classSave = z.extend(classInput, {
  overrideReason,
  opens: z._default(z.boolean(), false),
});
/**
 * PUT `/classes/{id}`: from which day on other times, another teacher or room hold; today where it
 * is not said.
 */
export const classReplace = z.extend(classInput, {
  overrideReason,
  version,
  changeFrom: optionalDate,
});
/**
 * The answer: the class, and its sessions that were changed by hand before and stay as they are.
 */
export const classReplaced = z.extend(classRow, {
  sessionsChangedByHand: z.array(
    z.pick(classSession, {
      _id: true,
      date: true,
      start: true,
      end: true,
      status: true,
      isSubstitute: true,
    }),
  ),
});
export type ClassReplaced = z.output<typeof classReplaced>;
export type ClassSave = z.output<typeof classSave>;
export type ClassReplace = z.output<typeof classReplace>;

/** The next statuses of a class; cancelling has a route of its own. */
export const nextStatuses = {
  draft: ['open'],
  open: ['draft', 'running'],
  running: ['finished'],
  finished: ['archived'],
  archived: ['finished'],
  cancelled: ['archived'],
} as const satisfies Record<ClassStatus, readonly ClassStatus[]>;
/** Statuses in which a class is still taught or about to be. */
export const liveStatuses = [
  'draft',
  ...enrollingStatuses,
] as const satisfies readonly ClassStatus[];
export const isLiveClass = (status: ClassStatus): boolean =>
  (liveStatuses as readonly ClassStatus[]).includes(status);

/** POST `/classes/{id}/status`. */
export const classStatusChange = z.object({ version, status: z.enum(classStatuses) });

/** `1/17:00/18:30,3/17:00/18:30`: weekly times in an address. */
const slotsInAddress = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(400)),
    z.transform((written: string) =>
      written
        .split(',')
        .filter(Boolean)
        .map((one) => {
          const [weekday, start, end] = one.split('/');
          return { weekday: Number(weekday), start, end };
        }),
    ),
  ),
  z.array(slot),
);
const idsInAddress = z.pipe(
  z.pipe(
    z.string().check(z.maxLength(300)),
    z.transform((written: string) => written.split(',').filter(Boolean)),
  ),
  z.array(id),
);

/** GET `/classes/plan`: the clashes that a class would have if it were saved like this. */
export const classPlanQuery = z
  .object({
    termId: id,
    /** The class that is being changed. */
    classId: z.optional(id),
    from: date,
    to: date,
    slots: slotsInAddress,
    teacherIds: z._default(idsInAddress, []),
    roomId: z.optional(id),
  })
  .check(spanUpTo(MAX_TERM_DAYS, 'from', 'to'));

export const classPlan = z.object({
  clashes: z.array(clash),
  /** Weekly times of the class at which a teacher said they cannot teach. */
  unavailable: z.array(slot),
  /** The first day from which the times may change: the day after attendance was taken last. */
  earliestChange: z.nullable(date),
});
export type ClassPlan = z.output<typeof classPlan>;

/**
 * The tuition that is left over, by order. It is not the sum that becomes free, because the choices
 * for others on that order decide that too (`cancelSums`).
 */
const leftByOrder = z.array(z.object({ orderId: id, leftLAK: z.int() }));
/**
 * The effect of a move to another class: the new tuition, never above the value left, and the rest.
 */
const cancelMove = z.object({ toClassId: id, newLAK: z.int(), left: leftByOrder });

/**
 * GET `/classes/{id}/cancel-preview`: whom the end of a class concerns, and where they could go.
 */
export const cancelPreview = z.object({
  /** Meetings that would not take place. */
  sessions: z.int(),
  waiting: z.int(),
  students: z.array(
    z.object({
      enrolmentId: id,
      studentId: id,
      studentCode: z.string(),
      ...calledName,
      status: z.enum(enrolmentStatuses),
      /**
       * The rest of its tuition, null where nothing was charged; the rest of a hold always becomes
       * credit. A class that has no price today is not among the moves.
       */
      money: z.nullable(
        z.extend(z.pick(leavingSums, { bought: true, used: true, valueLAK: true }), {
          isHeld: z.boolean(),
          left: leftByOrder,
          moves: z.array(cancelMove),
        }),
      ),
    }),
  ),
  /** The money of the orders that charged them. */
  orders: z.array(
    z.object({
      _id: id,
      totalLAK: z.int(),
      paidLAK: z.int(),
      pendingLAK: z.int(),
      roundingLAK: z.int(),
    }),
  ),
  /** The centre's own text about refunds. */
  refundPolicy: z.string(),
  /** Classes of the same course that take students. */
  targets: z.array(
    z.object({
      _id: id,
      classCode: z.string(),
      startDate: date,
      slots: z.array(slot),
      seatsLeft: z.int(),
    }),
  ),
});
export type CancelPreview = z.output<typeof cancelPreview>;

/**
 * POST `/classes/{id}/cancel`: every student of the preview with what becomes of them; no class to
 * go to is a withdrawal.
 */
export const classCancel = z.object({
  version,
  reason: text(200),
  /**
   * `settlement` where tuition is left, behind the price of the class to go to: a class that the
   * centre cancels leaves nothing with it.
   */
  students: z
    .array(
      z.object({
        enrolmentId: id,
        toClassId: optionalId,
        settlement: z._default(z.nullable(z.enum(['credit', 'refund'])), null),
      }),
    )
    .check(z.maxLength(500)),
  overrideReason,
});
export type ClassCancel = z.output<typeof classCancel>;

/** POST `/class-sessions/{id}/cancel`. */
export const sessionCancel = z.object({ version, reason: text(200) });
/** POST `/class-sessions/{id}/move`; the meeting that stands for it is answered. */
export const sessionMove = z
  .object({
    version,
    date: date.check(z.refine(isPlannable, { error: 'yearUnlikely' })),
    start: timeOfDay,
    end: timeOfDay,
    roomId: optionalId,
    reason: optionalText(200),
    overrideReason,
  })
  .check(z.refine(({ start, end }) => start < end, { path: ['end'], error: 'timesTurned' }));
/**
 * POST `/class-sessions/{id}/substitute`: who takes this one meeting; the class's own teacher takes
 * it back.
 */
export const sessionSubstitute = z.object({
  version,
  teacherId: id,
  reason: optionalText(200),
  overrideReason,
});
/**
 * POST `/class-sessions/{id}/restore`: a cancelled or moved meeting takes place after all as it was
 * planned.
 */
export const sessionRestore = z.object({ version, overrideReason });
export type SessionMove = z.output<typeof sessionMove>;
export type SessionSubstitute = z.output<typeof sessionSubstitute>;
