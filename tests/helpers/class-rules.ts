import { sql, type SQL } from 'drizzle-orm';

const overlapping = (same: string) => sql`
  select a.id, b.id from class_sessions a join class_sessions b on a.id < b.id and a.date = b.date and ${sql.raw(same)}
  and a.start_time < b.end_time and b.start_time < a.end_time and a.status in ('scheduled', 'held') and b.status in ('scheduled', 'held')`;

/** Rules that hold in every centre, however it was filled. */
export const classRules: [what: string, broken: SQL][] = [
  ['a teacher in two places', overlapping('a.teacher_id = b.teacher_id')],
  ['a room with two classes', overlapping('a.room_id = b.room_id')],
  // A seat held for a change of class may clash with the old class, because the student leaves
  // that one.
  [
    'a student in two places',
    sql`with mine as (
          select e.student_id, e.start_date, s.* from enrolments e join class_sessions s on s.class_id = e.class_id
          where (e.status in ('active', 'suspended') or (e.status = 'pending' and e.transfer_from_id is null)) and s.status in ('scheduled', 'held') and s.date >= e.start_date)
        select a.id from mine a join mine b on a.student_id = b.student_id and a.id < b.id and a.date = b.date
        and a.start_time < b.end_time and b.start_time < a.end_time`,
  ],
  [
    'a class over its capacity',
    sql`select c.id from classes c join enrolments e on e.class_id = c.id and e.status in ('active', 'suspended', 'pending') group by c.id having count(*) > c.capacity`,
  ],
  [
    'a meeting on a holiday of its term',
    sql`select s.id from class_sessions s join classes c on c.id = s.class_id join academic_terms t on t.id = c.term_id
        where exists (select 1 from jsonb_array_elements(t.holidays) holiday where (holiday->>'date')::date = s.date)`,
  ],
  [
    'a meeting outside its class',
    sql`select s.id from class_sessions s join classes c on c.id = s.class_id where s.date < c.start_date or s.date > c.end_date`,
  ],
  [
    'a class of another branch than its room',
    sql`select c.id from classes c join rooms r on r.id = c.room_id where r.branch_id <> c.branch_id`,
  ],
  [
    'a teacher of another branch',
    sql`select c.id from classes c join teachers t on t.id = c.teacher_id where not c.branch_id = any(t.branch_ids)`,
  ],
  [
    'a class larger than its room',
    sql`select c.id from classes c join rooms r on r.id = c.room_id where c.capacity > r.capacity`,
  ],
  [
    'attendance of somebody who is not in the class, or before the day',
    sql`select a.id from attendance a join class_sessions s on s.id = a.session_id
        where s.date > (now() at time zone 'Asia/Vientiane')::date or s.attendance_taken_at is null
        or not exists (select 1 from enrolments e where e.class_id = s.class_id and e.student_id = a.student_id)`,
  ],
];

/** Further rules that the demo centre keeps, and to which a real centre may make exceptions. */
export const ofAge: [what: string, broken: SQL][] = [
  [
    'somebody who is too young or too old for the course of the class when it begins',
    sql`select student.id, course.code, student.date_of_birth from enrolments e join classes c on c.id = e.class_id join courses course on course.id = c.course_id join students student on student.id = e.student_id
        where extract(year from age(case e.type when 'trial' then e.start_date else c.start_date end, student.date_of_birth)) not between coalesce(course.min_age, 0) and coalesce(course.max_age, 200)`,
  ],
];
