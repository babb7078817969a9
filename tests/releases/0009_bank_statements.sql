-- An account whose columns were chosen by hand; a file with a row that is not in, and its row of money.
UPDATE bank_accounts SET statement_columns = '{"columns": {"day": {"heading": "When", "at": 0}, "amount": {"heading": "Value", "at": 2}}, "inWords": [], "outWords": []}'
WHERE id = '01900000-0000-7000-8000-000000010202';

INSERT INTO bank_statements (id, branch_id, bank_account_id, file_name, sheet_name, from_day, to_day, rows_in, not_incoming, left_out, detailed, loaded_by_id, loaded_at)
VALUES ('01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000010202', 'december.csv', 'ລາຍການ', '2026-11-25', '2026-11-25', 1, 1,
  '{"headings": ["When", "Value"], "notIncoming": [{"row": 3, "cells": ["25/11/2026", "-500"], "reason": "moneyOut"}], "unread": [], "cutReferences": []}', '[]',
  '01900000-0000-7000-8000-0000000000a1', '2026-11-26T06:00:00Z');

INSERT INTO bank_statement_lines (id, branch_id, bank_account_id, statement_id, seen_in_id, file_name, row, day, time, description, amount, nth, loaded_at)
VALUES ('01900000-0000-7000-8000-0000000000e2', '01900000-0000-7000-8000-000000000002', '01900000-0000-7000-8000-000000010202', '01900000-0000-7000-8000-0000000000e1', '01900000-0000-7000-8000-0000000000e1', 'december.csv', 2, '2026-11-25', '10:35:12', 'ໂອນເງິນ', 231500, 1, '2026-11-26T06:00:00Z');
