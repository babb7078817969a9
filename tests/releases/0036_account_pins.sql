-- A person takes over with a PIN in a branch that allows it, on a device of theirs.
INSERT INTO account_pins (user_id, pin_hash, wrong_pins, created_at)
VALUES ('01900000-0000-7000-8000-0000000000a1', 'scrypt$15$8$3$AAAA$BBBB', 2, '2026-03-04T03:00:00Z');
UPDATE branches SET pin_take_over = true;
UPDATE account_devices SET whole_at = '2026-03-04T03:00:00Z', factor_at = '2026-03-04T02:00:00Z';
