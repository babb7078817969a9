-- An order of a family, confirmed and part-paid in cash, with a slip to be verified; a drawer that was counted.
INSERT INTO discount_rules (id, name_en, name_lo, kind, applies_to, percent, adds_up, active, search)
VALUES ('01900000-0000-7000-8000-000000010101', 'Second child', 'ລູກຄົນທີສອງ', 'secondChild', 'tuition', 10, false, true, 'second child');
INSERT INTO bank_accounts (id, branch_id, bank, currency, account_name, account_no)
VALUES ('01900000-0000-7000-8000-000000010201', '01900000-0000-7000-8000-000000000002', 'BCEL', 'LAK', 'BRANCHDESK', '0102');
INSERT INTO shifts (id, drawer_id, branch_id, day, opened_by_id, opened_at)
SELECT '01900000-0000-7000-8000-000000010301', id, branch_id, '2026-01-06', '01900000-0000-7000-8000-0000000000a1', '2026-01-06T01:00:00Z' FROM drawers WHERE branch_id = '01900000-0000-7000-8000-000000000001';
INSERT INTO receipts (id, number, branch_id, kind, chain_no, content, previous_hash, hash, amount_lak, at, day)
VALUES ('01900000-0000-7000-8000-000000010401', 'VTE-R26-000001', '01900000-0000-7000-8000-000000000001', 'received', 1, '{}', '', 'ab', 500000, '2026-01-06T02:00:00Z', '2026-01-06');
INSERT INTO orders (id, number, branch_id, client_ref, payer_parent_id, state, confirmed_at, confirmed_day, total_lak, paid_lak, at, day, search)
VALUES ('01900000-0000-7000-8000-000000010501', 'VTE-26-000001', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000010502', '01900000-0000-7000-8000-000000000b01', 'confirmed',
  '2026-01-06T02:00:00Z', '2026-01-06', 1500000, 500000, '2026-01-06T02:00:00Z', '2026-01-06', 'vte-26-000001');
INSERT INTO order_lines (id, order_id, position, kind, student_id, enrolment_id, name_en, name_lo, quantity, sessions, unit_price, amount_lak, at)
VALUES ('01900000-0000-7000-8000-000000010601', '01900000-0000-7000-8000-000000010501', 1, 'tuition', '01900000-0000-7000-8000-000000000c01', '01900000-0000-7000-8000-00000000f701', 'English A1', 'ພາສາອັງກິດ A1', 1, 32, 1500000, 1500000, '2026-01-06T02:00:00Z');
INSERT INTO instalments (id, order_id, position, due_on, amount_lak, at)
VALUES ('01900000-0000-7000-8000-000000010701', '01900000-0000-7000-8000-000000010501', 1, '2026-01-20', 1000000, '2026-01-06T02:00:00Z');
INSERT INTO payments (id, branch_id, payer_parent_id, method, currency, tendered, amount_lak, state, receipt_id, shift_id, at, confirmed_day)
VALUES ('01900000-0000-7000-8000-000000010801', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000b01', 'cash', 'LAK', 500000, 500000, 'confirmed',
  '01900000-0000-7000-8000-000000010401', '01900000-0000-7000-8000-000000010301', '2026-01-06T02:00:00Z', '2026-01-06');
INSERT INTO allocations (id, payment_id, order_id, amount_lak, at)
VALUES ('01900000-0000-7000-8000-000000010901', '01900000-0000-7000-8000-000000010801', '01900000-0000-7000-8000-000000010501', 500000, '2026-01-06T02:00:00Z');
INSERT INTO drawer_movements (id, shift_id, currency, amount, kind, payment_id, at)
VALUES ('01900000-0000-7000-8000-000000010a01', '01900000-0000-7000-8000-000000010301', 'LAK', 500000, 'tender', '01900000-0000-7000-8000-000000010801', '2026-01-06T02:00:00Z');
INSERT INTO closings (id, branch_id, shift_id, day, act, at)
VALUES ('01900000-0000-7000-8000-000000010b01', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000010301', '2026-01-06', 'closed', '2026-01-06T10:00:00Z');
INSERT INTO days (branch_id, day, closed_at, totals) VALUES ('01900000-0000-7000-8000-000000000001', '2026-01-05', '2026-01-05T11:00:00Z', '{"received":0}');
INSERT INTO prints (id, paper, of_id, copy, at) VALUES ('01900000-0000-7000-8000-000000010c01', 'receipt', '01900000-0000-7000-8000-000000010401', 1, '2026-01-06T02:00:00Z');
INSERT INTO number_gaps (id, kind, branch_id, year, first, last, reason, at)
VALUES ('01900000-0000-7000-8000-000000010d01', 'order', '01900000-0000-7000-8000-000000000002', 2026, 1, 3, 'ກູ້ຄືນຈາກສຳຮອງ', '2026-01-06T02:00:00Z');
INSERT INTO refund_requests (id, order_id, amount_lak, reason, at)
VALUES ('01900000-0000-7000-8000-000000010e01', '01900000-0000-7000-8000-000000010501', 100000, 'ຍ້າຍບ້ານ', '2026-01-07T02:00:00Z');
INSERT INTO approvals (id, kind, branch_id, content, token_hash, approved_by_id, for_id, expires_at)
VALUES ('01900000-0000-7000-8000-000000010f01', 'discount', '01900000-0000-7000-8000-000000000001', '{}', 'cd', '01900000-0000-7000-8000-0000000000a1', '01900000-0000-7000-8000-0000000000a2', '2026-01-06T02:02:00Z');
