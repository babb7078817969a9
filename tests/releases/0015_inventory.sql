-- A book with its stock, and each paper once: a delivery, a count, a transfer.
INSERT INTO product_categories (id, code, name_en, name_lo, active, search)
VALUES ('01900000-0000-7000-8000-000000010001', 'BOOK', 'Course books', 'ປຶ້ມຮຽນ', true, 'book course books');
INSERT INTO products (id, sku, barcode, name_en, name_lo, category_id, price, currency, cost_amount, cost_currency, cost_lak, unit, track_stock, active, search)
VALUES ('01900000-0000-7000-8000-000000010101', 'BOOK-001', '9780194738750', 'English A1', 'ພາສາອັງກິດ A1', '01900000-0000-7000-8000-000000010001', 180000, 'LAK', 19500, 'THB', 126000, 'ຫົວ', true, true, 'book-001 9780194738750 english a1');
INSERT INTO course_products (course_id, product_id, quantity, needed)
VALUES ('01900000-0000-7000-8000-00000000f201', '01900000-0000-7000-8000-000000010101', 1, 'usual');
INSERT INTO deliveries (id, number, branch_id, supplier, supplier_note, received_at, search)
VALUES ('01900000-0000-7000-8000-000000010201', 'VTE-D26-000001', '01900000-0000-7000-8000-000000000001', 'ຮ້ານປຶ້ມ', '', '2026-01-04T03:00:00Z', 'vte-d26-000001');
INSERT INTO delivery_lines (delivery_id, position, product_id, quantity, cost_amount, cost_currency, cost_lak)
VALUES ('01900000-0000-7000-8000-000000010201', 0, '01900000-0000-7000-8000-000000010101', 20, 19500, 'THB', 126000);
INSERT INTO stock_levels (id, product_id, branch_id, on_hand, reserved, seq, reorder_level)
VALUES ('01900000-0000-7000-8000-000000010301', '01900000-0000-7000-8000-000000010101', '01900000-0000-7000-8000-000000000001', 20, 0, 1, 5);
INSERT INTO stock_movements (id, product_id, branch_id, type, qty_change, qty_after, seq, paper, paper_id, paper_number, unit_cost_lak, at)
VALUES ('01900000-0000-7000-8000-000000010401', '01900000-0000-7000-8000-000000010101', '01900000-0000-7000-8000-000000000001', 'purchaseIn', 20, 20, 1, 'delivery', '01900000-0000-7000-8000-000000010201', 'VTE-D26-000001', 126000, '2026-01-04T03:00:00Z');
INSERT INTO stock_counts (id, number, branch_id, status, blind, opened_at, search)
VALUES ('01900000-0000-7000-8000-000000010501', 'VTE-C26-000001', '01900000-0000-7000-8000-000000000001', 'open', true, '2026-01-05T03:00:00Z', 'vte-c26-000001');
INSERT INTO count_lines (count_id, product_id, open_in_branch_id, counted, expected, seq, counted_at)
VALUES ('01900000-0000-7000-8000-000000010501', '01900000-0000-7000-8000-000000010101', '01900000-0000-7000-8000-000000000001', 19, 20, 1, '2026-01-05T03:05:00Z');
INSERT INTO stock_transfers (id, number, from_branch_id, to_branch_id, note, status, sent_at, search)
VALUES ('01900000-0000-7000-8000-000000010601', 'VTE-T26-000001', '01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002', '', 'draft', null, 'vte-t26-000001');
INSERT INTO transfer_lines (transfer_id, product_id, position, quantity)
VALUES ('01900000-0000-7000-8000-000000010601', '01900000-0000-7000-8000-000000010101', 0, 10);
