-- A family that was called about what it owes.
INSERT INTO reminders (id, branch_id, payer_parent_id, way, owed_lak, at)
SELECT '01900000-0000-7000-8000-000000023004', '01900000-0000-7000-8000-000000000002', id, 'called', 50000, '2026-11-24T06:00:00Z' FROM parents LIMIT 1;
