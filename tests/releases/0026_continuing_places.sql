-- The held seat of a continuing student, with the place that it follows.
INSERT INTO enrolments (id, student_id, class_id, branch_id, term_id, course_id, status, start_date, seat_hold_until, continuing_until, continues_id)
VALUES ('01900000-0000-7000-8000-000000024701', '01900000-0000-7000-8000-000000000c01', '01900000-0000-7000-8000-000000023501', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-00000000f001', '01900000-0000-7000-8000-00000000f201', 'pending', '2026-05-04', '2026-05-04T16:59:59.999Z', '2026-05-04', '01900000-0000-7000-8000-00000000f701');
