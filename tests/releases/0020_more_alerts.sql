-- A day that was opened again, and failed sign-ins from one address.
INSERT INTO alerts (id, kind, branch_id, subject_id, detail, at)
VALUES
  ('01900000-0000-7000-8000-0000000000aa', 'dayReopened', '01900000-0000-7000-8000-000000000001',
    (SELECT id FROM users ORDER BY id LIMIT 1), '05/04/2026 · A receipt was forgotten',
    '2026-04-06T03:00:00Z'),
  ('01900000-0000-7000-8000-0000000000ab', 'addressFailures', NULL, NULL, '203.0.113.7',
    '2026-04-06T03:10:00Z');
