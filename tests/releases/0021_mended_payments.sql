-- Cash that was recorded by a wrong method, and the slip in its place; what it paid is void with its order.
INSERT INTO payments (id, branch_id, method, currency, tendered, amount_lak, free_lak, state, reference, at, mends_id, reason, voided_at)
VALUES ('01900000-0000-7000-8000-000000021001', '01900000-0000-7000-8000-000000000002', 'qr', 'LAK', 50000, 50000, 0, 'void', 'R1', '2026-11-24T05:00:00Z', NULL, 'other account', '2026-11-24T05:05:00Z'),
  ('01900000-0000-7000-8000-000000021002', '01900000-0000-7000-8000-000000000002', 'transfer', 'LAK', 50000, 50000, 0, 'void', 'R1', '2026-11-24T05:05:00Z', '01900000-0000-7000-8000-000000021001', 'order void', '2026-11-24T05:10:00Z');
