-- What a centre had after the first release: every table of it holds something. Written once, never changed.
INSERT INTO branches (id, branch_name, branch_name_lo, code, province_code, district, village, phone, manager, open_hours,
  bank_accounts, receipt_footer, hold_hours, cash_step, allow_negative_stock, active, search, created_at, updated_at)
VALUES
  ('01900000-0000-7000-8000-000000000001', 'Vientiane Centre', 'ສາຂາວຽງຈັນ', 'VTE', '01', 'ຈັນທະບູລີ', 'ບ້ານອານຸ', '+8562055550001', 'ບຸນມີ', '8:00–17:00',
  '[{"bank":"BCEL","accountNo":"0101","accountName":"BranchDesk","currency":"LAK","qrFileId":null}]', 'ຂອບໃຈ', 48, 1000, false, true, 'vientiane centre ສາຂາວຽງຈັນ vte', '2026-01-05T03:00:00Z', '2026-02-05T03:00:00Z'),
  ('01900000-0000-7000-8000-000000000002', 'Pakse', 'ສາຂາປາກເຊ', 'PKS', '16', 'ປາກເຊ', 'ບ້ານທ່າລວງ', '+8562055550002', '', '',
  '[]', '', 24, 500, true, false, 'pakse ສາຂາປາກເຊ pks', '2026-01-05T03:00:00Z', '2026-01-05T03:00:00Z');

INSERT INTO files (id, type, bytes, width, height, content)
VALUES ('01900000-0000-7000-8000-0000000000f1', 'image/png', 4, 1, 1, '\x89504e47');

INSERT INTO users (id, email, password_hash, first_name, last_name, role, profile_image, branch_id, version, created_at)
VALUES
  ('01900000-0000-7000-8000-0000000000a1', 'owner@old.test', '$PASSWORD_HASH', 'ສົມພອນ', 'ວົງສະຫວັນ', 'superadmin', '01900000-0000-7000-8000-0000000000f1', '01900000-0000-7000-8000-000000000001', 3, '2026-01-05T03:00:00Z'),
  ('01900000-0000-7000-8000-0000000000a2', 'clerk@old.test', '$PASSWORD_HASH', 'ມະນີ', 'ພົມມະຈັນ', 'staff', NULL, '01900000-0000-7000-8000-000000000002', 1, '2026-01-06T03:00:00Z');

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
