CREATE TABLE "kept_payment_sums" (
	"sequence" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kept_payment_sums_sequence_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"branch_id" uuid NOT NULL,
	"day" date NOT NULL,
	"sums" jsonb,
	"made_at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL
);

DROP INDEX "orders_payer_parent";
DROP INDEX "orders_payer_student";
DROP INDEX "payments_payer_parent";
DROP INDEX "payments_payer_student";
ALTER TABLE "kept_payment_sums" ADD CONSTRAINT "kept_payment_sums_branch_id_branches_id_fk" FOREIGN KEY ("branch_id") REFERENCES "public"."branches"("id") ON DELETE no action ON UPDATE no action;
CREATE INDEX "kept_payment_sums_day" ON "kept_payment_sums" USING btree ("branch_id","day","sequence");
CREATE INDEX "parents_branch_created" ON "parents" USING btree ("branch_id","created_at","id");
CREATE INDEX "shifts_drawer" ON "shifts" USING btree ("drawer_id","opened_at");
CREATE INDEX "stock_movements_bought" ON "stock_movements" USING btree ("product_id","at","id") WHERE "stock_movements"."unit_cost_lak" is not null and "stock_movements"."type" in ('purchaseIn', 'opening');
CREATE INDEX "students_branch_created" ON "students" USING btree ("home_branch_id","created_at","id");
CREATE INDEX "orders_payer_parent" ON "orders" USING btree ("payer_parent_id","at","id");
CREATE INDEX "orders_payer_student" ON "orders" USING btree ("payer_student_id","at","id");
CREATE INDEX "payments_payer_parent" ON "payments" USING btree ("payer_parent_id",coalesce("decided_at", "at"),coalesce("receipt_id", "id"));
CREATE INDEX "payments_payer_student" ON "payments" USING btree ("payer_student_id",coalesce("decided_at", "at"),coalesce("receipt_id", "id"));

SELECT append_only('kept_payment_sums');

-- A payment that is added to a day that is over, or decided or voided after it, withdraws the sums
-- of that day: docs/figures.md, "Kept days". Pending payments are in no kept sums. Writers of kept
-- sums hold the same lock alone, so a change is either in their sums or withdraws them.
CREATE FUNCTION withdraw_kept_payment_sums(of_branch uuid, of_day date) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  IF of_day >= (clock_timestamp() AT TIME ZONE 'Asia/Vientiane')::date THEN
    RETURN;
  END IF;
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('kept payment sums ' || of_branch, 0));
  INSERT INTO kept_payment_sums (branch_id, day)
  SELECT of_branch, of_day
  WHERE (
    SELECT kept.sums FROM kept_payment_sums kept
    WHERE kept.branch_id = of_branch AND kept.day = of_day
    ORDER BY kept.sequence DESC LIMIT 1) IS NOT NULL;
END $$;

CREATE FUNCTION new_payments_change_kept_sums() RETURNS trigger
LANGUAGE plpgsql AS $$
DECLARE
  changed record;
BEGIN
  FOR changed IN
    SELECT DISTINCT branch_id,
      (coalesce(decided_at, at) AT TIME ZONE 'Asia/Vientiane')::date AS day
    FROM added WHERE state <> 'pending' ORDER BY 1, 2
  LOOP
    PERFORM withdraw_kept_payment_sums(changed.branch_id, changed.day);
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER kept_payment_sums_added AFTER INSERT ON payments
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION new_payments_change_kept_sums();

CREATE FUNCTION payments_change_kept_sums() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'pending' THEN
    PERFORM withdraw_kept_payment_sums(OLD.branch_id,
      (coalesce(OLD.decided_at, OLD.at) AT TIME ZONE 'Asia/Vientiane')::date);
  END IF;
  PERFORM withdraw_kept_payment_sums(NEW.branch_id,
    (coalesce(NEW.decided_at, NEW.at) AT TIME ZONE 'Asia/Vientiane')::date);
  RETURN NULL;
END $$;
CREATE TRIGGER kept_payment_sums_changed AFTER UPDATE OF state ON payments
FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state)
EXECUTE FUNCTION payments_change_kept_sums();
