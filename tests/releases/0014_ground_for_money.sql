-- A session that a holiday cancelled, and a student who has left.
INSERT INTO holiday_cancellations (session_id, term_id, date, reason)
VALUES ('01900000-0000-7000-8000-00000000f601', '01900000-0000-7000-8000-00000000f001', '2026-01-05', 'ປີໃໝ່');
INSERT INTO enrolment_leavings (enrolment_id, version, status, status_reason)
VALUES ('01900000-0000-7000-8000-00000000f701', 2, 'active', '');
