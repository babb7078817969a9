-- The owner's tablet.
INSERT INTO account_devices (user_id, device_id, first_sign_in_at)
VALUES ('01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000d7', '2026-03-03T01:00:00Z');
