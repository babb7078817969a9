-- A session whose person has locked the screen.
INSERT INTO sessions (token_hash, user_id, expires_at, locked_at)
VALUES ('4d5e6f70', '01900000-0000-7000-8000-0000000000a1', '2026-04-06T03:00:00Z',
  '2026-04-05T16:20:00Z');
