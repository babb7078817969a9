-- Asked back by a family when a child left a place.
INSERT INTO refund_requests (id, order_id, enrolment_id, amount_lak, reason, at)
VALUES ('01900000-0000-7000-8000-000000010e02', '01900000-0000-7000-8000-000000010501', '01900000-0000-7000-8000-00000000f701', 50000, 'ຍ້າຍໂຮງຮຽນ', '2026-01-08T02:00:00Z');
