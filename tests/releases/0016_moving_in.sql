-- A move of one sheet with a row that became a student, a heading that was taught, and a row's key.
INSERT INTO moves (id, user_id, branch_id, file_name, state, created_at, ended_at)
VALUES ('01900000-0000-7000-8000-0000000000f1', '01900000-0000-7000-8000-0000000000a1', NULL, 'sheets.xlsx', 'done',
  '2026-03-04T02:00:00Z', '2026-03-04T02:01:00Z');

INSERT INTO move_sheets (id, move_id, position, name, kind, headings, matching, answers, defaults, questions, beside_rows)
VALUES ('01900000-0000-7000-8000-0000000000f2', '01900000-0000-7000-8000-0000000000f1', 0, 'ນັກຮຽນ', 'students',
  '["Code","Name"]', '["studentCode","fullName"]', '{"buddhistYear":true}', '{"gender":"female"}', '[]', '[1]');

INSERT INTO move_rows (id, move_id, sheet_id, position, number, cells, edits, state, problems, name, input, changes, record_id,
  changed_version, beside)
VALUES ('01900000-0000-7000-8000-0000000000f3', '01900000-0000-7000-8000-0000000000f1', '01900000-0000-7000-8000-0000000000f2', 0, 2,
  '["ST-26-000001","ນ້ອຍ ວົງສະຫວັນ"]', '{"fullName":"ນ້ອຍ ວົງສະຫວັນ"}', 'in', '[]', 'ST-26-000001 ນ້ອຍ ວົງສະຫວັນ',
  '{"firstName":"ນ້ອຍ"}', '{"nickname":["","ໝີ"]}', '01900000-0000-7000-8000-000000000c01', 2, '[]');

INSERT INTO import_words (kind, heading, field, user_id, at)
VALUES ('students', 'Kennung', 'studentCode', '01900000-0000-7000-8000-0000000000a1', '2026-03-04T02:00:00Z');

INSERT INTO import_keys (kind, row_key, record_id)
VALUES ('students', 'S-1', '01900000-0000-7000-8000-000000000c01');
