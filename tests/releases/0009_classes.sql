-- A term with a class, somebody in it, a mark and a score, as they were first kept.
INSERT INTO academic_terms (id, name, code, academic_year, start_date, end_date, branch_ids, holidays, status, is_current, search)
VALUES ('01900000-0000-7000-8000-00000000f001', 'ພາກຮຽນ 1', 'T1', '2026', '2026-01-05', '2026-04-30', '{}', '[{"date":"2026-04-14","name":"ປີໃໝ່ລາວ"}]', 'running', true, 't1 ພາກຮຽນ 1 2026');
INSERT INTO course_categories (id, code, name_en, name_lo, colour, position, active, search)
VALUES ('01900000-0000-7000-8000-00000000f101', 'ENG', 'English', 'ພາສາອັງກິດ', 'indigo', 0, true, 'eng english');
INSERT INTO courses (id, code, name_en, name_lo, category_id, level, description, active, search)
VALUES ('01900000-0000-7000-8000-00000000f201', 'ENG-A1', 'English A1', 'ພາສາອັງກິດ A1', '01900000-0000-7000-8000-00000000f101', 'A1', '', true, 'eng-a1 english a1');
INSERT INTO course_fees (id, course_id, name, amount, currency, basis, price_category, valid_from, prorate, active, series_id, search)
VALUES ('01900000-0000-7000-8000-00000000f301', '01900000-0000-7000-8000-00000000f201', 'ຄ່າຮຽນ', 1500000, 'LAK', 'term', '', '2026-01-01', 'sessions', true, '01900000-0000-7000-8000-00000000f301', 'ຄ່າຮຽນ');
INSERT INTO rooms (id, branch_id, name, capacity, equipment, active, search)
VALUES ('01900000-0000-7000-8000-00000000f401', '01900000-0000-7000-8000-000000000001', '201', 16, '', true, '201');
INSERT INTO classes (id, class_code, course_id, term_id, branch_id, start_date, end_date, slots, room_id, capacity, min_students, teacher_id, assistant_ids, delivery_mode, note, status, search)
VALUES ('01900000-0000-7000-8000-00000000f501', 'ENG-A1-T1-01', '01900000-0000-7000-8000-00000000f201', '01900000-0000-7000-8000-00000000f001', '01900000-0000-7000-8000-000000000001', '2026-01-05', '2026-04-30',
  '[{"weekday":1,"start":"17:00","end":"18:30"}]', '01900000-0000-7000-8000-00000000f401', 12, 4, '01900000-0000-7000-8000-000000000701', '{}', 'onSite', '', 'running', 'eng-a1-t1-01');
INSERT INTO class_sessions (id, class_id, branch_id, date, start_time, end_time, teacher_id, room_id, status, attendance_taken_at)
VALUES ('01900000-0000-7000-8000-00000000f601', '01900000-0000-7000-8000-00000000f501', '01900000-0000-7000-8000-000000000001', '2026-01-05', '17:00', '18:30', '01900000-0000-7000-8000-000000000701', '01900000-0000-7000-8000-00000000f401', 'held', '2026-01-05T10:05:00Z');
INSERT INTO enrolments (id, student_id, class_id, branch_id, term_id, course_id, status, start_date, no_charge_reason)
VALUES ('01900000-0000-7000-8000-00000000f701', '01900000-0000-7000-8000-000000000c01', '01900000-0000-7000-8000-00000000f501', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-00000000f001', '01900000-0000-7000-8000-00000000f201', 'active', '2026-01-05', 'ທຶນການສຶກສາ');
INSERT INTO attendance (id, session_id, student_id, status, minutes_late, marked_at)
VALUES ('01900000-0000-7000-8000-00000000f801', '01900000-0000-7000-8000-00000000f601', '01900000-0000-7000-8000-000000000c01', 'late', 10, '2026-01-05T10:05:00Z');
INSERT INTO assessments (id, class_id, name, type, max_score, weight, date, status)
VALUES ('01900000-0000-7000-8000-00000000f901', '01900000-0000-7000-8000-00000000f501', 'ສອບເສັງກາງພາກ', 'midterm', 100, 40, '2026-02-20', 'published');
INSERT INTO scores (assessment_id, enrolment_id, score, marked_at)
VALUES ('01900000-0000-7000-8000-00000000f901', '01900000-0000-7000-8000-00000000f701', 87.5, '2026-02-21T03:00:00Z');
INSERT INTO class_results (enrolment_id, result, comment)
VALUES ('01900000-0000-7000-8000-00000000f701', 'pass', 'ຮຽນດີ');
