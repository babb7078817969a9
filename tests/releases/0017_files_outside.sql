-- A slip whose content lies in a store of files, an export of everybody, and a backup without a file.
INSERT INTO files (id, type, bytes, width, height, content, outside_sha256, purpose, branch_id)
VALUES ('01900000-0000-7000-8000-0000000000f7', 'image/png', 4, 1, 1, NULL,
  '0f4636c78f65d3639ece5a064b5ae753e3408614a14fb18ab4d7540d2c248543', 'slip', '01900000-0000-7000-8000-000000000001');

INSERT INTO alerts (id, kind, branch_id, subject_id, detail, at)
VALUES ('01900000-0000-7000-8000-0000000000a9', 'everybodyExported', '01900000-0000-7000-8000-000000000001',
  (SELECT id FROM users ORDER BY id LIMIT 1), 'Students / ນັກຮຽນ', '2026-03-05T03:00:00Z');

INSERT INTO backups (id, kind, night, state, reason, detail, file_name, bytes, sha256, started_at, heard_at, ended_at)
VALUES ('01900000-0000-7000-8000-0000000000e7', 'night', '2026-03-05', 'good', 'filesMissing', '1 of 1 files outside were not found.',
  'branchdesk-20260305-210000-0000.zip', 5000000,
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', '2026-03-05T14:00:00Z', '2026-03-05T14:00:30Z', '2026-03-05T14:00:40Z');
