-- A move said that a student had passed a course before the centre had BranchDesk.
INSERT INTO courses_passed_before (student_id, course_id, row_id, added_at)
VALUES ('01900000-0000-7000-8000-000000000c01', '01900000-0000-7000-8000-00000000f201', '01900000-0000-7000-8000-0000000000f3', '2026-06-04T03:00:00Z');
