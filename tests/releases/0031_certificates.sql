-- A certificate that was given, and one that was taken back.
INSERT INTO certificates (id, number, branch_id, enrolment_id, content, hash, issued_at)
SELECT '01900000-0000-7000-8000-000000030001', 'VTE-CE26-000001', branch_id, id, '{"number":"VTE-CE26-000001"}', 'a1b2c3d4', '2026-03-31T03:00:00Z' FROM enrolments ORDER BY id LIMIT 1;
INSERT INTO certificates (id, number, branch_id, enrolment_id, content, hash, issued_at, revoked_at, revoke_reason)
SELECT '01900000-0000-7000-8000-000000030002', 'VTE-CE26-000002', branch_id, id, '{"number":"VTE-CE26-000002"}', 'b1b2c3d4', '2026-03-31T03:00:00Z', '2026-04-01T03:00:00Z', 'ຊື່ຜິດ' FROM enrolments ORDER BY id LIMIT 1;
