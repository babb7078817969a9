-- A class of the next term that was copied from another one.
INSERT INTO classes (id, class_code, course_id, term_id, branch_id, start_date, end_date, slots, capacity, min_students, assistant_ids, delivery_mode, note, status, search, copy_id, copied_from_id)
VALUES ('01900000-0000-7000-8000-000000023501', 'ENG-A1-T1-23', '01900000-0000-7000-8000-00000000f201', '01900000-0000-7000-8000-00000000f001', '01900000-0000-7000-8000-000000000001', '2026-01-05', '2026-04-30',
  '[{"weekday":1,"start":"08:00","end":"09:30"}]', 12, 4, '{}', 'onSite', '', 'draft', 'eng-a1-t1-23', '01900000-0000-7000-8000-000000023001', '01900000-0000-7000-8000-00000000f501');
