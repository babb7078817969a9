-- A row of the old book whose debt became an order.
UPDATE move_rows SET money = '{"kind":"debt","currency":"LAK","amount":1200000}'
WHERE id = '01900000-0000-7000-8000-0000000000f3';

INSERT INTO moved_money (key, move_id, row_id, money, order_id, arrears_order_id, payment_id, day)
VALUES ('paper 01900000-0000-7000-8000-000000000c01 0501', '01900000-0000-7000-8000-0000000000f1',
  '01900000-0000-7000-8000-0000000000f3', '{"kind":"debt","currency":"LAK","amount":1200000}',
  NULL, NULL, NULL, '2026-03-05');
