-- A clerk who also works in another branch for a while, with a session there.
INSERT INTO account_grants (id, user_id, branch_id, role, "from", until, created_by_id, created_at)
VALUES ('01900000-0000-7000-8000-000000029001', '01900000-0000-7000-8000-0000000000a2', '01900000-0000-7000-8000-000000000001', 'finance', '2026-04-20', '2026-06-30', '01900000-0000-7000-8000-0000000000a1', '2026-04-20T03:00:00Z');
INSERT INTO sessions (token_hash, user_id, branch_id, expires_at)
VALUES ('8a9b0c1d', '01900000-0000-7000-8000-0000000000a2', '01900000-0000-7000-8000-000000000001', '2026-04-21T03:00:00Z');
