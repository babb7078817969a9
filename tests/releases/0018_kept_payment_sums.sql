-- The payments of a day that is over, and a day that a later change withdrew.
INSERT INTO kept_payment_sums (branch_id, day, sums, made_at)
VALUES
  ('01900000-0000-7000-8000-000000000001', '2026-03-02',
    '{"payments": 1, "receipts": 1, "units": 1, "receivedLAK": 250000, "byMethod": [{"method": "cash", "currency": "LAK", "amount": 250000}], "voided": 0}',
    '2026-03-02T18:00:00Z'),
  ('01900000-0000-7000-8000-000000000001', '2026-03-04', NULL, '2026-03-05T01:00:00Z');
