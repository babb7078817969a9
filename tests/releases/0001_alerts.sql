-- An alert that is open, and one that a superadmin has closed.
INSERT INTO alerts (id, kind, branch_id, subject_id, detail, amount_lak, at, closed_at, closed_by_id, note,
  closed_by_its_subject)
VALUES
  ('01900000-0000-7000-8000-0000000000a7', 'paidOutAboveLimit', '01900000-0000-7000-8000-000000000001',
  (SELECT id FROM users ORDER BY id LIMIT 1), 'Front desk', 1500000, '2026-02-05T03:00:00Z', null, null, null, null),
  ('01900000-0000-7000-8000-0000000000a8', 'firstRate', null,
  (SELECT id FROM users ORDER BY id LIMIT 1), 'USD 21640', null, '2026-01-05T03:00:00Z', '2026-01-06T03:00:00Z',
  (SELECT id FROM users ORDER BY id DESC LIMIT 1), 'Agrees with the bank', false);
