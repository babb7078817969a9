-- A device with a silence, and a teacher who is paid by the session from March on.
INSERT INTO devices (device_id, last_heard_at)
VALUES ('01900000-0000-7000-8000-0000000000d7', '2026-02-05T03:00:00Z');

INSERT INTO session_gaps (id, device_id, "from", until)
VALUES ('01900000-0000-7000-8000-0000000000d8', '01900000-0000-7000-8000-0000000000d7', '2026-02-05T01:00:00Z', '2026-02-05T03:00:00Z');

INSERT INTO teacher_rates (id, teacher_id, kind, amount, currency, valid_from, note, created_at, created_by, created_by_id)
VALUES ('01900000-0000-7000-8000-0000000000d9', (SELECT id FROM teachers ORDER BY id LIMIT 1), 'session', 150000, 'LAK', '2026-03-01', 'by the session',
  '2026-03-01T01:00:00Z', 'ສົມພອນ ວົງສະຫວັນ', '01900000-0000-7000-8000-0000000000a1');
