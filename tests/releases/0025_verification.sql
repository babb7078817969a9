-- A question about a slip that was void later, and a row of a statement that belongs to nothing.
INSERT INTO payment_notes (id, branch_id, payment_id, kind, text, at, answer, answered_at)
VALUES ('01900000-0000-7000-8000-000000023001', '01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000021002', 'question', 'ບັນຊີໃດ?', '2026-11-24T05:06:00Z', 'LDB', '2026-11-24T05:07:00Z');
INSERT INTO bank_statement_lines (id, branch_id, bank_account_id, statement_id, file_name, row, day, time, reference, amount, fingerprint, loaded_at)
VALUES ('01900000-0000-7000-8000-000000023002', '01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000010202', '01900000-0000-7000-8000-000000023003', 'november.csv', 2, '2026-11-24', '10:35', '7H2K41', 231500, '2026-11-24 10:35 7H2K41 231500 1', '2026-11-24T06:00:00Z');
