-- A safe that was counted, with more in it than the books said.
INSERT INTO safe_movements (id, branch_id, kind, currency, amount, counted, reason, at)
VALUES ('01900000-0000-7000-8000-000000023001', '01900000-0000-7000-8000-000000000001', 'counted', 'LAK', 2000000, 2000000, 'ເງິນສົດເລີ່ມຕົ້ນ', '2026-01-30T03:00:00Z');
