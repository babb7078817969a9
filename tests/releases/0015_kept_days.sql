-- A day of the standing figures, and a row that withdraws days from another one on.
INSERT INTO kept_days (branch_id, day, as_of, figures, made_at)
VALUES
  ('01900000-0000-7000-8000-000000000001', '2026-03-02', '2026-03-02T17:00:00Z',
    '{"money": {"owedLAK": 250000}, "tuition": {"unearnedLAK": 0}, "dueParts": {"2026-03-10": 250000}, "between": {}}',
    '2026-03-02T18:00:00Z'),
  ('01900000-0000-7000-8000-000000000001', '2026-03-04', '2026-03-05T01:00:00Z', NULL, '2026-03-05T01:00:00Z');
