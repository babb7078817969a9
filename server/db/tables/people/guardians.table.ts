import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { GuardianInput } from '#contract/people/students.ts';
import { parentTable } from './parents.table.ts';
import { studentTable } from './students.table.ts';

/** The guardians of a student, in the order in which to call them. */
export const guardianTable = pgTable(
  'guardians',
  {
    studentId: uuid('student_id')
      .notNull()
      .references(() => studentTable._id),
    parentId: uuid('parent_id')
      .notNull()
      .references(() => parentTable._id),
    position: integer('position').notNull(),
    relation: text('relation').$type<GuardianInput['relation']>().notNull(),
    isPayer: boolean('is_payer').notNull(),
    isPrimaryContact: boolean('is_primary_contact').notNull(),
    canPickUp: boolean('can_pick_up').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.studentId, table.parentId] }),
    index('guardians_parent').on(table.parentId),
    uniqueIndex('guardians_one_payer')
      .on(table.studentId)
      .where(sql`${table.isPayer}`),
  ],
);
