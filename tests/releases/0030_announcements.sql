-- An announcement in Lao alone with a document, read by one person.
INSERT INTO announcement_files (id, name, type, bytes, content, uploaded_by_id, created_at)
VALUES ('01900000-0000-7000-8000-000000029f01', 'ລາຄາໃໝ່.pdf', 'application/pdf', 8, '\x255044462d312e37', '01900000-0000-7000-8000-0000000000a1', '2026-02-01T03:00:00Z');
INSERT INTO announcements (id, title_lo, body_lo, title_en, body_en, branch_ids, roles, class_ids, priority, pinned, state, from_day, from_time, until_day, until_time, publish_from, publish_to, file_ids, branch_id, author_id, search)
VALUES ('01900000-0000-7000-8000-000000029001', 'ລາຄາໃໝ່', 'ແຕ່ວັນທີ 1 ເປັນຕົ້ນໄປ', '', '', '{}', '{staff,finance}', '{}', 'high', true, 'published', '2026-02-01', '08:00', NULL, '', '2026-02-01T01:00:00Z', NULL,
  '{01900000-0000-7000-8000-000000029f01}', NULL, '01900000-0000-7000-8000-0000000000a1', 'ລາຄາໃໝ່');
INSERT INTO announcement_reads (announcement_id, user_id, read_at)
VALUES ('01900000-0000-7000-8000-000000029001', '01900000-0000-7000-8000-0000000000a2', '2026-02-01T02:00:00Z');
