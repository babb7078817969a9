INSERT INTO imports (id, kind, user_id, branch_id, file_name, headings, rows, state, result, added)
VALUES ('01900000-0000-7000-8000-000000000901', 'students', '01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-000000000001', 'ນັກຮຽນ.xlsx', '["ຊື່"]', '[]', 'done',
  '{"added":1,"skipped":0,"parentsAdded":1,"parentsLinked":0}', '{"students":["01900000-0000-7000-8000-000000000c01"],"parents":[],"teachers":[]}');
