-- A branch that paid another one, which has confirmed it, and a code of the accountant.
INSERT INTO branches (id, branch_name, branch_name_lo, code, province_code, district, village, phone, manager, open_hours, search)
SELECT '01900000-0000-7000-8000-000000026001', 'Savannakhet', 'ສະຫວັນນະເຂດ', 'SVK', province_code, district, village, phone, manager, open_hours, 'savannakhet svk' FROM branches WHERE id = '01900000-0000-7000-8000-000000000001';
INSERT INTO branch_settlements (id, from_branch_id, to_branch_id, amount_lak, note, at, confirmed_by_id, confirmed_at)
VALUES ('01900000-0000-7000-8000-000000026002', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000026001', 350000, 'ສົ່ງກັບລົດເມ', '2026-01-31T03:00:00Z', NULL, NULL);
INSERT INTO journal_accounts (account, code) VALUES ('cash', '1011');
