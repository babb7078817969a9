-- The file of an export of everything, in pieces of the database, which nobody deletes yet.
INSERT INTO centre_exports (id, by_id, state, reason, parts_done, parts_of_all, file_name, bytes, started_at, heard_at, ended_at, expires_at)
VALUES ('01900000-0000-7000-8000-000000038001', '01900000-0000-7000-8000-0000000000a1', 'ready', '', 60, 60, 'branchdesk-2026-06-02.zip', 4, '2026-06-02T03:00:00Z', '2026-06-02T03:01:00Z', '2026-06-02T03:01:10Z', '2099-06-03T03:01:10Z');
INSERT INTO centre_export_parts (export_id, position, content)
VALUES ('01900000-0000-7000-8000-000000038001', 0, '\x504b'), ('01900000-0000-7000-8000-000000038001', 1, '\x0506');
