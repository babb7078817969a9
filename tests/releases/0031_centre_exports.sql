-- An export of everything whose file was deleted a day later.
INSERT INTO centre_exports (id, by_id, state, reason, parts_done, parts_of_all, file_name, bytes, started_at, heard_at, ended_at, expires_at)
VALUES ('01900000-0000-7000-8000-000000031001', '01900000-0000-7000-8000-0000000000a1', 'gone', '', 60, 60, 'branchdesk-2026-05-02.zip', 1234567, '2026-05-02T03:00:00Z', '2026-05-02T03:01:00Z', '2026-05-02T03:01:10Z', '2026-05-03T03:01:10Z');
