-- A device on which an account signs in without a code.
INSERT INTO remembered_devices (id, user_id, device_id, key_hash, device_kind, device_name, expires_at)
VALUES ('01900000-0000-7000-8000-0000000000d1', '01900000-0000-7000-8000-0000000000a1',
  '01900000-0000-7000-8000-0000000000d2', '5e6f7081', 'tablet', 'Chrome, Android',
  '2026-05-06T03:00:00Z');
