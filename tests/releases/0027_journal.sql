-- Money that one branch paid another, not confirmed yet, and a code of the accountant.
INSERT INTO branch_settlements (id, from_branch_id, to_branch_id, amount_lak, note, at)
VALUES ('01900000-0000-7000-8000-000000026002', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002', 350000, 'ສົ່ງກັບລົດເມ', '2026-01-31T03:00:00Z');
INSERT INTO journal_accounts (account, code) VALUES ('cash', '1011');
