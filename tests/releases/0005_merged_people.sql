INSERT INTO parents (id, first_name, last_name, phone, branch_id, archived, merged_into_id, name_key, search)
VALUES ('01900000-0000-7000-8000-000000000b03', 'ບົວ', 'ວົງສະຫວັນ', '+8562055551001', '01900000-0000-7000-8000-000000000001', true, '01900000-0000-7000-8000-000000000b01', 'ບົວ ວົງສະຫວັນ', 'ບົວ ວົງສະຫວັນ');
