-- A person has a passkey, and a sign-in with one has begun.
INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, name, created_at, last_used_at)
VALUES ('01900000-0000-7000-8000-0000000000f2', '01900000-0000-7000-8000-0000000000a1', 'AQIDBA', 'pQECAyYg', 3, '{internal,hybrid}', 'ໂທລະສັບ', '2026-03-04T03:00:00Z', NULL);
INSERT INTO passkey_challenges (challenge, purpose, token_hash, expires_at)
VALUES ('AAAA', 'signIn', NULL, '2026-03-04T03:05:00Z');
