ALTER TABLE "books" ADD COLUMN "posted_at" timestamp (3) with time zone;
ALTER TABLE "exchange_rates" ADD COLUMN "approved_by" text DEFAULT '' NOT NULL;
ALTER TABLE "exchange_rates" ADD COLUMN "approved_by_id" uuid;
ALTER TABLE "exchange_rates" ADD COLUMN "entered_alone" boolean DEFAULT false NOT NULL;
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_approved_by_id_users_id_fk" FOREIGN KEY ("approved_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_two_people" CHECK ("exchange_rates"."approved_by_id" <> "exchange_rates"."created_by_id" and not "exchange_rates"."entered_alone" or "exchange_rates"."approved_by_id" is null);
-- The newest posting of each branch so far; one in the future was written by a wrong clock and must
-- not stop the books.
UPDATE books SET posted_at = (
  SELECT least(max(at), now()) FROM (
    SELECT max(at) AS at FROM orders WHERE branch_id = books.branch_id
    UNION ALL SELECT max(at) FROM payments WHERE branch_id = books.branch_id
    UNION ALL SELECT max(at) FROM receipts WHERE branch_id = books.branch_id
    UNION ALL SELECT max(at) FROM closings WHERE branch_id = books.branch_id
    UNION ALL SELECT max(at) FROM safe_movements WHERE branch_id = books.branch_id
    UNION ALL SELECT max(movement.at) FROM drawer_movements movement
      JOIN shifts ON shifts.id = movement.shift_id WHERE shifts.branch_id = books.branch_id
    UNION ALL SELECT max(allocation.at) FROM allocations allocation
      JOIN payments ON payments.id = allocation.payment_id
      WHERE payments.branch_id = books.branch_id
    UNION ALL SELECT max(line.at) FROM order_lines line
      JOIN orders ON orders.id = line.order_id WHERE orders.branch_id = books.branch_id) posting
  HAVING max(at) IS NOT NULL);
