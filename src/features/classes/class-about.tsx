import type { SchoolClass } from '#contract/classes/classes.ts';
import { ClassLessons } from '#src/entities/class/class-lessons.tsx';
import { ClassForm } from './class-form.tsx';

/** What a class is, for its page: times, room and teacher, edited in place, and what happened. */
export function ClassAbout({ row, locked }: { row: SchoolClass; locked: string | undefined }) {
  return <ClassForm saved={row} locked={locked} aside={<ClassLessons row={row} />} />;
}
