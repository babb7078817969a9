-- A kip account that is not the default.
INSERT INTO bank_accounts (id, branch_id, bank, currency, account_name, account_no, qr_text, tried_at, is_default)
VALUES ('01900000-0000-7000-8000-000000010202', '01900000-0000-7000-8000-000000000002', 'LDB', 'LAK', 'BRANCHDESK', '0103', '', NULL, false);
