-- A few rows for every table, as the first release wrote them. The tests bring them to the newest
-- release, so they stay as they are.

-- A centre with two branches, of which one is closed; its people, files, rates and records.
INSERT INTO branches (id, branch_name, branch_name_lo, code, province_code, district, village, phone, manager, open_hours,
  receipt_footer, hold_hours, cash_step, allow_negative_stock, active, search, created_at, updated_at)
VALUES
  ('01900000-0000-7000-8000-000000000001', 'Vientiane Centre', 'ສາຂາວຽງຈັນ', 'VTE', '01', 'ຈັນທະບູລີ', 'ບ້ານອານຸ', '+8562055550001', 'ບຸນມີ', '8:00–17:00',
  'ຂອບໃຈ', 48, 1000, false, true, 'vientiane centre ສາຂາວຽງຈັນ vte', '2026-01-05T03:00:00Z', '2026-02-05T03:00:00Z'),
  ('01900000-0000-7000-8000-000000000002', 'Pakse', 'ສາຂາປາກເຊ', 'PKS', '16', 'ປາກເຊ', 'ບ້ານທ່າລວງ', '+8562055550002', '', '',
  '', 24, 500, true, false, 'pakse ສາຂາປາກເຊ pks', '2026-01-05T03:00:00Z', '2026-01-05T03:00:00Z');

INSERT INTO files (id, type, bytes, width, height, content, purpose, branch_id)
VALUES ('01900000-0000-7000-8000-0000000000f1', 'image/png', 4, 1, 1, '\x89504e47', 'photo', '01900000-0000-7000-8000-000000000001');

INSERT INTO users (id, email, password_hash, first_name, last_name, phone, role, profile_image, branch_id, draft_key, last_sign_in_at, search, version, created_at)
VALUES
  ('01900000-0000-7000-8000-0000000000a1', 'owner@old.test', '$PASSWORD_HASH', 'ສົມພອນ', 'ວົງສະຫວັນ', '+8562055553001', 'superadmin', '01900000-0000-7000-8000-0000000000f1', '01900000-0000-7000-8000-000000000001',
   'c2VhbGVk', '2026-03-01T01:00:00Z', 'ສົມພອນ ວົງສະຫວັນ owner@old.test +8562055553001', 3, '2026-01-05T03:00:00Z'),
  ('01900000-0000-7000-8000-0000000000a2', 'clerk@old.test', '$PASSWORD_HASH', 'ມະນີ', 'ພົມມະຈັນ', '', 'staff', NULL, '01900000-0000-7000-8000-000000000002',
   NULL, NULL, 'ມະນີ ພົມມະຈັນ clerk@old.test', 1, '2026-01-06T03:00:00Z');

INSERT INTO sessions (token_hash, user_id, expires_at)
VALUES ('0f1e2d3c', '01900000-0000-7000-8000-0000000000a1', '2026-01-06T03:00:00Z');

INSERT INTO exchange_rates (id, currency, rate_to_lak, note, created_by, created_by_id, search)
VALUES
  ('01900000-0000-7000-8000-0000000000e1', 'THB', 615.5, '', 'ສົມພອນ ວົງສະຫວັນ', '01900000-0000-7000-8000-0000000000a1', 'thb'),
  ('01900000-0000-7000-8000-0000000000e2', 'USD', 21500.123456, 'ຈາກທະນາຄານ', 'ສົມພອນ ວົງສະຫວັນ', NULL, 'usd ຈາກທະນາຄານ');

INSERT INTO school_info (centre_name_en, centre_name_lo, logo_file_id, tax_no, financial_year_start)
VALUES ('Old Centre', 'ສູນເກົ່າ', '01900000-0000-7000-8000-0000000000f1', '123-456', 10);

INSERT INTO audit_log (id, actor_id, actor_name, role, branch_id, ip, device, request_id, action, entity, entity_id, before, after)
VALUES ('01900000-0000-7000-8000-0000000000d1', '01900000-0000-7000-8000-0000000000a1', 'ສົມພອນ ວົງສະຫວັນ', 'superadmin', '01900000-0000-7000-8000-000000000001',
  '127.0.0.1', 'Chromium', 'r-1', 'update', 'branches', '01900000-0000-7000-8000-000000000001', '{"phone":""}', '{"phone":"+8562055550001"}');

INSERT INTO idempotency_keys (user_id, key, request_hash, status, answer)
VALUES ('01900000-0000-7000-8000-0000000000a1', 'old-key', 'abc', 200, '{"_id":"1"}');

INSERT INTO setup_codes (code_hash) VALUES ('abcdef');

INSERT INTO sign_in_attempts (bucket, failures, last_failure_at) VALUES ('account:clerk@old.test', 2, '2026-01-06T03:00:00Z');

-- An announcement in Lao alone with a document, read by one person; a saved report.
INSERT INTO announcement_files (id, name, type, bytes, content, uploaded_by_id, created_at)
VALUES ('01900000-0000-7000-8000-000000029f01', 'ລາຄາໃໝ່.pdf', 'application/pdf', 8, '\x255044462d312e37', '01900000-0000-7000-8000-0000000000a1', '2026-02-01T03:00:00Z');
INSERT INTO announcements (id, title_lo, body_lo, title_en, body_en, branch_ids, roles, class_ids, priority, pinned, state, from_day, from_time, until_day, until_time, publish_from, publish_to, file_ids, branch_id, author_id, search)
VALUES ('01900000-0000-7000-8000-000000029001', 'ລາຄາໃໝ່', 'ແຕ່ວັນທີ 1 ເປັນຕົ້ນໄປ', '', '', '{}', '{staff,finance}', '{}', 'high', true, 'published', '2026-02-01', '08:00', NULL, '', '2026-02-01T01:00:00Z', NULL,
  '{01900000-0000-7000-8000-000000029f01}', NULL, '01900000-0000-7000-8000-0000000000a1', 'ລາຄາໃໝ່');
INSERT INTO announcement_reads (announcement_id, user_id, read_at)
VALUES ('01900000-0000-7000-8000-000000029001', '01900000-0000-7000-8000-0000000000a2', '2026-02-01T02:00:00Z');
INSERT INTO saved_views (id, user_id, screen, name, search, position)
VALUES ('01900000-0000-7000-8000-000000032001', '01900000-0000-7000-8000-0000000000a1', '/Reprot/AttendanceReprots', 'ຫ້ອງ A1 ເດືອນນີ້', 'by.marks=student', 0);

-- Families, one with a parent who was merged into another; a teacher; an import of students.
INSERT INTO number_series (kind, last) VALUES ('ST', 2), ('TC', 1);

INSERT INTO parents (id, first_name, last_name, phone, branch_id, name_key, search, note)
VALUES
  ('01900000-0000-7000-8000-000000000b01', 'ບົວ', 'ວົງສະຫວັນ', '+8562055551001', '01900000-0000-7000-8000-000000000001', 'ບົວ ວົງສະຫວັນ', 'ບົວ ວົງສະຫວັນ 2055551001', 'ໂທຕອນແລງ'),
  ('01900000-0000-7000-8000-000000000b02', 'ແກ້ວ', 'ພົມມະຈັນ', '+8562055551002', '01900000-0000-7000-8000-000000000002', 'ແກ້ວ ພົມມະຈັນ', 'ແກ້ວ ພົມມະຈັນ 2055551002', '');

INSERT INTO students (id, student_code, first_name, last_name, first_name_en, last_name_en, nickname, gender, date_of_birth, source, home_branch_id, status, name_key, search, version)
VALUES
  ('01900000-0000-7000-8000-000000000c01', 'ST-26-000001', 'ນ້ອຍ', 'ວົງສະຫວັນ', 'Noy', 'Vongsavanh', 'ໝີ', 'female', '2016-05-04', 'friend', '01900000-0000-7000-8000-000000000001', 'active', 'ນ້ອຍ ວົງສະຫວັນ', 'ນ້ອຍ ວົງສະຫວັນ noy vongsavanh st-26-000001', 4),
  ('01900000-0000-7000-8000-000000000c02', 'ST-26-000002', 'ທອງ', 'ພົມມະຈັນ', '', '', '', 'male', NULL, NULL, '01900000-0000-7000-8000-000000000002', 'prospect', 'ທອງ ພົມມະຈັນ', 'ທອງ ພົມມະຈັນ st-26-000002', 1);

INSERT INTO guardians (student_id, parent_id, position, relation, is_payer, is_primary_contact, can_pick_up)
VALUES
  ('01900000-0000-7000-8000-000000000c01', '01900000-0000-7000-8000-000000000b01', 0, 'mother', true, true, true),
  ('01900000-0000-7000-8000-000000000c01', '01900000-0000-7000-8000-000000000b02', 1, 'other', false, false, false),
  ('01900000-0000-7000-8000-000000000c02', '01900000-0000-7000-8000-000000000b02', 0, 'father', true, true, true);

INSERT INTO teachers (id, teacher_code, first_name, last_name, phone, gender, branch_ids, hourly_rate, unavailability, name_key, search)
VALUES ('01900000-0000-7000-8000-000000000701', 'TC-26-000001', 'ຄຳແພງ', 'ສີສຸກ', '+8562055552001', 'male', '{01900000-0000-7000-8000-000000000001,01900000-0000-7000-8000-000000000002}', 80000,
  '[]', 'ຄຳແພງ ສີສຸກ', 'ຄຳແພງ ສີສຸກ 2055552001 tc-26-000001');

INSERT INTO parents (id, first_name, last_name, phone, branch_id, archived, merged_into_id, name_key, search)
VALUES ('01900000-0000-7000-8000-000000000b03', 'ບົວ', 'ວົງສະຫວັນ', '+8562055551001', '01900000-0000-7000-8000-000000000001', true, '01900000-0000-7000-8000-000000000b01', 'ບົວ ວົງສະຫວັນ', 'ບົວ ວົງສະຫວັນ');

INSERT INTO imports (id, kind, user_id, branch_id, file_name, headings, rows, state, result, added)
VALUES ('01900000-0000-7000-8000-000000000901', 'students', '01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-000000000001', 'ນັກຮຽນ.xlsx', '["ຊື່"]', '[]', 'done',
  '{"added":1,"skipped":0,"parentsAdded":1,"parentsLinked":0}', '{"students":["01900000-0000-7000-8000-000000000c01"],"parents":[],"teachers":[]}');

-- A term with a class, an enrolment, a mark, a score and certificates; a session that a holiday cancelled.
INSERT INTO academic_terms (id, name, code, academic_year, start_date, end_date, branch_ids, holidays, status, is_current, search)
VALUES ('01900000-0000-7000-8000-00000000f001', 'ພາກຮຽນ 1', 'T1', '2026', '2026-01-05', '2026-04-30', '{}', '[{"date":"2026-04-14","name":"ປີໃໝ່ລາວ"}]', 'running', true, 't1 ພາກຮຽນ 1 2026');
INSERT INTO course_categories (id, code, name_en, name_lo, colour, position, active, search)
VALUES ('01900000-0000-7000-8000-00000000f101', 'ENG', 'English', 'ພາສາອັງກິດ', 'indigo', 0, true, 'eng english');
INSERT INTO courses (id, code, name_en, name_lo, category_id, level, description, active, search)
VALUES ('01900000-0000-7000-8000-00000000f201', 'ENG-A1', 'English A1', 'ພາສາອັງກິດ A1', '01900000-0000-7000-8000-00000000f101', 'A1', '', true, 'eng-a1 english a1');
INSERT INTO course_fees (id, course_id, name, amount, currency, basis, price_category, valid_from, prorate, active, series_id, search)
VALUES ('01900000-0000-7000-8000-00000000f301', '01900000-0000-7000-8000-00000000f201', 'ຄ່າຮຽນ', 1500000, 'LAK', 'term', '', '2026-01-01', 'sessions', true, '01900000-0000-7000-8000-00000000f301', 'ຄ່າຮຽນ');
INSERT INTO rooms (id, branch_id, name, capacity, equipment, active, search)
VALUES ('01900000-0000-7000-8000-00000000f401', '01900000-0000-7000-8000-000000000001', '201', 16, '', true, '201');
INSERT INTO classes (id, class_code, course_id, term_id, branch_id, start_date, end_date, slots, room_id, capacity, min_students, teacher_id, assistant_ids, delivery_mode, note, status, search)
VALUES ('01900000-0000-7000-8000-00000000f501', 'ENG-A1-T1-01', '01900000-0000-7000-8000-00000000f201', '01900000-0000-7000-8000-00000000f001', '01900000-0000-7000-8000-000000000001', '2026-01-05', '2026-04-30',
  '[{"weekday":1,"start":"17:00","end":"18:30"}]', '01900000-0000-7000-8000-00000000f401', 12, 4, '01900000-0000-7000-8000-000000000701', '{}', 'onSite', '', 'running', 'eng-a1-t1-01');
INSERT INTO class_sessions (id, class_id, branch_id, date, start_time, end_time, teacher_id, room_id, status, attendance_taken_at)
VALUES ('01900000-0000-7000-8000-00000000f601', '01900000-0000-7000-8000-00000000f501', '01900000-0000-7000-8000-000000000001', '2026-01-05', '17:00', '18:30', '01900000-0000-7000-8000-000000000701', '01900000-0000-7000-8000-00000000f401', 'held', '2026-01-05T10:05:00Z');
INSERT INTO enrolments (id, student_id, class_id, branch_id, term_id, course_id, status, start_date, no_charge_reason)
VALUES ('01900000-0000-7000-8000-00000000f701', '01900000-0000-7000-8000-000000000c01', '01900000-0000-7000-8000-00000000f501', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-00000000f001', '01900000-0000-7000-8000-00000000f201', 'active', '2026-01-05', 'ທຶນການສຶກສາ');
INSERT INTO attendance (id, session_id, student_id, status, minutes_late, marked_at)
VALUES ('01900000-0000-7000-8000-00000000f801', '01900000-0000-7000-8000-00000000f601', '01900000-0000-7000-8000-000000000c01', 'late', 10, '2026-01-05T10:05:00Z');
INSERT INTO assessments (id, class_id, name, type, max_score, weight, date, status)
VALUES ('01900000-0000-7000-8000-00000000f901', '01900000-0000-7000-8000-00000000f501', 'ສອບເສັງກາງພາກ', 'midterm', 100, 40, '2026-02-20', 'published');
INSERT INTO scores (assessment_id, enrolment_id, score, marked_at)
VALUES ('01900000-0000-7000-8000-00000000f901', '01900000-0000-7000-8000-00000000f701', 87.5, '2026-02-21T03:00:00Z');
INSERT INTO class_results (enrolment_id, result, comment)
VALUES ('01900000-0000-7000-8000-00000000f701', 'pass', 'ຮຽນດີ');
INSERT INTO enrolment_states (id, enrolment_id, status, reason, source, at)
VALUES ('01900000-0000-7000-8000-00000000fa01', '01900000-0000-7000-8000-00000000f701', 'active', '', 'desk', '2026-01-05T03:00:00Z');
INSERT INTO holiday_cancellations (session_id, term_id, date, reason)
VALUES ('01900000-0000-7000-8000-00000000f601', '01900000-0000-7000-8000-00000000f001', '2026-01-05', 'ປີໃໝ່');
INSERT INTO enrolment_leavings (enrolment_id, version, status, status_reason)
VALUES ('01900000-0000-7000-8000-00000000f701', 2, 'active', '');
INSERT INTO certificates (id, number, branch_id, enrolment_id, content, hash, issued_at)
VALUES ('01900000-0000-7000-8000-000000030001', 'VTE-CE26-000001', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-00000000f701', '{"number":"VTE-CE26-000001"}', 'a1b2c3d4', '2026-03-31T03:00:00Z');
INSERT INTO certificates (id, number, branch_id, enrolment_id, content, hash, issued_at, revoked_at, revoke_reason)
VALUES ('01900000-0000-7000-8000-000000030002', 'VTE-CE26-000002', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-00000000f701', '{"number":"VTE-CE26-000002"}', 'b1b2c3d4', '2026-03-31T03:00:00Z', '2026-04-01T03:00:00Z', 'ຊື່ຜິດ');

-- A book with its stock, and one of each paper: a delivery, a count, a transfer.
INSERT INTO product_categories (id, code, name_en, name_lo, active, search)
VALUES ('01900000-0000-7000-8000-000000010001', 'BOOK', 'Course books', 'ປຶ້ມຮຽນ', true, 'book course books');
INSERT INTO products (id, sku, barcode, name_en, name_lo, category_id, price, currency, cost_amount, cost_currency, cost_lak, unit, track_stock, active, search)
VALUES ('01900000-0000-7000-8000-000000010101', 'BOOK-001', '9780194738750', 'English A1', 'ພາສາອັງກິດ A1', '01900000-0000-7000-8000-000000010001', 180000, 'LAK', 19500, 'THB', 126000, 'ຫົວ', true, true, 'book-001 9780194738750 english a1');
INSERT INTO course_products (course_id, product_id, quantity, needed)
VALUES ('01900000-0000-7000-8000-00000000f201', '01900000-0000-7000-8000-000000010101', 1, 'usual');
INSERT INTO deliveries (id, number, branch_id, supplier, supplier_note, received_at, search)
VALUES ('01900000-0000-7000-8000-000000010201', 'VTE-D26-000001', '01900000-0000-7000-8000-000000000001', 'ຮ້ານປຶ້ມ', '', '2026-01-04T03:00:00Z', 'vte-d26-000001');
INSERT INTO delivery_lines (delivery_id, position, product_id, quantity, cost_amount, cost_currency, cost_lak)
VALUES ('01900000-0000-7000-8000-000000010201', 0, '01900000-0000-7000-8000-000000010101', 20, 19500, 'THB', 126000);
INSERT INTO stock_levels (id, product_id, branch_id, on_hand, reserved, seq, reorder_level)
VALUES ('01900000-0000-7000-8000-000000010301', '01900000-0000-7000-8000-000000010101', '01900000-0000-7000-8000-000000000001', 20, 0, 1, 5);
INSERT INTO stock_movements (id, product_id, branch_id, type, qty_change, qty_after, seq, paper, paper_id, paper_number, unit_cost_lak, at)
VALUES ('01900000-0000-7000-8000-000000010401', '01900000-0000-7000-8000-000000010101', '01900000-0000-7000-8000-000000000001', 'purchaseIn', 20, 20, 1, 'delivery', '01900000-0000-7000-8000-000000010201', 'VTE-D26-000001', 126000, '2026-01-04T03:00:00Z');
INSERT INTO stock_counts (id, number, branch_id, status, blind, opened_at, search)
VALUES ('01900000-0000-7000-8000-000000010501', 'VTE-C26-000001', '01900000-0000-7000-8000-000000000001', 'open', true, '2026-01-05T03:00:00Z', 'vte-c26-000001');
INSERT INTO count_lines (count_id, product_id, open_in_branch_id, counted, expected, seq, counted_at)
VALUES ('01900000-0000-7000-8000-000000010501', '01900000-0000-7000-8000-000000010101', '01900000-0000-7000-8000-000000000001', 19, 20, 1, '2026-01-05T03:05:00Z');
INSERT INTO stock_transfers (id, number, from_branch_id, to_branch_id, note, status, sent_at, search)
VALUES ('01900000-0000-7000-8000-000000010601', 'VTE-T26-000001', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002', '', 'draft', null, 'vte-t26-000001');
INSERT INTO transfer_lines (transfer_id, product_id, position, quantity)
VALUES ('01900000-0000-7000-8000-000000010601', '01900000-0000-7000-8000-000000010101', 0, 10);

-- A family's order, confirmed and paid in part by cash; refund requests; a counted drawer.
INSERT INTO discount_rules (id, name_en, name_lo, kind, applies_to, percent, adds_up, active, search)
VALUES ('01900000-0000-7000-8000-000000010101', 'Second child', 'ລູກຄົນທີສອງ', 'secondChild', 'tuition', 10, false, true, 'second child');
INSERT INTO bank_accounts (id, branch_id, bank, currency, account_name, account_no, is_default)
VALUES
  ('01900000-0000-7000-8000-000000010200', '01900000-0000-7000-8000-000000000001', 'BCEL', 'LAK', 'BranchDesk', '0101', true),
  ('01900000-0000-7000-8000-000000010201', '01900000-0000-7000-8000-000000000002', 'BCEL', 'LAK', 'BRANCHDESK', '0102', true),
  ('01900000-0000-7000-8000-000000010202', '01900000-0000-7000-8000-000000000002', 'LDB', 'LAK', 'BRANCHDESK', '0103', false);
INSERT INTO books (branch_id) VALUES ('01900000-0000-7000-8000-000000000001'), ('01900000-0000-7000-8000-000000000002');
INSERT INTO drawers (id, branch_id, name)
VALUES
  ('01900000-0000-7000-8000-000000010311', '01900000-0000-7000-8000-000000000001', 'Desk 1'),
  ('01900000-0000-7000-8000-000000010312', '01900000-0000-7000-8000-000000000002', 'Desk 1');
INSERT INTO shifts (id, drawer_id, branch_id, day, opened_by_id, opened_at)
VALUES ('01900000-0000-7000-8000-000000010301', '01900000-0000-7000-8000-000000010311', '01900000-0000-7000-8000-000000000001', '2026-01-06', '01900000-0000-7000-8000-0000000000a1', '2026-01-06T01:00:00Z');
INSERT INTO receipts (id, number, branch_id, kind, chain_no, content, previous_hash, hash, amount_lak, at, day)
VALUES ('01900000-0000-7000-8000-000000010401', 'VTE-R26-000001', '01900000-0000-7000-8000-000000000001', 'received', 1, '{}', '', 'ab', 500000, '2026-01-06T02:00:00Z', '2026-01-06');
INSERT INTO orders (id, number, branch_id, client_ref, payer_parent_id, state, confirmed_at, confirmed_day, total_lak, paid_lak, at, day, search)
VALUES ('01900000-0000-7000-8000-000000010501', 'VTE-26-000001', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000010502', '01900000-0000-7000-8000-000000000b01', 'confirmed',
  '2026-01-06T02:00:00Z', '2026-01-06', 1500000, 500000, '2026-01-06T02:00:00Z', '2026-01-06', 'vte-26-000001');
INSERT INTO order_lines (id, order_id, position, kind, student_id, enrolment_id, name_en, name_lo, quantity, sessions, unit_price, amount_lak, at)
VALUES ('01900000-0000-7000-8000-000000010601', '01900000-0000-7000-8000-000000010501', 1, 'tuition', '01900000-0000-7000-8000-000000000c01', '01900000-0000-7000-8000-00000000f701', 'English A1', 'ພາສາອັງກິດ A1', 1, 32, 1500000, 1500000, '2026-01-06T02:00:00Z');
INSERT INTO instalments (id, order_id, position, due_on, amount_lak, at)
VALUES ('01900000-0000-7000-8000-000000010701', '01900000-0000-7000-8000-000000010501', 1, '2026-01-20', 1000000, '2026-01-06T02:00:00Z');
INSERT INTO payments (id, branch_id, payer_parent_id, method, currency, tendered, amount_lak, state, receipt_id, shift_id, at, confirmed_day)
VALUES ('01900000-0000-7000-8000-000000010801', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000b01', 'cash', 'LAK', 500000, 500000, 'confirmed',
  '01900000-0000-7000-8000-000000010401', '01900000-0000-7000-8000-000000010301', '2026-01-06T02:00:00Z', '2026-01-06');
INSERT INTO allocations (id, payment_id, order_id, amount_lak, at)
VALUES ('01900000-0000-7000-8000-000000010901', '01900000-0000-7000-8000-000000010801', '01900000-0000-7000-8000-000000010501', 500000, '2026-01-06T02:00:00Z');
INSERT INTO drawer_movements (id, shift_id, currency, amount, kind, payment_id, at)
VALUES ('01900000-0000-7000-8000-000000010a01', '01900000-0000-7000-8000-000000010301', 'LAK', 500000, 'tender', '01900000-0000-7000-8000-000000010801', '2026-01-06T02:00:00Z');
INSERT INTO closings (id, branch_id, shift_id, day, act, at)
VALUES ('01900000-0000-7000-8000-000000010b01', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000010301', '2026-01-06', 'closed', '2026-01-06T10:00:00Z');
INSERT INTO days (branch_id, day, closed_at, totals) VALUES ('01900000-0000-7000-8000-000000000001', '2026-01-05', '2026-01-05T11:00:00Z', '{"received":0}');
INSERT INTO prints (id, paper, of_id, copy, at) VALUES ('01900000-0000-7000-8000-000000010c01', 'receipt', '01900000-0000-7000-8000-000000010401', 1, '2026-01-06T02:00:00Z');
INSERT INTO number_gaps (id, kind, branch_id, year, first, last, reason, at)
VALUES ('01900000-0000-7000-8000-000000010d01', 'order', '01900000-0000-7000-8000-000000000002', 2026, 1, 3, 'ກູ້ຄືນຈາກສຳຮອງ', '2026-01-06T02:00:00Z');
INSERT INTO refund_requests (id, order_id, amount_lak, reason, at)
VALUES ('01900000-0000-7000-8000-000000010e01', '01900000-0000-7000-8000-000000010501', 100000, 'ຍ້າຍບ້ານ', '2026-01-07T02:00:00Z');
INSERT INTO approvals (id, kind, branch_id, content, token_hash, approved_by_id, for_id, expires_at)
VALUES ('01900000-0000-7000-8000-000000010f01', 'discount', '01900000-0000-7000-8000-000000000001', '{}', 'cd', '01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000a2', '2026-01-06T02:02:00Z');
INSERT INTO refund_requests (id, order_id, enrolment_id, amount_lak, reason, at)
VALUES ('01900000-0000-7000-8000-000000010e02', '01900000-0000-7000-8000-000000010501', '01900000-0000-7000-8000-00000000f701', 50000, 'ຍ້າຍໂຮງຮຽນ', '2026-01-08T02:00:00Z');

-- An order whose cash was taken offline.
INSERT INTO orders (id, number, branch_id, client_ref, walk_in_name, state, confirmed_at, confirmed_day, total_lak, paid_lak, at, day, search, taken_offline_at)
VALUES ('01900000-0000-7000-8000-000000018001', 'TST-26-018001', '01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000018002', 'Offline', 'confirmed', '2026-11-24T05:00:00Z', '2026-11-24', 0, 0, '2026-11-24T05:00:00Z', '2026-11-24', 'offline', '2026-11-24T03:00:00Z');

-- A payment recorded for the wrong account and the one in its place, both void with their order; a question
-- about it; a line of a bank statement without a payment.
INSERT INTO payments (id, branch_id, method, currency, tendered, amount_lak, free_lak, state, reference, at, mends_id, reason, voided_at)
VALUES ('01900000-0000-7000-8000-000000021001', '01900000-0000-7000-8000-000000000002', 'qr', 'LAK', 50000, 50000, 0, 'void', 'R1', '2026-11-24T05:00:00Z', NULL, 'other account', '2026-11-24T05:05:00Z'),
  ('01900000-0000-7000-8000-000000021002', '01900000-0000-7000-8000-000000000002', 'transfer', 'LAK', 50000, 50000, 0, 'void', 'R1', '2026-11-24T05:05:00Z', '01900000-0000-7000-8000-000000021001', 'order void', '2026-11-24T05:10:00Z');
INSERT INTO payment_notes (id, branch_id, payment_id, kind, text, at, answer, answered_at)
VALUES ('01900000-0000-7000-8000-000000023001', '01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000021002', 'question', 'ບັນຊີໃດ?', '2026-11-24T05:06:00Z', 'LDB', '2026-11-24T05:07:00Z');
INSERT INTO bank_statement_lines (id, branch_id, bank_account_id, statement_id, file_name, row, day, time, reference, amount, fingerprint, loaded_at)
VALUES ('01900000-0000-7000-8000-000000023002', '01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000010202', '01900000-0000-7000-8000-000000023003', 'november.csv', 2, '2026-11-24', '10:35', '7H2K41', 231500, '2026-11-24 10:35 7H2K41 231500 1', '2026-11-24T06:00:00Z');

-- A refused transfer, whose held seat is free again.
INSERT INTO enrolments (id, student_id, class_id, branch_id, term_id, course_id, status, start_date, status_reason, transfer_from_id)
VALUES ('01900000-0000-7000-8000-000000022001', '01900000-0000-7000-8000-000000000c01', '01900000-0000-7000-8000-00000000f501', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-00000000f001', '01900000-0000-7000-8000-00000000f201', 'cancelled', '2026-02-02', 'ຫ້ອງເຕັມ', '01900000-0000-7000-8000-00000000f701');
INSERT INTO transfer_requests (id, enrolment_id, to_enrolment_id, from_branch_id, to_branch_id, effective_date, reason_code, reason, keep_discounts, status, difference_lak, hold_until, asked_at, ended_at, end_reason)
VALUES ('01900000-0000-7000-8000-000000022002', '01900000-0000-7000-8000-00000000f701', '01900000-0000-7000-8000-000000022001', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000001', '2026-02-02', 'schedule', '', true, 'refused', 0, '2026-02-01T17:00:00Z', '2026-01-28T03:00:00Z', '2026-01-29T03:00:00Z', 'ຫ້ອງເຕັມ');

-- A counted safe with more in it than in the books; a settlement between branches, not confirmed yet.
INSERT INTO safe_movements (id, branch_id, kind, currency, amount, counted, reason, at)
VALUES ('01900000-0000-7000-8000-000000023001', '01900000-0000-7000-8000-000000000001', 'counted', 'LAK', 2000000, 2000000, 'ເງິນສົດເລີ່ມຕົ້ນ', '2026-01-30T03:00:00Z');
INSERT INTO branch_settlements (id, from_branch_id, to_branch_id, amount_lak, note, at)
VALUES ('01900000-0000-7000-8000-000000026002', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002', 350000, 'ສົ່ງກັບລົດເມ', '2026-01-31T03:00:00Z');
INSERT INTO journal_accounts (account, code) VALUES ('cash', '1011');

-- A reminder by phone.
INSERT INTO reminders (id, branch_id, payer_parent_id, way, owed_lak, at)
VALUES ('01900000-0000-7000-8000-000000023004', '01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000000b02', 'called', 50000, '2026-11-24T06:00:00Z');
