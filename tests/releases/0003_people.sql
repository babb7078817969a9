-- Students, parents and teachers, as they were first kept.
INSERT INTO code_series (series, last) VALUES ('ST', 2), ('TC', 1);

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

UPDATE users SET phone = '+8562055553001', last_sign_in_at = '2026-03-01T01:00:00Z' WHERE email = 'owner@old.test';
UPDATE files SET branch_id = '01900000-0000-7000-8000-000000000001';
