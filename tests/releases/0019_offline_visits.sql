-- An order whose cash was taken without network.
INSERT INTO orders (id, number, branch_id, client_ref, walk_in_name, state, confirmed_at, confirmed_day, total_lak, paid_lak, at, day, search, taken_offline_at)
VALUES ('01900000-0000-7000-8000-000000018001', 'TST-26-018001', '01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000018002', 'Offline', 'confirmed', '2026-11-24T05:00:00Z', '2026-11-24', 0, 0, '2026-11-24T05:00:00Z', '2026-11-24', 'offline', '2026-11-24T03:00:00Z');
