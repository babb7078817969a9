-- A second factor that the owner has not proved yet, and a recovery code.
INSERT INTO second_factors (user_id, secret, confirmed_at, last_step, created_at)
VALUES ('01900000-0000-7000-8000-0000000000a1', 'v1$00000000$AAAA$BBBB$CCCC', NULL, 0, '2026-03-04T00:59:00Z');
INSERT INTO recovery_codes (id, user_id, code_hash, used_at)
VALUES ('01900000-0000-7000-8000-0000000000f1', '01900000-0000-7000-8000-0000000000a1', 'abcdef', NULL);
