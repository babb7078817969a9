-- A request that waits, one that was withdrawn, and an erasure.
INSERT INTO erasures (id, kind, person_id, branch_id, reason, asked_by_id, asked_at, confirmed_by_id, confirmed_at, confirmed_alone, withdrawn_by_id, withdrawn_at, done_at)
VALUES ('01900000-0000-7000-8000-000000030001', 'student', '01900000-0000-7000-8000-000000000d01', NULL, 'Asked by the mother', NULL, '2026-05-02T03:00:00Z', NULL, NULL, false, NULL, NULL, NULL),
  ('01900000-0000-7000-8000-000000030002', 'guardian', '01900000-0000-7000-8000-000000000c01', NULL, 'A mistake', NULL, '2026-05-02T03:00:00Z', NULL, NULL, false, NULL, '2026-05-03T03:00:00Z', NULL),
  ('01900000-0000-7000-8000-000000030003', 'student', '01900000-0000-7000-8000-00000003ffff', NULL, '', NULL, '2026-05-02T03:00:00Z', NULL, NULL, false, NULL, NULL, '2026-05-17T03:00:00Z');
