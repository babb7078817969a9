-- A good backup of a night, and a restore of it.
INSERT INTO backups (id, kind, night, state, file_name, bytes, sha256, started_at, heard_at, ended_at)
VALUES ('01900000-0000-7000-8000-0000000000e1', 'night', '2026-03-02', 'good', 'branchdesk-20260302-210000-0000.zip', 5000000,
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '2026-03-02T14:00:00Z', '2026-03-02T14:00:30Z', '2026-03-02T14:00:40Z');

INSERT INTO restores (id, went_back_to, at, file_name, highest)
VALUES ('01900000-0000-7000-8000-0000000000e2', '2026-03-02T14:00:30Z', '2026-03-03T01:00:00Z', 'branchdesk-20260302-210000-0000.zip', '["VTE-R26-000001"]');
