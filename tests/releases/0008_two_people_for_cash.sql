-- Offline cash that an exact count is said to have had, one row still to be signed for and one signed.
INSERT INTO offline_cash (id, branch_id, shift_id, receipt_id, counted_in_shift_id, counted_at, taken_at, sums, by_id, at, answered_at, signed_by_id)
VALUES ('01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000010301', '01900000-0000-7000-8000-000000010401', '01900000-0000-7000-8000-000000010301',
    '2026-01-05T09:00:00Z', '2026-01-05T08:00:00Z', '{"LAK": 1000000, "THB": 0, "USD": 0}', '01900000-0000-7000-8000-0000000000a1', '2026-01-06T02:00:00Z', NULL, NULL),
  ('01900000-0000-7000-8000-0000000000e2', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000010301', '01900000-0000-7000-8000-000000010401', '01900000-0000-7000-8000-000000010301',
    '2026-01-05T09:00:00Z', '2026-01-05T08:30:00Z', '{"LAK": 0, "THB": 20000, "USD": 0}', '01900000-0000-7000-8000-0000000000a2', '2026-01-06T02:01:00Z',
    '2026-01-06T02:05:00Z', '01900000-0000-7000-8000-0000000000a1');

-- A rate from the same day on as an earlier entry, which it replaces.
INSERT INTO teacher_rates (id, teacher_id, kind, amount, currency, valid_from, note, created_at, created_by, created_by_id, approved_by, approved_by_id)
VALUES ('01900000-0000-7000-8000-0000000000e3', (SELECT id FROM teachers ORDER BY id LIMIT 1), 'session', 160000, 'LAK', '2026-03-01', 'typed wrong before',
  '2026-03-02T01:00:00Z', 'ສົມພອນ ວົງສະຫວັນ', '01900000-0000-7000-8000-0000000000a1', '', NULL);
