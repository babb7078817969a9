import { sql, type SQL } from 'drizzle-orm';
import type { PersonKind } from '#contract/people/personal-data.ts';
import type { Language } from '#contract/language.ts';
import { writtenName } from '#server/lib/person-names.ts';

/** One sheet of the export: its title, and the query of its rows, whose columns are fields. */
export type PersonSection = { key: string; title: Record<Language, string>; query: SQL };

/** A moment as ISO in UTC, which a spreadsheet gets as a time of Vientiane. */
const at = (column: string) =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;
const user = (column: string) =>
  `(select ${writtenName('who')} from users who where who.id = ${column})`;

const section = (key: string, en: string, lo: string, query: SQL): PersonSection => ({
  key,
  title: { en, lo },
  query,
});

// Every column is named, so that a hash, a key or a text of the search never slips out.

const studentRecord = (ids: SQL) => sql`
  select student_code as "studentCode", first_name as "firstName", last_name as "lastName",
    first_name_en as "firstNameEn", last_name_en as "lastNameEn", nickname, gender,
    date_of_birth::text as "dateOfBirth", students.phone, email, nationality, id_number as "idNumber",
    current_school as "currentSchool", grade, students.village, students.district, students.province_code as "provinceCode",
    branch_name as "branchName", health_note as "healthNote", note, source,
    price_category as "priceCategory", status, status_reason as "statusReason", students.archived,
    ${sql.raw(at('students.created_at'))} as "createdAt",
    ${sql.raw(at('students.updated_at'))} as "updatedAt"
  from students join branches on branches.id = home_branch_id where students.id in (${ids})`;

const parentRecord = (ids: SQL) => sql`
  select first_name as "firstName", last_name as "lastName", parents.phone, phone2, whatsapp, line,
    facebook, email, occupation, parents.village, parents.district,
    parents.province_code as "provinceCode", preferred_language as "preferredLanguage", note,
    branch_name as "branchName", archived, ${sql.raw(at('parents.created_at'))} as "createdAt",
    ${sql.raw(at('parents.updated_at'))} as "updatedAt"
  from parents join branches on branches.id = branch_id where parents.id in (${ids})`;

const teacherRecord = (ids: SQL) => sql`
  select teacher_code as "teacherCode", first_name as "firstName", last_name as "lastName",
    first_name_en as "firstNameEn", last_name_en as "lastNameEn", phone, email, gender,
    date_of_birth::text as "dateOfBirth", nationality, employment_type as "employmentType",
    qualifications, start_date::text as "startDate", unavailability, note, status, archived,
    ${sql.raw(at('created_at'))} as "createdAt", ${sql.raw(at('updated_at'))} as "updatedAt"
  from teachers where id in (${ids})`;

const accountRecord = (ids: SQL) => sql`
  select first_name as "firstName", last_name as "lastName", email, users.phone, role,
    branch_name as "branchName", users.active,
    ${sql.raw(at('last_sign_in_at'))} as "lastSignInAt",
    ${sql.raw(at('users.created_at'))} as "createdAt"
  from users join branches on branches.id = branch_id where users.id in (${ids})`;

const link = `relation, is_payer as "isPayer", is_primary_contact as "isPrimaryContact",
  can_pick_up as "canPickUp"`;

/** Orders, their lines, payments and receipts of a payer, and lines for a student. */
const ofMoney = (ids: SQL): PersonSection[] => {
  const orders = sql`(orders.payer_parent_id in (${ids}) or orders.payer_student_id in (${ids})
    or orders.id in (select order_id from order_lines where student_id in (${ids})))`;
  return [
    section(
      'orders',
      'Orders',
      'ຄຳສັ່ງຊື້',
      sql`select number, branch_code.code as "branchName", orders.day::text as day, state,
          total_lak::float8 as "totalLAK", paid_lak::float8 as "paidLAK", note
        from orders join branches branch_code on branch_code.id = orders.branch_id
        where ${orders} order by orders.at, orders.id`,
    ),
    section(
      'orderLines',
      'Lines of orders',
      'ລາຍການໃນຄຳສັ່ງຊື້',
      sql`select orders.number, order_lines.kind, name_en as "nameEn", name_lo as "nameLo", quantity,
          order_lines.amount_lak::float8 as "amountLAK", covers_from::text as "coversFrom",
          covers_to::text as "coversTo", reason
        from order_lines join orders on orders.id = order_id
        where (student_id in (${ids}) or orders.payer_parent_id in (${ids})
          or orders.payer_student_id in (${ids}))
        order by order_lines.at, order_lines.id`,
    ),
    section(
      'payments',
      'Payments',
      'ການຊຳລະເງິນ',
      sql`select receipts.number, payments.method, payments.currency,
          payments.tendered::float8 as tendered, payments.amount_lak::float8 as "amountLAK",
          payments.free_lak::float8 as "freeLAK", payments.state, payments.reference,
          ${sql.raw(at('payments.at'))} as at, payments.reason
        from payments left join receipts on receipts.id = payments.receipt_id
        where payments.payer_parent_id in (${ids}) or payments.payer_student_id in (${ids})
        order by payments.at, payments.id`,
    ),
    section(
      'instalments',
      'Instalments',
      'ງວດຊຳລະ',
      sql`select orders.number, due_on::text as "dueOn", amount_lak::float8 as "amountLAK", reason
        from instalments join orders on orders.id = order_id
        where ${orders} and ended_at is null order by due_on`,
    ),
    section(
      'reminders',
      'Reminders',
      'ການເຕືອນ',
      sql`select ${sql.raw(at('reminders.at'))} as at, way, owed_lak::float8 as "owedLAK"
        from reminders where payer_parent_id in (${ids}) or payer_student_id in (${ids})
        order by reminders.at`,
    ),
  ];
};

const ofStudent = (ids: SQL): PersonSection[] => [
  section(
    'guardians',
    'Guardians',
    'ຜູ້ປົກຄອງ',
    sql`select first_name as "firstName", last_name as "lastName", phone, ${sql.raw(link)}
      from guardians join parents on parents.id = parent_id
      where student_id in (${ids}) order by position`,
  ),
  section(
    'places',
    'Places in classes',
    'ການລົງທະບຽນຮຽນ',
    sql`select class_code as "classCode", courses.name_en as "nameEn", courses.name_lo as "nameLo",
        enrolments.type, enrolments.status, enrolments.start_date::text as "startDate",
        enrolments.end_date::text as "endDate", enrolments.price::float8 as price,
        enrolments.currency, enrolments.note, enrolments.status_reason as "statusReason"
      from enrolments join classes on classes.id = class_id
      join courses on courses.id = enrolments.course_id
      where student_id in (${ids}) order by enrolments.start_date, enrolments.id`,
  ),
  section(
    'attendance',
    'Attendance',
    'ການເຂົ້າຮຽນ',
    sql`select class_code as "classCode", date::text as date, attendance.status as mark,
        minutes_late as "minutesLate", attendance.note
      from attendance join class_sessions on class_sessions.id = session_id
      join classes on classes.id = class_id where student_id in (${ids}) order by date`,
  ),
  section(
    'scores',
    'Scores',
    'ຄະແນນ',
    sql`select class_code as "classCode", assessments.name, score::float8 as score,
        max_score::float8 as "maxScore", mark, comment, ${sql.raw(at('marked_at'))} as at
      from scores join enrolments on enrolments.id = enrolment_id
      join classes on classes.id = class_id join assessments on assessments.id = assessment_id
      where student_id in (${ids}) order by assessments.date, assessments.id`,
  ),
  section(
    'results',
    'Results',
    'ຜົນການຮຽນ',
    sql`select class_code as "classCode", result, comment
      from class_results join enrolments on enrolments.id = enrolment_id
      join classes on classes.id = class_id where student_id in (${ids})`,
  ),
  section(
    'passedBefore',
    'Courses passed before',
    'ຫຼັກສູດທີ່ຜ່ານກ່ອນໜ້ານີ້',
    sql`select courses.code, name_en as "nameEn", name_lo as "nameLo"
      from courses_passed_before join courses on courses.id = course_id
      where student_id in (${ids}) order by courses.code`,
  ),
  section(
    'certificates',
    'Certificates',
    'ໃບຢັ້ງຢືນ',
    sql`select number, ${sql.raw(at('issued_at'))} as at,
        ${sql.raw(at('revoked_at'))} as "revokedAt", revoke_reason as reason
      from certificates join enrolments on enrolments.id = enrolment_id
      where student_id in (${ids}) order by issued_at`,
  ),
  ...ofMoney(ids),
];

const ofGuardian = (ids: SQL): PersonSection[] => [
  section(
    'children',
    'Children',
    'ລູກ',
    sql`select student_code as "studentCode", first_name as "firstName", last_name as "lastName",
        ${sql.raw(link)}
      from guardians join students on students.id = student_id
      where parent_id in (${ids}) order by student_code`,
  ),
  ...ofMoney(ids),
];

const ofTeacher = (ids: SQL): PersonSection[] => [
  section(
    'classes',
    'Classes',
    'ຫ້ອງຮຽນ',
    sql`select class_code as "classCode", start_date::text as "startDate",
        end_date::text as "endDate", status
      from classes where teacher_id in (${ids}) or assistant_ids && array[${ids}]::uuid[]
      order by start_date, id`,
  ),
  section(
    'sessions',
    'Sessions',
    'ຄັ້ງຮຽນ',
    sql`select class_code as "classCode", date::text as date, start_time as start, end_time as "end",
        class_sessions.status
      from class_sessions join classes on classes.id = class_id
      where class_sessions.teacher_id in (${ids}) order by date, start_time`,
  ),
  section(
    'rates',
    'Rates',
    'ຄ່າສອນ',
    sql`select kind, amount::float8 as amount, currency, valid_from::text as "validFrom", note
      from teacher_rates where teacher_id in (${ids}) order by valid_from, sequence`,
  ),
];

const MOST_ACTS = 20_000;

const ofAccount = (ids: SQL): PersonSection[] => [
  section(
    'announcements',
    'Announcements that were read',
    'ປະກາດທີ່ອ່ານແລ້ວ',
    sql`select title_en as "titleEn", title_lo as "titleLo",
        ${sql.raw(at('read_at'))} as at
      from announcement_reads join announcements on announcements.id = announcement_id
      where user_id in (${ids}) order by read_at`,
  ),
  section(
    'devices',
    'Devices',
    'ເຄື່ອງ',
    sql`select device_name as device, address, ${sql.raw(at('created_at'))} as at
      from sessions where user_id in (${ids}) order by created_at`,
  ),
  section(
    'savedViews',
    'Saved views',
    'ມຸມມອງທີ່ບັນທຶກໄວ້',
    sql`select screen, name from saved_views where user_id in (${ids}) order by screen, position`,
  ),
  section(
    'acts',
    'What the account did',
    'ການກະທຳຂອງບັນຊີ',
    sql`select ${sql.raw(at('audit_log.at'))} as at, action, entity, ip, device, reason
      from audit_log where actor_id in (${ids}) order by audit_log.at desc limit ${MOST_ACTS}`,
  ),
];

/** Announcements to the classes of a student, or about the classes of a teacher. */
const announcements = (classes: SQL): PersonSection =>
  section(
    'announcements',
    'Announcements to their classes',
    'ປະກາດເຖິງຫ້ອງຮຽນ',
    sql`select title_en as "titleEn", title_lo as "titleLo", body_en as "bodyEn",
        body_lo as "bodyLo", from_day::text as day
      from announcements where class_ids && array(${classes}) order by from_day, id`,
  );

/** Who read, changed and exported the record: no addresses, which are those of others. */
const looks = (ids: SQL): PersonSection =>
  section(
    'log',
    'Who saw and changed it',
    'ຜູ້ທີ່ເບິ່ງ ແລະ ປ່ຽນຂໍ້ມູນ',
    sql`select ${sql.raw(at('audit_log.at'))} as at, actor_name as by, role, action, reason
      from audit_log where entity_id in (select one::text from (values ${ids}) found (one))
        and entity in ('students', 'parents', 'teachers', 'staff-accounts', 'users')
      order by audit_log.at desc limit ${MOST_ACTS}`,
  );

/** The requests to erase them. */
const requests = (ids: SQL): PersonSection =>
  section(
    'erasures',
    'Requests to erase',
    'ຄຳຂໍລຶບຂໍ້ມູນ',
    sql`select ${sql.raw(at('asked_at'))} as "askedAt", ${sql.raw(user('asked_by_id'))} as "askedBy",
        reason, ${sql.raw(at('confirmed_at'))} as "confirmedAt",
        ${sql.raw(at('withdrawn_at'))} as "withdrawnAt"
      from erasures where person_id in (${ids}) order by asked_at`,
  );

const record = (query: SQL) => section('record', 'Record', 'ຂໍ້ມູນ', query);

const sections: Record<PersonKind, (ids: SQL) => PersonSection[]> = {
  student: (ids) => [
    record(studentRecord(ids)),
    ...ofStudent(ids),
    announcements(sql`select class_id from enrolments where student_id in (${ids})`),
  ],
  guardian: (ids) => [record(parentRecord(ids)), ...ofGuardian(ids)],
  teacher: (ids) => [
    record(teacherRecord(ids)),
    ...ofTeacher(ids),
    announcements(sql`select id from classes where teacher_id in (${ids})`),
  ],
  account: (ids) => [record(accountRecord(ids)), ...ofAccount(ids)],
};

/** All that the centre keeps of one person, a section a subject. */
export function personSections(kind: PersonKind, personIds: readonly string[]): PersonSection[] {
  const ids = sql.join(
    personIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  );
  const rows = sql.join(
    personIds.map((id) => sql`(${id}::uuid)`),
    sql`, `,
  );
  return [...sections[kind](ids), looks(rows), requests(ids)];
}
