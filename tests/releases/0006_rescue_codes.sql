-- A superadmin who came back in with a code, and the alert about it.
INSERT INTO rescue_codes (code_hash, user_id, created_at, expires_at, used_at)
VALUES ('fedcba', '01900000-0000-7000-8000-0000000000a1', '2026-03-02T01:00:00Z', '2026-03-02T01:15:00Z', '2026-03-02T01:05:00Z');
