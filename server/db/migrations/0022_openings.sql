CREATE TABLE "moved_money" (
	"key" text PRIMARY KEY NOT NULL,
	"move_id" uuid NOT NULL,
	"row_id" uuid NOT NULL,
	"money" jsonb NOT NULL,
	"order_id" uuid,
	"arrears_order_id" uuid,
	"payment_id" uuid,
	"day" date NOT NULL,
	CONSTRAINT "moved_money_row_id_unique" UNIQUE("row_id")
);

ALTER TABLE "moves" ADD COLUMN "money_day" date;
ALTER TABLE "move_rows" ADD COLUMN "money" jsonb;
ALTER TABLE "order_lines" ADD COLUMN "is_opening" boolean DEFAULT false NOT NULL;
ALTER TABLE "moved_money" ADD CONSTRAINT "moved_money_move_id_moves_id_fk" FOREIGN KEY ("move_id") REFERENCES "public"."moves"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "moved_money" ADD CONSTRAINT "moved_money_row_id_move_rows_id_fk" FOREIGN KEY ("row_id") REFERENCES "public"."move_rows"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "moved_money" ADD CONSTRAINT "moved_money_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "moved_money" ADD CONSTRAINT "moved_money_arrears_order_id_orders_id_fk" FOREIGN KEY ("arrears_order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
ALTER TABLE "moved_money" ADD CONSTRAINT "moved_money_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "moved_money_move" ON "moved_money" USING btree ("move_id");
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_opening" CHECK ("order_lines"."kind" <> 'opening' or "order_lines"."is_opening");
-- A later line that corrects, discounts or adjusts an opening line is one too (docs/money.md,
-- "Openings"), whoever writes it.
CREATE FUNCTION opening_of_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_opening := NEW.is_opening
    OR EXISTS (SELECT FROM order_lines WHERE id = NEW.of_line_id AND is_opening);
  RETURN NEW;
END $$;
CREATE TRIGGER opening_of_line BEFORE INSERT ON order_lines
  FOR EACH ROW WHEN (NEW.of_line_id IS NOT NULL) EXECUTE FUNCTION opening_of_line();

-- The same lines as before, with the flag behind the other columns.
CREATE OR REPLACE VIEW line_nets AS
SELECT id, order_id, "position", kind, of_line_id, student_id, enrolment_id, fee_id, product_id,
  name_en, name_lo, quantity, sessions, unit_price, currency, rate, rate_id, amount_lak,
  minimum_lak, covers_from, covers_to, rule_id, percent, reason, approved_by_id, receipt_id, by_id,
  at, false AS is_shared, is_opening
FROM order_lines
WHERE not (kind = 'adjustment' and of_line_id is null and (amount_lak < 0 or quantity < 0))
UNION ALL
SELECT first.id, shared.order_id, first."position", 'adjustment', shared.id, shared.student_id,
  first.enrolment_id, first.fee_id, first.product_id, first.name_en, first.name_lo, 0, 0,
  first.unit_price, first.currency, first.rate, first.rate_id, (-shared.taken)::bigint, 0, null,
  null, first.rule_id, first.percent, first.reason, first.approved_by_id, first.receipt_id,
  first.by_id, first.at, true, shared.is_opening
FROM (
  -- A share that its line no longer has room for goes to the first lines that have.
  SELECT fitted.*,
    fits + least(room - fits, greatest(0, off_all - sum(fits) OVER of_order
      - (sum(room - fits) OVER so_far - (room - fits)))) AS taken
  FROM (
    SELECT planned.*,
      least(room, off_own_share + CASE WHEN whole = 0 THEN 0
        ELSE round(least(rest, whole) * upto / whole)
          - round(least(rest, whole) * (upto - net + off_own_share) / whole) END) AS fits
    FROM (
      SELECT owned.*,
        sum(net - off_own_share) OVER of_order AS whole,
        sum(net - off_own_share) OVER so_far AS upto,
        off_all - sum(off_own_share) OVER of_order AS rest
      FROM (
        SELECT charged.*,
          CASE WHEN off_own = 0 or sum(net) OVER of_student = 0 THEN 0
            ELSE round(least(off_own, sum(net) OVER of_student) * sum(net) OVER student_so_far
                / sum(net) OVER of_student)
              - round(least(off_own, sum(net) OVER of_student)
                * (sum(net) OVER student_so_far - net) / sum(net) OVER of_student) END
            AS off_own_share
        FROM (
          SELECT charge.id, charge.order_id, charge.student_id, charge."position", charge.is_opening,
            reduced.off_all, coalesce(own.off, 0)::numeric AS off_own,
            greatest(0, charge.amount_lak + coalesce(naming.all_lak, 0)) AS room,
            CASE WHEN charge.at <= reduced.at
              THEN greatest(0, charge.amount_lak + coalesce(naming.then_lak, 0))
              ELSE 0 END AS net
          FROM (
            SELECT order_id, min(at) AS at, sum(off) AS off_all
            FROM (
              SELECT order_id, min(at) AS at, greatest(0, -sum(amount_lak)) AS off
              FROM order_lines
              WHERE kind = 'adjustment' and of_line_id is null
                and (amount_lak < 0 or quantity < 0)
              GROUP BY order_id, student_id
            ) of_students
            GROUP BY order_id
          ) reduced
          JOIN order_lines charge ON charge.order_id = reduced.order_id
            and charge.of_line_id is null and charge.kind <> 'rounding'
            and not (charge.kind = 'adjustment'
              and (charge.amount_lak < 0 or charge.quantity < 0))
          LEFT JOIN LATERAL (
            SELECT sum(amount_lak) AS all_lak,
              sum(amount_lak) FILTER (WHERE at <= reduced.at) AS then_lak
            FROM order_lines
            WHERE of_line_id = charge.id and kind <> 'rounding'
          ) naming ON true
          LEFT JOIN LATERAL (
            SELECT greatest(0, -sum(amount_lak)) AS off
            FROM order_lines
            WHERE order_id = charge.order_id and student_id = charge.student_id
              and kind = 'adjustment' and of_line_id is null
              and (amount_lak < 0 or quantity < 0)
          ) own ON true
        ) charged
        WINDOW of_student AS (PARTITION BY order_id, student_id),
          student_so_far AS (PARTITION BY order_id, student_id ORDER BY "position")
      ) owned
      WINDOW of_order AS (PARTITION BY order_id),
        so_far AS (PARTITION BY order_id ORDER BY "position")
    ) planned
  ) fitted
  WINDOW of_order AS (PARTITION BY order_id),
    so_far AS (PARTITION BY order_id ORDER BY "position")
) shared
JOIN LATERAL (
  SELECT * FROM order_lines
  WHERE order_id = shared.order_id and kind = 'adjustment' and of_line_id is null
    and (amount_lak < 0 or quantity < 0)
  ORDER BY "position" LIMIT 1
) first ON true
WHERE shared.taken > 0;
